package sandbox

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/textproto"
	"regexp"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/rest"
)

// AccountPolicy says what happens to a call whose vendor code has no account.
type AccountPolicy string

// The policies for calls with an unknown vendor code.
const (
	// OpenAccounts opens an account for the code if the call is signed with
	// Options.Secret.
	OpenAccounts AccountPolicy = "open"
	// ClosedAccounts rejects the call.
	ClosedAccounts AccountPolicy = "closed"
)

// Values of Options.TLS besides the paths of a certificate and a key.
const (
	TLSOff        = "off"
	TLSSelfSigned = "self-signed"
)

// Options configure a sandbox. The zero value is valid: each zero field means
// its default.
type Options struct {
	// Listen is the address to listen on, as host:port. Port 0 picks a free
	// port; Sandbox.URL returns it. The default is 127.0.0.1:8080.
	Listen string

	// Data is the path of the data file, which is made if it does not exist. A
	// write is synced to it before it is answered. Only one process at a time
	// can open the file. The default is commerce-sandbox.db in the working
	// directory.
	Data string

	// Ephemeral keeps all data in a temporary file, which is never synced and
	// is removed at the end. Data is then ignored. The default is false.
	Ephemeral bool

	// VendorCode is the code of the first account, which Start opens unless
	// the data file has it already. It also answers the calls that carry no
	// code. The default is DEMO.
	VendorCode string

	// Secret is the secret of the first account and of every account that a
	// call opens. The default is demo-secret.
	Secret string

	// Accounts is OpenAccounts or ClosedAccounts. The default is OpenAccounts.
	Accounts AccountPolicy

	// World is the world that seeds a new account: the name of a world that
	// ships, or the path of a YAML file. The default is the world "default".
	World string

	// Orders is the number of orders that a new account gets. The default, 0,
	// is the number that the world says.
	Orders int

	// Seed makes all generated data, ids and chance repeatable: two sandboxes
	// with the same seed, world and clock are equal. The default is 1.
	Seed int64

	// Features sets feature flags of every account, by flag, such as
	// API_GET_CUSTOMER_ORDERS. A flag that it does not name keeps the default
	// of the interface.
	Features map[string]bool

	// Answers chooses answers to open questions for every account, by the id
	// of the question, such as "search-status": "200". A question that it does
	// not name keeps its default answer.
	Answers map[string]string

	// Clock freezes the clocks of all accounts at a moment, such as
	// 2026-05-13T12:12:12Z or 2026-05-13. The default, "", lets them run with
	// Wall.
	Clock string

	// ScenarioFolder is a folder of scenario files, which is watched and read
	// again when a file changes. The default, "", is no folder.
	ScenarioFolder string

	// Scenarios are the names of the scenarios that are active for every
	// account from the start. Of two that affect the same call, the later one
	// wins. The default is none.
	Scenarios []string

	// AuthHeaders are further names of the header that carries the credentials
	// of a REST call. The default is none beyond those of the interface.
	AuthHeaders []string

	// Journal is the number of calls that the journal keeps for each account.
	// The default is 1000.
	Journal int

	// ControlToken is the bearer token that the control interface requires,
	// except for its probes. The default, "", requires none.
	ControlToken string

	// TLS is TLSOff, TLSSelfSigned for a certificate that New makes, or the
	// paths of a certificate and a key in PEM, separated by a comma. The
	// default is TLSOff.
	TLS string

	// Log receives warnings and one line for each call. The default, nil,
	// discards them.
	Log *slog.Logger

	// Wall returns the present time, from which the clocks of accounts run.
	// Tests inject their own. The default, nil, is the machine's clock.
	Wall func() time.Time
}

// withDefaults returns the options with defaults in place of zero fields.
func (o Options) withDefaults() Options {
	setDefault(&o.Listen, "127.0.0.1:8080")
	setDefault(&o.Data, "commerce-sandbox.db")
	setDefault(&o.VendorCode, "DEMO")
	setDefault(&o.Secret, "demo-secret")
	setDefault(&o.Accounts, OpenAccounts)
	setDefault(&o.World, "default")
	setDefault(&o.Seed, 1)
	setDefault(&o.Journal, journal.Defaults().Entries)
	setDefault(&o.TLS, TLSOff)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	wall := o.Wall
	if wall == nil {
		wall = clock.System
	}
	o.Wall = func() time.Time { return wall().UTC() }
	return o
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// headerName matches what HTTP allows as the name of a header.
var headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

// check returns every fault of the options, joined.
func (o Options) check() error {
	_, notClock := o.frozenAt()
	_, notTLS := o.tlsConfig()
	faults := []error{account.CheckCode(o.VendorCode), o.checkListen(), notClock, notTLS}
	if o.Accounts != OpenAccounts && o.Accounts != ClosedAccounts {
		faults = append(faults, fmt.Errorf("accounts must be %s or %s, got %q", OpenAccounts, ClosedAccounts, o.Accounts))
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
	faults = append(faults, o.checkFeatures()...)
	for _, id := range slices.Sorted(maps.Keys(o.Answers)) {
		if _, err := catalog.Defaults().With(catalog.QuestionID(id), o.Answers[id]); err != nil {
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

func (o Options) checkFeatures() (faults []error) {
	var known []string
	for _, f := range catalog.Features() {
		known = append(known, string(f.Feature))
	}
	for _, flag := range slices.Sorted(maps.Keys(o.Features)) {
		if !slices.Contains(known, flag) {
			faults = append(faults, fmt.Errorf("unknown feature %q; known: %s", flag, phrase.List(known...)))
		}
	}
	return faults
}

// frozenAt returns the moment at which clocks are frozen, nil for none.
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

// lifetime returns how long the data file lasts.
func (o Options) lifetime() boltstore.Lifetime {
	if o.Ephemeral {
		return boltstore.Ephemeral
	}
	return boltstore.Lasting
}

// credentialHeaders returns every name of the credential header.
func (o Options) credentialHeaders() []string {
	names := rest.CredentialHeaders()
	for _, name := range o.AuthHeaders {
		names = append(names, textproto.CanonicalMIMEHeaderKey(name))
	}
	return names
}

// baseline returns what the options decide for every account.
func (o Options) baseline(frozen *time.Time) account.Baseline {
	return account.Baseline{
		Secret: o.Secret, World: o.World, Seed: o.Seed, Orders: o.Orders,
		Clock: frozen, Features: o.features(), Answers: o.answers(), Scenarios: o.Scenarios,
	}
}

func (o Options) features() map[catalog.Feature]bool {
	features := make(map[catalog.Feature]bool, len(o.Features))
	for flag, on := range o.Features {
		features[catalog.Feature(flag)] = on
	}
	return features
}

func (o Options) answers() map[catalog.QuestionID]string {
	answers := make(map[catalog.QuestionID]string, len(o.Answers))
	for id, answer := range o.Answers {
		answers[catalog.QuestionID(id)] = answer
	}
	return answers
}
