package main

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"net/url"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// remote is a running sandbox to be called by its control interface.
type remote struct {
	program    *program
	url        string // scheme and host, and the path of a proxy, without a slash at the end
	selfSigned bool   // its certificate is self-signed
	protocols  bool   // the address is for the protocols, not for the control interface
	fromFile   bool   // the file of the project gave the address
	code       string // of the account, "" for the first
	token      string
}

func (p *program) remote() remote { return remote{program: p} }

// keepToken refuses to send a token to an address from the file of a project, unless it is
// on this machine, because the writer of the file could read the token.
func (r *remote) keepToken() error {
	u, err := url.Parse(r.url)
	if r.token == "" || !r.fromFile || err != nil {
		return nil
	}
	if isLoopback(u.Hostname()) {
		return nil
	}
	return fmt.Errorf("the control token is not sent to %s, because %s gives the address; --url gives another one", u.Host, r.program.project.path)
}

func (r *remote) tokenFlag() flag {
	return flag{
		name: "control-token", value: "TOKEN", variable: true, project: true, set: to(&r.token, text),
		usage: "token that the sandbox requires; a self-signed certificate also needs SANDBOX_TLS=self-signed",
	}
}

// accountFlag selects the account of a command.
func (r *remote) accountFlag(absent string) flag {
	return flag{
		name: "account", value: "CODE", variable: true, project: true, set: to(&r.code, text),
		usage: "account by its vendor code; without it, " + absent,
	}
}

// accountArgument is the account as an argument of a row.
var accountArgument = flag{name: "account", optional: true}

// firstAccount is the account of a command without --account.
const firstAccount = "the first account"

// client returns a client of the sandbox. It accepts any certificate, because a
// self-signed one is not worth a check, but not with a token, because no stranger
// may read it.
func (r *remote) client() *client.Client {
	return client.New(r.url, client.Options{Token: r.token, HTTPClient: &http.Client{Transport: r.transport()}})
}

func (r *remote) transport() *http.Transport {
	selfSigned := r.program.environment["SANDBOX_TLS"] == sandbox.TLSSelfSigned
	return &http.Transport{
		Proxy:             http.ProxyFromEnvironment,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: r.token == "" || selfSigned},
		DisableKeepAlives: true, // no connection stays open when the command is done
	}
}
