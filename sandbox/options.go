package sandbox

import (
	"cmp"
	"log/slog"
	"net"
	"net/netip"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// AccountPolicy decides about calls with an unknown vendor code.
type AccountPolicy string

// The policies for calls with an unknown vendor code.
const (
	// OpenAccounts opens an account for the code if the call is signed with
	// Options.Secret.
	OpenAccounts AccountPolicy = "open"
	// ClosedAccounts refuses the call.
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
	// Listen is the address to listen on, as host:port. Port 0 picks a free port;
	// Sandbox.URL returns it. A name stands for all its addresses on this machine. The
	// default is 127.0.0.1:8080.
	Listen string

	// ControlListen is an address of its own for the control interface and the
	// pages, as host:port; Sandbox.ControlURL returns it. It serves the protocols
	// too, because a page may call no other address than its own. Listen then
	// serves the protocols alone; the probes answer on both. The default, "", is
	// Listen.
	ControlListen string

	// AllowedHosts are further names under which the control interface and the pages
	// are served. It is always served under IP addresses, names without dots, the hosts
	// of the addresses above, and names below .localhost, .local, .internal and .test.
	// Under any other name a page of a stranger could use it. The default is none.
	AllowedHosts []string

	// PublicURL is the address at which clients reach the sandbox, such as
	// https://shop.example.com/sandbox behind a proxy. Every address shown by the
	// sandbox begins with it, so the proxy must remove its path. Its host is allowed
	// like AllowedHosts. The default, "", is the address called by the client.
	PublicURL string

	// TrustedProxies are the peers trusted to give the address called by the client,
	// in Forwarded and X-Forwarded-* headers: IP addresses, networks such as
	// 10.0.0.0/8, "private" for loopback and private addresses, "all" or "none". The
	// default is private.
	TrustedProxies []string

	// CORSOrigins are the origins of pages allowed to call both protocols from a
	// browser, such as http://localhost:5173, "null" for pages from files, or "*" for
	// all. The control interface stays closed to them. The default is none.
	CORSOrigins []string

	// Data is the path of the data file. It is made if it does not exist. A write is
	// synced to it before it is answered. Only one process at a time can open the
	// file. The default is commerce-sandbox.db in the working directory.
	Data string

	// Ephemeral keeps all data in a temporary file. It is never synced and is removed
	// at the end. Data is then ignored. The default is false.
	Ephemeral bool

	// NoSync answers a write before it is synced to Data. The write outlives the
	// process, but a crash of the machine may damage the file, so this is for
	// tests. The default is false.
	NoSync bool

	// VendorCode is the code of the first account. Start opens it unless the data file
	// has it already. It also answers calls without a code. The default is DEMO.
	VendorCode string

	// Secret is the secret of the first account and of every account opened by a call.
	// The default is demo-secret.
	Secret string

	// Accounts is OpenAccounts or ClosedAccounts. The default is OpenAccounts.
	Accounts AccountPolicy

	// MaxAccounts is how many accounts there may be. The default is 1000.
	MaxAccounts int

	// AccountTTL is how long nobody may call an account before it is deleted, by
	// either protocol or by the control interface. The first account stays. A
	// start counts as a call of every account. The default, 0, deletes none.
	AccountTTL time.Duration

	// World is the world for seeding a new account: the name of a shipped world, or
	// the path of a YAML file. The default is the world "default".
	World string

	// Bundle is the path of a bundle. Its account is the first one, with its records,
	// clock, settings, scenarios and recorded calls. VendorCode, World, Orders and Seed
	// then have no effect on it. The default, "", is none.
	Bundle string

	// Orders is the number of orders in a new account. The default, 0, is the world's
	// own number.
	Orders int

	// DiscardWrites makes the calls of every account store nothing, though they are
	// answered as usual. An account may decide otherwise. Changes by the control
	// interface and by the clock are stored.
	DiscardWrites bool

	// Seed makes all generated data, ids and chance repeatable: two sandboxes
	// with the same seed, world and clock are equal. The default is 1.
	Seed int64

	// Features sets feature flags of every account, by flag, such as
	// API_GET_CUSTOMER_ORDERS. Other flags keep the default of the interface.
	Features map[string]bool

	// Answers chooses answers to open questions for every account, by the id of the
	// question, such as "search-status": "200". Other questions keep their default
	// answers.
	Answers map[string]string

	// Clock freezes the clocks of all accounts at a moment, such as
	// 2026-05-13T12:12:12Z or 2026-05-13. The default, "", lets them run with
	// Wall.
	Clock string

	// ScenarioFolder is a folder of scenario files. It is looked at four times a second and
	// read again when a file has changed. The default, "", is no folder.
	ScenarioFolder string

	// Scenarios are the names of scenarios active for every account from the start. If
	// two affect the same call, the later one wins. The default is none.
	Scenarios []string

	// AuthHeaders are further names of the header with the credentials of a REST call.
	// The default is none beyond the interface's own.
	AuthHeaders []string

	// Journal is the number of calls kept for each account, in 8 KiB for each on
	// average, and 8 MiB at least. The default is 1000.
	Journal int

	// JournalBytes is the number of bytes kept by the journal of all accounts. The
	// oldest calls lose their bodies first. The default is 128 MiB.
	JournalBytes int64

	// MaxImport is the maximum number of bytes of an import. A long one goes through a
	// temporary file. The default is 1 GiB, the most 4 GiB less one.
	MaxImport int64

	// Report is a folder for the reports of Stop: for each account its calls, its
	// verdict as JSON, text and JUnit XML, and its coverage. It is made if it does not
	// exist. The default, "", is no report.
	Report string

	// ControlToken is the bearer token required by the control interface, except for
	// its probes. The default, "", requires none.
	ControlToken string

	// AnonymizeKey is the key for replacing the personal data of imported records.
	// With one key, the same value always becomes the same other value. The default,
	// "", is a random key for the lifetime of the sandbox.
	AnonymizeKey string

	// KeepPersonalData keeps the personal data in a world's files of orders_from.
	// Otherwise it is replaced.
	KeepPersonalData bool

	// PagesFolder is a folder to read the pages from at each request, for work on
	// them. The default, "", is the program's own pages.
	PagesFolder string

	// TLS is TLSOff, TLSSelfSigned for a certificate made by New, or the paths of a
	// certificate and a key in PEM, separated by a comma. The default is TLSOff.
	TLS string

	// Log receives warnings and one line for each call. The default, nil,
	// discards them.
	Log *slog.Logger

	// DroppedLines returns how many lines of Log were not written, for GET /_sandbox/about and
	// the metrics. The default, nil, stands for a log without losses.
	DroppedLines func() int64

	// Wall returns the present time, the basis of the clocks of accounts. Tests inject
	// their own. The default, nil, is the machine's clock.
	Wall func() time.Time
}

// Exposed reports whether the control interface listens on all addresses without a
// control token. Other machines can use it then.
func (o Options) Exposed() bool {
	host, _, err := net.SplitHostPort(cmp.Or(o.ControlListen, o.Listen))
	ip, notIP := netip.ParseAddr(host)
	return err == nil && o.ControlToken == "" && (host == "" || notIP == nil && ip.IsUnspecified())
}

// withDefaults returns the options with defaults in place of zero fields.
func (o Options) withDefaults() Options {
	setDefault(&o.Listen, "127.0.0.1:8080")
	setDefault(&o.Data, "commerce-sandbox.db")
	setDefault(&o.VendorCode, "DEMO")
	setDefault(&o.Secret, "demo-secret")
	setDefault(&o.Accounts, OpenAccounts)
	setDefault(&o.MaxAccounts, 1000)
	setDefault(&o.World, "default")
	setDefault(&o.Seed, 1)
	setDefault(&o.Journal, journal.Defaults().Entries)
	setDefault(&o.JournalBytes, journal.Defaults().Total)
	setDefault(&o.MaxImport, 1<<30)
	setDefault(&o.TLS, TLSOff)
	if len(o.TrustedProxies) == 0 {
		o.TrustedProxies = []string{conn.TrustPrivate}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Log = slog.New(shortLines{o.Log.Handler()})
	if o.DroppedLines == nil {
		o.DroppedLines = func() int64 { return 0 }
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

// journalLimits returns the limits of the journal. An account with more calls than
// usual may take more bytes, because otherwise they would not fit.
func (o Options) journalLimits() journal.Limits {
	limits := journal.Defaults()
	each := limits.Account / int64(limits.Entries)
	limits.Account = max(limits.Account, each*min(int64(o.Journal), o.JournalBytes/each))
	limits.Entries, limits.Total = o.Journal, o.JournalBytes
	return limits
}
