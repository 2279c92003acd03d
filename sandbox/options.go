package sandbox

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/textproto"
	"regexp"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/rest"
)

// Options say how a sandbox runs. The zero value of a field is its default.
type Options struct {
	Listen   string             // address, 127.0.0.1:8080; port 0 picks one
	Data     string             // the bbolt file, commerce-sandbox.db
	Lifetime boltstore.Lifetime // Lasting, or Ephemeral: a temporary file without fsync

	VendorCode string             // the first account, DEMO
	Secret     string             // its secret and that of accounts that callers open, demo-secret
	Accounts   gate.AccountPolicy // whether callers may open accounts, Open

	World  string // shipped world or path of a YAML file, default
	Orders int    // orders of the world, 0 for as many as it says
	Seed   int64  // of data, ids and chance, 1

	Features map[catalog.Feature]bool      // baseline of every account
	Answers  map[catalog.QuestionID]string // baseline of every account
	Clock    string                        // a moment at which clocks stand, "" for the wall's time

	Scenarios string   // folder of scenario files, watched, "" for none
	Scenario  []string // in force for every account from the start, the latest last

	AuthHeaders []string // credential header names beside the two known ones
	Journal     int      // entries kept per account, 1000

	ControlToken string // asked for by the control interface when set
	TLS          string // off, self-signed, or CERT,KEY: the paths of two PEM files

	Log  *slog.Logger // discarded when nil
	Wall clock.Wall   // the machine's clock when nil
}

// withDefaults fills in what was left open.
func (o Options) withDefaults() Options {
	setDefault(&o.Listen, "127.0.0.1:8080")
	setDefault(&o.Data, "commerce-sandbox.db")
	setDefault(&o.Lifetime, boltstore.Lasting)
	setDefault(&o.VendorCode, "DEMO")
	setDefault(&o.Secret, "demo-secret")
	setDefault(&o.Accounts, gate.OpenAccounts)
	setDefault(&o.World, "default")
	setDefault(&o.Seed, 1)
	setDefault(&o.Journal, journal.Defaults().Entries)
	setDefault(&o.TLS, TLSOff)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Wall == nil {
		o.Wall = clock.System
	}
	return o
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// headerName is what HTTP lets a header be called.
var headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

// check returns every fault of the options, joined.
func (o Options) check() error {
	_, notClock := o.stand()
	_, notTLS := o.tlsConfig()
	faults := []error{account.CheckCode(o.VendorCode), o.checkListen(), notClock, notTLS}
	if o.Accounts != gate.OpenAccounts && o.Accounts != gate.ClosedAccounts {
		faults = append(faults, fmt.Errorf("accounts must be %s or %s, got %q", gate.OpenAccounts, gate.ClosedAccounts, o.Accounts))
	}
	if o.Orders < 0 {
		faults = append(faults, fmt.Errorf("orders must be 0 or more, got %d", o.Orders))
	}
	if o.Journal < 0 {
		faults = append(faults, fmt.Errorf("journal must be 0 or more entries, got %d", o.Journal))
	}
	for _, name := range o.AuthHeaders {
		if !headerName.MatchString(name) {
			faults = append(faults, fmt.Errorf("auth-header must be the name of a header, such as X-My-Authentication, got %q", name))
		}
	}
	for flag := range o.Features {
		if _, known := catalog.FindFeature(flag); !known {
			faults = append(faults, fmt.Errorf("there is no feature %q", flag))
		}
	}
	for id, token := range o.Answers {
		if _, err := catalog.Defaults().With(id, token); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

func (o Options) checkListen() error {
	_, port, err := net.SplitHostPort(o.Listen)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("listen must be host:port such as 127.0.0.1:8080: %w", err)
	}
	return nil
}

// stand returns the moment at which clocks stand, nil for none.
func (o Options) stand() (*time.Time, error) {
	if o.Clock == "" {
		return nil, nil
	}
	t, err := clock.ParseMoment(o.Clock)
	if err != nil {
		return nil, fmt.Errorf("clock: %w", err)
	}
	return &t, nil
}

// credentialHeaders returns every name that the credential header goes by.
func (o Options) credentialHeaders() []string {
	names := rest.CredentialHeaders()
	for _, name := range o.AuthHeaders {
		names = append(names, textproto.CanonicalMIMEHeaderKey(name))
	}
	return names
}
