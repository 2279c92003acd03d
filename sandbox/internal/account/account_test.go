package account_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

var noon = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// campaign is the code of the campaign of every world.
const campaign = "0199c2a0-0000-7000-8000-000000000001"

// environment is a data file, and what a registry over it asks for and reports to others.
type environment struct {
	store   *boltstore.DB
	now     time.Time // of the machine's clock
	most    int       // how many accounts there may be, 0 for any number
	limits  journal.Limits
	journal *journal.Journal // of the latest start
	events  *events.Log      // of the latest start
	fault   error            // from building a world
	people  bool             // whether a world has the data of people
	during  func()           // runs while a world is built

	mu       sync.Mutex
	requests []account.SeedRequest
	runs     []string // what became of them, one line each
}

func newEnvironment(t *testing.T) *environment {
	t.Helper()
	store, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "accounts.db")})
	must(t, err)
	t.Cleanup(func() {
		if err := store.Check(); err != nil {
			t.Error(err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return &environment{store: store, now: noon, limits: journal.Defaults()}
}

// start returns the registry of a process started with these flags.
func (e *environment) start(t *testing.T, flags account.Baseline) *account.Registry {
	t.Helper()
	e.journal = journal.New(e.limits)
	e.events = events.New(e.journal, noon, events.End{})
	r, err := account.NewRegistry(account.Options{
		Store: e.store, Snapshots: e.store, Journal: e.journal, Events: e.events, Library: scenario.NewLibrary(scenario.LibraryOptions{}),
		Wall: func() time.Time { return e.now }, Seed: e.seed, Baseline: flags, Runs: (*runs)(e), Max: e.most,
	})
	must(t, err)
	return r
}

func (e *environment) seed(request account.SeedRequest) (commerce.World, error) {
	if e.during != nil {
		e.during()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.requests = append(e.requests, request)
	return commerce.World{
		PersonalData: e.people,
		Products:     []record.Product{{Code: "P"}}, Campaigns: []record.Campaign{{Code: campaign}},
		Customers: slices.Values([]record.Customer{{Reference: 1, FirstName: request.World}}),
		Orders:    slices.Values([]record.StoredOrder{}), Subscriptions: slices.Values([]record.Subscription{}),
		Settings: record.UpsellSettings{UpsellingDisplayType: "overlay"},
	}, e.fault
}

// runs writes down what a registry reports to the runs.
type runs environment

func (r *runs) note(what string, a *account.Account) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.runs = append(r.runs, strings.Join(strings.Fields(fmt.Sprintln(what, a.Code, a.Document().Run, a.Document().Label)), " "))
}

func (r *runs) RecordOpening(a *account.Account) { r.note("opened", a) }
func (r *runs) RecordVerdict(a *account.Account) { r.note("judged", a) }
func (r *runs) RecordDeletion(a *account.Account, remove func()) {
	r.note("deleted", a)
	remove()
}
func (r *runs) RecordClear(a *account.Account, leave func()) {
	r.note("cleared", a)
	if a.Judgement() != nil {
		r.runs[len(r.runs)-1] += " after a judgement"
	}
	leave()
}

// last returns the request for the latest world.
func (e *environment) last() account.SeedRequest {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.requests[len(e.requests)-1]
}

func find(t *testing.T, r *account.Registry, code string) *account.Account {
	t.Helper()
	a, err := r.FindOrOpen(t.Context(), "", code)
	must(t, err)
	return a
}

func must(t *testing.T, faults ...error) {
	t.Helper()
	for _, err := range faults {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// errorOf leaves out what came with an error.
func errorOf[T any](_ T, err error) error { return err }

// effective is the part of the settings compared by the tests.
type effective struct {
	secret   string
	customer bool   // API_GET_CUSTOMER_ORDERS
	nulls    string // the answer to open question nulls
	skew     time.Duration
	now      time.Time
}

func effectiveFor(a *account.Account, s *account.Settings) effective {
	return effective{s.Secret, s.Features[catalog.GetCustomerOrders], s.Answers.Get(catalog.Nulls), s.Skew, a.Clock.Now()}
}

// A scenario wins over the account's decision, a decision over the start flags, and these
// over the defaults. After a start with other flags, the new flags apply where the
// account decided nothing.
func TestPrecedenceOfSettings(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 5, 13, 0, 0, 0, 0, time.UTC)
	plain := account.Baseline{Secret: "plain"}
	flags := account.Baseline{
		Secret: "flag", Clock: &day,
		Features: map[catalog.Feature]bool{catalog.GetCustomerOrders: false},
		Answers:  map[catalog.QuestionID]string{catalog.Nulls: "omitted", catalog.RESTSkew: "1m"},
	}
	e := newEnvironment(t)
	first := e.start(t, plain)
	silent := find(t, first, "SILENT")
	decided := find(t, first, "DECIDED")
	must(t,
		decided.Change(t.Context(), feature(catalog.GetCustomerOrders, true)),
		decided.Change(t.Context(), answering(catalog.Nulls, "shown")),
		decided.Change(t.Context(), answering(catalog.RESTSkew, "2m")),
		decided.Change(t.Context(), account.Change{Answers: map[catalog.QuestionID]*string{catalog.RESTSkew: nil}}),
		moveClock(t, decided, func(c *clock.Clock) error { return c.Advance(time.Hour) }),
	)
	must(t, errorOf(first.Open(t.Context(), account.OpenRequest{Code: "SECRET", Document: account.Document{Secret: "own"}})))
	second := e.start(t, flags)
	again := func(code string) *account.Account { return find(t, second, code) }
	underScenario, err := again("DECIDED").Settings().With(map[catalog.Feature]bool{catalog.GetCustomerOrders: false}, map[catalog.QuestionID]string{catalog.RESTSkew: "off"})
	must(t, err)
	tests := []struct {
		name string
		got  effective
		want effective
	}{
		{"defaults", effectiveFor(silent, silent.Settings()), effective{"plain", true, "shown", 5 * time.Minute, noon}},
		{"flags", effectiveFor(again("SILENT"), again("SILENT").Settings()), effective{"flag", false, "omitted", time.Minute, day}},
		{"flags of a new account", effectiveFor(again("NEW"), again("NEW").Settings()), effective{"flag", false, "omitted", time.Minute, day}},
		{"account", effectiveFor(again("DECIDED"), again("DECIDED").Settings()), effective{"flag", true, "shown", time.Minute, noon.Add(time.Hour)}},
		{"secret of its own", effectiveFor(again("SECRET"), again("SECRET").Settings()), effective{"own", false, "omitted", time.Minute, day}},
		{"scenario", effectiveFor(again("DECIDED"), underScenario), effective{"flag", false, "shown", 1<<63 - 1, noon.Add(time.Hour)}},
		{"the account after it", effectiveFor(again("DECIDED"), again("DECIDED").Settings()), effective{"flag", true, "shown", time.Minute, noon.Add(time.Hour)}},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, test.got, test.want)
		}
	}
	if got := len(e.requests); got != 4 {
		t.Errorf("got %d worlds, want one for each of 4 accounts", got)
	}
}

// An invalid decision is an error and changes nothing.
func TestInvalidDecisions(t *testing.T) {
	t.Parallel()
	a := find(t, newEnvironment(t).start(t, account.Baseline{}), "DEMO")
	document, before := a.Document(), effectiveFor(a, a.Settings())
	for _, err := range []error{
		a.Change(t.Context(), feature("API_NONE", true)),
		a.Change(t.Context(), answering(catalog.Nulls, "perhaps")),
		a.Change(t.Context(), answering("no-question", "yes")),
		moveClock(t, a, func(c *clock.Clock) error { return c.Set(time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC)) }),
	} {
		if err == nil {
			t.Error("got no error")
		}
	}
	if got := a.Document(); !reflect.DeepEqual(got, document) {
		t.Errorf("got %+v, want %+v", got, document)
	}
	if got := effectiveFor(a, a.Settings()); got != before {
		t.Errorf("got %+v, want %+v", got, before)
	}
}

// A change that cannot be stored leaves the document, the settings and the clock
// unchanged.
func TestChangesThatCannotBeStored(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	a := find(t, e.start(t, account.Baseline{Secret: "flag"}), "DEMO")
	document, before := a.Document(), effectiveFor(a, a.Settings())
	must(t, e.store.DeleteAccount(t.Context(), "DEMO"))
	for name, change := range map[string]func() error{
		"feature": func() error { return a.Change(t.Context(), feature(catalog.GetCustomerOrders, false)) },
		"answer":  func() error { return a.Change(t.Context(), answering(catalog.Nulls, "omitted")) },
		"clock": func() error {
			return moveClock(t, a, func(c *clock.Clock) error { return c.Advance(time.Hour) })
		},
		"reset": func() error { return reset(t, &a, client.ToWorld, nil) },
	} {
		if err := change(); err == nil {
			t.Errorf("%s: got no error", name)
		}
		if got := a.Document(); !reflect.DeepEqual(got, document) {
			t.Errorf("%s: got %+v, want %+v", name, got, document)
		}
		if got := effectiveFor(a, a.Settings()); got != before {
			t.Errorf("%s: got %+v, want %+v", name, got, before)
		}
	}
}

func TestCheckCode(t *testing.T) {
	t.Parallel()
	const rule = `a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got `
	long := "0123456789012345678901234567890123456789012345678901234567890123"
	tests := []struct{ code, want string }{
		{"DEMO", ""}, {"...", ""}, {".a", ""}, {"-", ""}, {"a_B.c-1", ""}, {"None", ""}, {long, ""},
		{"", rule + `""`}, {"A B", rule + `"A B"`}, {"a/b", rule + `"a/b"`}, {"é", rule + `"é"`}, {"A\n", rule + `"A\n"`},
		{long + "4", rule + `"` + long + `4"`}, {long + long, rule + `"` + (long + long)[:80] + `"`},
		{".", `a vendor code must not be . or .., because no client can call an address that contains it, got "."`},
		{"..", `a vendor code must not be . or .., because no client can call an address that contains it, got ".."`},
		{"none", `the vendor code "none" is reserved for calls without an account`},
	}
	for _, test := range tests {
		if got := messageOf(account.CheckCode(test.code)); got != test.want {
			t.Errorf("%q: got %q, want %q", test.code, got, test.want)
		}
	}
}

func TestCheckSnapshot(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"before": "", "World": "",
		"world": `a snapshot cannot have the name "world", because a reset to "world" builds a world`,
		"empty": `a snapshot cannot have the name "empty", because a reset to "empty" builds a world`,
		"a/b":   `the name of a snapshot has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got "a/b"`,
	} {
		if got := messageOf(account.CheckSnapshot(name)); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// messageOf returns the message of an error, "" for nil.
func messageOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// moveClock moves the clock of an account and returns the error alone.
func moveClock(t *testing.T, a *account.Account, move func(*clock.Clock) error) error {
	t.Helper()
	_, err := a.MoveClock(t.Context(), move)
	return err
}
