package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// remote is a running sandbox as a verb reaches it by the control interface.
type remote struct {
	target target
	code   string // of the account, "" for the first
	token  string
}

func (p *program) remote() remote { return remote{target: target{program: p}} }

// accountFlag says which account is meant; absent says which one is without it.
func (r *remote) accountFlag(absent string) setting {
	return setting{name: "account", value: "CODE", absent: absent, usage: "vendor code of the account", set: text(&r.code)}
}

// firstAccount is which account a verb is about when it is not told.
const firstAccount = "the account that the sandbox was started with"

// flags are a verb's own and those that say where the sandbox is.
func (r *remote) flags(own ...setting) []setting {
	return append(own, r.target.flag(),
		setting{name: "control-token", value: "TOKEN", absent: "none", usage: "what the sandbox asks for; over a self-signed certificate it is sent only if SANDBOX_TLS is self-signed", set: text(&r.token)})
}

// complete works out what no flag gave. Which arguments a verb takes is its own
// business.
func (r *remote) complete([]string) error { return r.target.complete() }

// client returns a client of the sandbox. A self-signed certificate proves
// nothing, so any is taken, but not for a token, which a stranger may not read.
func (r *remote) client() *client.Client {
	expected := r.target.program.getenv("SANDBOX_TLS") == sandbox.TLSSelfSigned
	return client.New(r.target.url, client.Options{Token: r.token, HTTPClient: &http.Client{Transport: &http.Transport{
		Proxy:             http.ProxyFromEnvironment,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: r.token == "" || expected},
		DisableKeepAlives: true, // nothing is left open when the verb is done
	}}})
}

// account returns the account that the verb is about.
func (r *remote) account(ctx context.Context) (*client.Account, error) {
	if r.code != "" {
		return r.client().Account(r.code), nil
	}
	return r.client().First(ctx)
}

// argument takes the one argument of a verb.
func argument(field *string, verb, what string) func(args []string) error {
	return func(args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s takes %s, got %q", verb, what, strings.Join(args, " "))
		}
		*field = args[0]
		return nil
	}
}

// all joins the faults that several checks of the arguments find.
func all(checks ...func(args []string) error) func(args []string) error {
	return func(args []string) error {
		var faults []error
		for _, check := range checks {
			faults = append(faults, check(args))
		}
		return errors.Join(faults...)
	}
}
