package main

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

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
	if r.token == "" || !r.fromFile || err != nil || isLoopback(u.Hostname()) {
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

// Defaults shared by several commands.
const (
	defaultListen = "127.0.0.1:8080"
	defaultCode   = "DEMO"
	defaultSecret = "demo-secret"

	restBase = "/rest/6.0" // section 9
	soapPath = "/soap/6.0" // section 9
)

func (r *remote) urlFlag() flag {
	usage := "address of the control interface; without it, SANDBOX_CONTROL_LISTEN or SANDBOX_LISTEN, and SANDBOX_TLS decide"
	if r.protocols {
		usage = "address of the protocols; without it, SANDBOX_LISTEN and SANDBOX_TLS decide"
	}
	return flag{name: "url", value: "URL", variable: true, set: r.set, usage: usage}
}

func (r *remote) set(given string) error {
	u, err := url.Parse(given)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("must be scheme and host, such as http://%s, got %q", defaultListen, given)
	}
	r.url = u.Scheme + "://" + u.Host + strings.TrimRight(u.EscapedPath(), "/")
	return nil
}

// findURL derives the address from serve's variables or the project's file, unless it is given.
func (r *remote) findURL() error {
	if r.url != "" {
		return nil
	}
	variable := "SANDBOX_CONTROL_LISTEN"
	if r.protocols || r.program.environment[variable] == "" {
		variable = "SANDBOX_LISTEN"
	}
	listen := cmp.Or(r.program.environment[variable], defaultListen)
	if file := r.program.project; r.program.environment[variable] == "" && file != nil && file.listen != "" {
		variable, listen, r.fromFile = file.path+": listen", file.listen, true
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return fmt.Errorf("%s must be host:port, such as %s, got %q", variable, defaultListen, listen)
	}
	if port == "0" {
		return freePortError(variable)
	}
	scheme, tls := "http://", r.program.environment["SANDBOX_TLS"]
	if tls != "" && tls != sandbox.TLSOff {
		scheme = "https://"
	}
	r.url, r.selfSigned = scheme+net.JoinHostPort(dialHost(host), port), tls == sandbox.TLSSelfSigned
	return nil
}

// freePortError is the variable whose port serve picks.
type freePortError string

func (e freePortError) Error() string {
	return string(e) + " has port 0, so --url must give the address of the sandbox"
}

// callableURL returns the URL of a sandbox for calls from this machine: listen is
// the address from its options, and served its URL with the actual port.
func callableURL(listen, served string) string {
	host, _, _ := net.SplitHostPort(listen) // sandbox.New has checked it
	scheme, address, _ := strings.Cut(served, "://")
	_, port, _ := net.SplitHostPort(address) // it is the address of a listener
	return scheme + "://" + net.JoinHostPort(dialHost(host), port)
}

// dialHost returns the host of a listener for calls from this machine. A listener
// on all addresses is reached on the loopback address.
func dialHost(host string) string {
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "", err == nil && ip.IsUnspecified() && ip.Is4():
		return "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		return "::1"
	}
	return host
}

// isName reports whether the host of an address is a name. A name may have several addresses.
func isName(address string) bool {
	host, _, _ := net.SplitHostPort(address) // sandbox.New has checked it
	_, err := netip.ParseAddr(host)
	return host != "" && err != nil
}
