package account_test

import (
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

var noon = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// shelf is where the accounts of a test are kept, and how often a world was
// built for one.
type shelf struct {
	store  *boltstore.DB
	worlds atomic.Int32
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	store, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "accounts.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Check(); err != nil {
			t.Error(err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return &shelf{store: store}
}

// book opens the accounts as a start of the program with these flags does.
func (s *shelf) book(t *testing.T, flags account.Baseline) *account.Registry {
	t.Helper()
	b, err := account.NewRegistry(account.Options{
		Store: s.store, Snapshots: s.store, Journal: journal.New(journal.Defaults()), Library: scenario.NewLibrary(scenario.LibraryOptions{}),
		Wall: func() time.Time { return noon }, Seed: s.open, Baseline: flags,
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (s *shelf) open(account.SeedRequest) (commerce.World, error) {
	s.worlds.Add(1)
	return commerce.World{
		Orders: slices.Values([]commerce.OrderRecord{}), Subscriptions: slices.Values([]commerce.Subscription{}),
		Settings: commerce.UpsellSettings{UpsellingDisplayType: "overlay"},
	}, nil
}

func find(t *testing.T, b *account.Registry, code string) *account.Account {
	t.Helper()
	a, err := b.FindOrOpen(code)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// stance is what calls ask of a settlement.
type stance struct {
	secret   string
	customer bool   // API_GET_CUSTOMER_ORDERS
	nulls    string // the answer to open question nulls
	skew     time.Duration
	now      time.Time
}

func stanceOf(a *account.Account, s *account.Settings) stance {
	return stance{s.Secret, s.Features[catalog.GetCustomerOrders], s.Answers.Get(catalog.Nulls), s.Skew, a.Clock.Now()}
}

// TestWhatWins wants a scenario to win over what the account decided, that over
// the start flags, and these over the defaults; and after another start, with
// other flags, the flags of that start where the account decided nothing.
func TestWhatWins(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 5, 13, 0, 0, 0, 0, time.UTC)
	plain := account.Baseline{Secret: "plain"}
	flags := account.Baseline{
		Secret: "flag", Clock: &day,
		Features: map[catalog.Feature]bool{catalog.GetCustomerOrders: false},
		Answers:  map[catalog.QuestionID]string{catalog.Nulls: "omitted", catalog.RESTSkew: "1m"},
	}
	s := newShelf(t)
	first := s.book(t, plain)
	silent := find(t, first, "SILENT")
	decided := find(t, first, "DECIDED")
	for _, err := range []error{
		decided.SetFeature(catalog.GetCustomerOrders, true),
		decided.SetAnswer(catalog.Nulls, "shown"),
		decided.MoveClock(func(c *clock.Clock) error { return c.Advance(time.Hour) }),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := first.Open(account.OpenRequest{Code: "SECRET", Document: account.Document{Secret: "own"}}); err != nil {
		t.Fatal(err)
	}
	second := s.book(t, flags)
	bend := func(a *account.Account) *account.Settings {
		bent, err := a.Settings().With(map[catalog.Feature]bool{catalog.GetCustomerOrders: false}, map[catalog.QuestionID]string{catalog.RESTSkew: "off"})
		if err != nil {
			t.Fatal(err)
		}
		return bent
	}
	again := func(code string) *account.Account { return find(t, second, code) }
	tests := []struct {
		name string
		got  stance
		want stance
	}{
		{"defaults", stanceOf(silent, silent.Settings()), stance{"plain", true, "shown", 5 * time.Minute, noon}},
		{"flags", stanceOf(again("SILENT"), again("SILENT").Settings()), stance{"flag", false, "omitted", time.Minute, day}},
		{"flags of a new account", stanceOf(again("NEW"), again("NEW").Settings()), stance{"flag", false, "omitted", time.Minute, day}},
		{"account", stanceOf(again("DECIDED"), again("DECIDED").Settings()), stance{"flag", true, "shown", time.Minute, noon.Add(time.Hour)}},
		{"secret of its own", stanceOf(again("SECRET"), again("SECRET").Settings()), stance{"own", false, "omitted", time.Minute, day}},
		{"scenario", stanceOf(again("DECIDED"), bend(again("DECIDED"))), stance{"flag", false, "shown", 1<<63 - 1, noon.Add(time.Hour)}},
		{"the account after it", stanceOf(again("DECIDED"), again("DECIDED").Settings()), stance{"flag", true, "shown", time.Minute, noon.Add(time.Hour)}},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, test.got, test.want)
		}
	}
	if got := s.worlds.Load(); got != 4 {
		t.Errorf("got %d worlds, want one for each of 4 accounts", got)
	}
}

// TestUnknownDecisions wants what the catalogue does not know refused, and the
// account left as it was.
func TestUnknownDecisions(t *testing.T) {
	t.Parallel()
	a := find(t, newShelf(t).book(t, account.Baseline{}), "DEMO")
	before := a.Document()
	for _, err := range []error{
		a.SetFeature("API_NONE", true),
		a.SetAnswer(catalog.Nulls, "perhaps"),
		a.SetAnswer("no-question", "yes"),
		a.MoveClock(func(c *clock.Clock) error { return c.Set(time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC)) }),
	} {
		if err == nil {
			t.Error("got no error")
		}
	}
	if got := a.Document(); !reflect.DeepEqual(got, before) {
		t.Errorf("got %+v, want %+v", got, before)
	}
}

// TestResetKeeps wants each part back at the baseline unless it is kept, and
// the secret and the age of the data as a reset has them.
func TestResetKeeps(t *testing.T) {
	t.Parallel()
	for _, keep := range append(account.Parts(), "") {
		t.Run("keep "+string(keep), func(t *testing.T) {
			t.Parallel()
			b := newShelf(t).book(t, account.Baseline{Secret: "flag"})
			a, err := b.Open(account.OpenRequest{Code: "DEMO", Document: account.Document{Secret: "own"}, Scenarios: []string{"outage"}})
			if err != nil {
				t.Fatal(err)
			}
			opened := a.Document().Epoch
			for _, err := range []error{
				a.SetFeature(catalog.GetCustomerOrders, false),
				a.SetAnswer(catalog.Nulls, "omitted"),
				a.MoveClock(func(c *clock.Clock) error { return c.Advance(time.Hour) }),
				a.Reset(account.ToWorld, []account.Part{keep}),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			want := stance{"own", keep != account.KeepFeatures, "shown", 5 * time.Minute, noon}
			if keep == account.KeepQuestions {
				want.nulls = "omitted"
			}
			if keep == account.KeepClock {
				want.now = noon.Add(time.Hour)
			}
			if got := stanceOf(a, a.Settings()); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if got, want := len(a.Director.Active()) == 1, keep == account.KeepScenarios; got != want {
				t.Errorf("the scenario is in force: got %t, want %t", got, want)
			}
			if got := a.Document(); got.Epoch != opened+1 || !got.SeededAt.Equal(want.now) {
				t.Errorf("got epoch %d, filled %s, want %d, %s", got.Epoch, got.SeededAt, opened+1, want.now)
			}
		})
	}
}

// TestOpenOnce makes many first calls at once: all get the same account, whose
// world is built once.
func TestOpenOnce(t *testing.T) {
	t.Parallel()
	const callers = 50
	s := newShelf(t)
	b := s.book(t, account.Baseline{})
	var calling sync.WaitGroup
	var got [callers]*account.Account
	for i := range got {
		calling.Go(func() { got[i] = find(t, b, "DEMO") })
	}
	calling.Wait()
	for _, a := range got {
		if a != got[0] {
			t.Fatal("two callers got two accounts of one code")
		}
	}
	if n := s.worlds.Load(); n != 1 {
		t.Errorf("got %d worlds, want 1", n)
	}
}

func TestCheckCode(t *testing.T) {
	t.Parallel()
	const rule = `a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got `
	long := "0123456789012345678901234567890123456789012345678901234567890123"
	tests := []struct{ code, want string }{
		{"DEMO", ""}, {".", ""}, {"-", ""}, {"a_B.c-1", ""}, {"None", ""}, {long, ""},
		{"", rule + `""`}, {"A B", rule + `"A B"`}, {"a/b", rule + `"a/b"`}, {"é", rule + `"é"`}, {"A\n", rule + `"A\n"`},
		{long + "4", rule + `"` + long + `4"`}, {long + long, rule + `"` + (long + long)[:80] + `"`},
		{"none", `the vendor code "none" is taken by the calls that belong to no account`},
	}
	for _, test := range tests {
		got := ""
		if err := account.CheckCode(test.code); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.code, got, test.want)
		}
	}
}
