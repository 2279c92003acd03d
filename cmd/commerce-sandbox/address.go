package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// What several verbs take for granted.
const (
	presetListen = "127.0.0.1:8080"
	presetCode   = "DEMO"
	presetSecret = "demo-secret"

	restBase = "/rest/6.0" // section 9
	soapPath = "/soap/6.0" // section 9
)

// target is where a running sandbox is.
type target struct {
	program    *program
	url        string // scheme and host, without a slash at the end
	selfSigned bool   // its certificate is one that nobody vouches for
}

func (t *target) flag() setting {
	return setting{
		name: "url", value: "URL", absent: "what SANDBOX_LISTEN and SANDBOX_TLS say, else http://" + presetListen,
		usage: "scheme and host of the running sandbox", set: t.set,
	}
}

func (t *target) set(given string) error {
	u, err := url.Parse(given)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return fmt.Errorf("must be scheme and host, such as http://%s, got %q", presetListen, given)
	}
	t.url = u.Scheme + "://" + u.Host
	return nil
}

// complete works the address out when no flag gave it.
func (t *target) complete() error {
	listen := t.program.getenv("SANDBOX_LISTEN")
	switch {
	case t.url != "":
		return nil
	case listen == "":
		listen = presetListen
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return fmt.Errorf("SANDBOX_LISTEN must be host:port, such as %s, got %q", presetListen, listen)
	}
	if port == "0" {
		return errors.New("SANDBOX_LISTEN leaves the port open, so --url must say where the sandbox is")
	}
	scheme, served := "http://", t.program.getenv("SANDBOX_TLS")
	if served != "" && served != sandbox.TLSOff {
		scheme = "https://"
	}
	t.url, t.selfSigned = scheme+net.JoinHostPort(dialled(host), port), served == sandbox.TLSSelfSigned
	return nil
}

// called is the URL under which a sandbox at served is called, when it was told
// to listen on listen.
func called(listen, served string) string {
	host, _, _ := net.SplitHostPort(listen) // a wrong one was refused
	scheme, address, _ := strings.Cut(served, "://")
	_, port, _ := net.SplitHostPort(address) // a listener has told it
	return scheme + "://" + net.JoinHostPort(dialled(host), port)
}

// dialled is the host by which this machine reaches a listener: one that
// listens everywhere has no address of its own.
func dialled(host string) string {
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "", err == nil && ip.IsUnspecified() && ip.Is4():
		return "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		return "::1"
	}
	return host
}
