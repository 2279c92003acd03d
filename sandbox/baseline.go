package sandbox

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
)

// frozenAt returns the moment to freeze clocks at, nil for none.
func (o Options) frozenAt() (*time.Time, error) {
	if o.Clock == "" {
		return nil, nil
	}
	t, err := clock.ParseMoment(o.Clock)
	if err != nil {
		return nil, fmt.Errorf("clock: %w", err)
	}
	return &t, nil
}

// hosts returns the names of the control interface besides local ones.
func (o Options) hosts() control.Hosts {
	hosts := control.Hosts(slices.Clone(o.AllowedHosts))
	for _, listen := range []string{o.Listen, o.ControlListen} {
		if host, _, err := net.SplitHostPort(listen); err == nil {
			hosts = append(hosts, host)
		}
	}
	if o.PublicURL != "" {
		hosts = append(hosts, conn.HostOf(o.PublicURL))
	}
	return hosts
}

// addressPolicy returns how the address of the sandbox is found, or the faults of
// the options about it, joined.
func (o Options) addressPolicy() (conn.AddressPolicy, error) {
	var p conn.AddressPolicy
	var faults []error
	if o.PublicURL != "" {
		var err error
		if p.Public, err = conn.ParsePublic(o.PublicURL); err != nil {
			faults = append(faults, fmt.Errorf("public-url %w", err))
		}
	}
	var err error
	if p.Trusted, err = conn.ParseTrust(o.TrustedProxies); err != nil {
		faults = append(faults, fmt.Errorf("trust-proxy %w", err))
	}
	return p, errors.Join(faults...)
}

// tlsConfig returns how to serve TLS, nil for plain HTTP.
func (o Options) tlsConfig() (*tls.Config, error) {
	var certificate tls.Certificate
	var err error
	switch certFile, keyFile, isPair := strings.Cut(o.TLS, ","); {
	case o.TLS == TLSOff:
		return nil, nil
	case o.TLS == TLSSelfSigned:
		certificate, err = o.selfSigned().Certificate(clock.System()) // of the machine, because clients compare it with theirs
	case isPair:
		certificate, err = tls.LoadX509KeyPair(certFile, keyFile)
	default:
		return nil, fmt.Errorf("tls must be %s, %s or CERT,KEY, got %q", TLSOff, TLSSelfSigned, o.TLS)
	}
	if err != nil {
		return nil, fmt.Errorf("tls: %w", err)
	}
	return conn.ServeTLS(certificate), nil
}

// selfSigned describes the self-signed certificate, kept beside a lasting data file.
func (o Options) selfSigned() conn.SelfSigned {
	if o.Ephemeral {
		return conn.SelfSigned{Hosts: o.hosts()}
	}
	return conn.SelfSigned{Hosts: o.hosts(), Beside: o.Data}
}

// credentialHeaders returns every name of the credential header.
func (o Options) credentialHeaders() []string {
	names := rest.CredentialHeaders()
	for _, name := range o.AuthHeaders {
		names = append(names, textproto.CanonicalMIMEHeaderKey(name))
	}
	return names
}

// signingHeader returns the name of the header to sign calls with: a further one of
// the user's clients, otherwise the interface's. It uses no name that a program
// would have to escape.
func (o Options) signingHeader() string {
	for _, name := range o.AuthHeaders {
		if strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-_") == "" {
			return textproto.CanonicalMIMEHeaderKey(name)
		}
	}
	return AuthHeader
}

// baseline returns the options' decisions for every account.
func (o Options) baseline() account.Baseline {
	features := make(map[catalog.Feature]bool, len(o.Features))
	for flag, on := range o.Features {
		features[catalog.Feature(flag)] = on
	}
	answers := make(map[catalog.QuestionID]string, len(o.Answers))
	for id, answer := range o.Answers {
		answers[catalog.QuestionID(id)] = answer
	}
	frozen, _ := o.frozenAt() // New has checked it
	return account.Baseline{
		Secret: o.Secret, World: o.World, Seed: o.Seed, Orders: o.Orders,
		Clock: frozen, Features: features, Answers: answers, Scenarios: o.Scenarios, DiscardWrites: o.DiscardWrites,
	}
}
