package verdict

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

var noon = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// process is the runs of a process with accounts without records.
type process struct {
	*testing.T
	*Runs
	store    *boltstore.DB
	registry *account.Registry
	calls    *journal.Journal
	past     atomic.Int64 // since noon
	fault    error        // from judging
	judging  sync.Mutex   // guards within, because a stop judges all accounts at once
	within   []time.Duration
}

// start returns a process. Each verdict of an account with calls fails for its code.
func start(t *testing.T) *process {
	t.Helper()
	store, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "accounts.db"), NoSync: true})
	must(t, err)
	t.Cleanup(func() {
		if err := errors.Join(store.Check(), store.Close()); err != nil {
			t.Error(err)
		}
	})
	return startOver(t, store)
}

// startOver returns the next process over a store.
func startOver(t *testing.T, store *boltstore.DB) *process {
	t.Helper()
	p := &process{T: t, store: store, calls: journal.New(journal.Defaults())}
	p.Runs = NewRuns(RunsOptions{Wall: p.now, Store: store.Runs(), Log: slog.New(slog.DiscardHandler), Judge: p.judge})
	var err error
	p.registry, err = account.NewRegistry(account.Options{
		Store: store, Snapshots: store, Journal: p.calls, Library: scenario.NewLibrary(scenario.LibraryOptions{}), Wall: p.now, Runs: p.Runs,
		Seed: func(account.SeedRequest) (commerce.World, error) {
			return commerce.World{
				Customers: slices.Values([]record.Customer{}), Orders: slices.Values([]record.StoredOrder{}), Subscriptions: slices.Values([]record.Subscription{}),
				Settings: record.UpsellSettings{UpsellingDisplayType: catalog.OverlayDisplay},
			}, nil
		},
	})
	must(t, err)
	p.Resume(p.registry)
	return p
}

// judge fails for the code of an account with calls.
func (p *process) judge(a *account.Account, within time.Duration) (client.Verdict, error) {
	p.judging.Lock()
	p.within = append(p.within, within)
	p.judging.Unlock()
	switch {
	case p.fault != nil:
		return client.Verdict{}, p.fault
	case a.Ring.Counts().Total > 0:
		return client.Verdict{Time: p.now(), Result: client.ResultFailed, Failures: []string{a.Code}}, nil
	}
	return client.Verdict{Time: p.now(), Passed: true, Result: client.NothingToJudge}, nil
}

func (p *process) now() time.Time { return noon.Add(time.Duration(p.past.Load())) }

// at returns a moment, so many seconds after noon.
func at(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }

// open opens an account of a run, a second after the last one.
func (p *process) open(code, run string) *account.Account {
	p.Helper()
	p.past.Add(int64(time.Second))
	a, err := p.registry.Open(p.Context(), account.OpenRequest{Code: code, Document: account.Document{Run: run, Label: "test_" + code}})
	if err != nil {
		p.Fatal(err)
	}
	return a
}

// call records a call of an account, and covers an outcome of login.
func (p *process) call(a *account.Account, status int) {
	d := p.calls.Begin(httptest.NewRequestWithContext(p.Context(), "GET", "/orders/", nil), p.now())
	a.Ring.NextID(d)
	d.ResponseHead(status, "", nil)
	d.Close(p.now())
	a.Coverage.Count(&client.LastCall{}, catalog.Login, status, "")
}

// delete deletes an account, a second after the last change.
func (p *process) delete(code string) {
	p.Helper()
	p.past.Add(int64(time.Second))
	if gone, err := p.registry.Delete(p.Context(), code); err != nil || !gone {
		p.Fatal(gone, err)
	}
}

// find returns a run and the calls that its coverage counts. It drops the coverage.
func (p *process) find(name string) (client.Run, int64) {
	p.Helper()
	run, known := p.Find(name, p.registry)
	if !known {
		p.Fatalf("run %s is unknown", name)
	}
	covered := int64(0)
	for _, o := range run.Coverage.Outcomes {
		covered += int64(o.Count)
	}
	run.Coverage = client.CoverageReport{}
	return run, covered
}

// want compares two values.
func (p *process) want(what string, got, want any) {
	p.Helper()
	if !reflect.DeepEqual(got, want) {
		p.Errorf("%s:\ngot  %+v\nwant %+v", what, got, want)
	}
}

// TestRun keeps the verdict, the counts and the coverage of an account when it is deleted.
func TestRun(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.open("NONE", "")
	asked, left := p.open("ASKED", "ci"), p.open("LEFT", "ci")
	p.call(asked, 200)
	p.call(asked, 404)
	p.call(left, 200)
	asked.Judge(client.Verdict{Time: at(3), Passed: true, Result: client.ResultPassed, Refused: []client.Refusal{{Status: 404, Calls: 1, IDs: []string{"ASKED-2", "ASKED-9"}}}})
	p.call(asked, 200)
	failed := client.RunVerdict{Time: at(3), Result: client.ResultFailed, Failures: []string{"LEFT"}}
	last := at(3)
	want := client.Run{Name: "ci", Opened: at(2), Result: client.ResultFailed, Failed: 1, Calls: 4, Refused: 1, Duration: 1, Accounts: []client.RunAccount{
		{VendorCode: "ASKED", Label: "test_ASKED", Opened: at(2), Calls: 3, Refused: 1, LastCall: &last, Refusals: []client.Refusal{{Status: 404, Calls: 1, IDs: []string{"ASKED-2"}}},
			Verdict: client.RunVerdict{Asked: true, Time: at(3), Result: client.ResultPassed, Passed: true, Failures: []string{}, Later: 1}},
		{VendorCode: "LEFT", Label: "test_LEFT", Opened: at(3), Calls: 1, LastCall: &last, Refusals: []client.Refusal{}, Verdict: failed},
	}}
	got, covered := p.find("ci")
	p.want("present", got, want)
	if covered != 3 { // 404 without a code is no outcome
		t.Errorf("got %d covered calls, want 3", covered)
	}
	if len(p.within) != 1 || p.within[0] <= 0 || p.within[0] > settling {
		t.Errorf("waited %v for calls under way, want up to %v once", p.within, settling)
	}
	p.delete("LEFT")
	p.delete("ASKED")
	p.delete("NONE")
	if left := p.registry.All(); len(left) != 0 {
		t.Errorf("got %d accounts, want none", len(left))
	}
	if got := p.within[1:]; !slices.Equal(got, []time.Duration{0}) {
		t.Errorf("the deletion waited %v, want not", got)
	}
	deleted := []time.Time{at(5), at(4)}
	want.Accounts[0].Deleted, want.Accounts[1].Deleted = &deleted[0], &deleted[1]
	want.Accounts[1].Verdict.Time = at(4)
	got, covered = p.find("ci")
	p.want("deleted", got, want)
	if covered != 3 {
		t.Errorf("got %d covered calls after the deletion, want 3", covered)
	}
	if got, known := p.Find("", p.registry); known {
		t.Errorf("accounts without a run: got %+v", got)
	}
	p.want("list", p.List(p.registry), client.RunList{Total: 1, Runs: []client.RunLine{{
		Name: "ci", Opened: at(2), Last: at(3), Deleted: 2, Result: client.ResultFailed, Failed: 1, Calls: 4, Refused: 1, Duration: 1, Covered: p.covered("ci"),
	}}})
}

// covered returns how many outcomes a run covered.
func (p *process) covered(name string) client.CoverageTotal {
	run, _ := p.Find(name, p.registry)
	return run.Coverage.Documented
}

// idle is the line of a run whose accounts nobody called.
func (p *process) idle(name string, opened, last, accounts int) client.RunLine {
	return client.RunLine{Name: name, Opened: at(opened), Last: at(last), Accounts: accounts, Result: client.NothingToJudge, Covered: p.covered(name)}
}

// TestRestart expects the results of accounts after a restart: of deleted ones, of those with a
// verdict, and of those without one when the sandbox stopped. Further calls count with the earlier ones.
func TestRestart(t *testing.T) {
	t.Parallel()
	p := start(t)
	gone, asked, left := p.open("GONE", "ci"), p.open("ASKED", "ci"), p.open("LEFT", "ci")
	for _, a := range []*account.Account{gone, asked, left} {
		p.call(a, 200)
		p.call(a, 404)
	}
	asked.Judge(client.Verdict{Time: at(3), Passed: true, Result: client.ResultPassed})
	p.delete("GONE")
	p.open("IDLE", "other")
	p.Save(p.registry)
	want, calls := p.find("ci")

	p = startOver(t, p.store)
	p.past.Store(int64(time.Minute))
	got, covered := p.find("ci")
	if p.want("run", got, want); covered != calls || calls != 3 {
		t.Errorf("got %d covered calls, want %d", covered, calls)
	}
	if got, _ := p.find("other"); got.Result != client.NothingToJudge || got.Passed || got.Failed != 0 {
		t.Errorf("got %+v, want nothing to judge", got)
	}
	for _, a := range p.registry.All() {
		p.call(a, 200)
	}
	got, covered = p.find("ci")
	if got.Calls != want.Calls+2 || got.Refused != want.Refused || covered != calls+2 || got.Duration != 59 {
		t.Errorf("got %+v, %d covered calls", got, covered)
	}
	var results []string
	for _, a := range got.Accounts {
		results = append(results, fmt.Sprintln(a.VendorCode, a.Calls, a.Verdict.Result, a.Verdict.Later, a.Verdict.Failures, a.Verdict.More))
	}
	p.want("results", results, []string{"GONE 2 failed 0 [GONE] 0\n", "ASKED 3 passed 1 [] 0\n", "LEFT 3 failed 0 [LEFT] 1\n"})

	p.delete("LEFT")
	if _, _, err := p.Delete(t.Context(), "ci", "", p.registry); err != nil {
		t.Fatal(err)
	}
	if texts, err := p.store.Runs().All(); err != nil || len(texts) != 1 {
		t.Errorf("got %q, %v, want the row of another run alone", texts, err)
	}
}

// TestKilled expects the result of an account whose sandbox was killed between the deletion of the
// account and its row.
func TestKilled(t *testing.T) {
	t.Parallel()
	p := start(t)
	a := p.open("A", "ci")
	p.call(a, 200)
	a.Judge(client.Verdict{Time: at(7), Passed: true, Result: client.ResultPassed})
	must(t, p.store.DeleteAccount(t.Context(), "A"))
	p = startOver(t, p.store)
	got, covered := p.find("ci")
	if len(got.Accounts) != 1 || covered != 1 || !got.Passed || got.Accounts[0].Deleted == nil || !got.Accounts[0].Deleted.Equal(at(7)) {
		t.Errorf("got %+v", got)
	}
}

// TestUnreadableRows starts without the results that cannot be read.
func TestUnreadableRows(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.open("A", "ci")
	p.Save(p.registry)
	must(t, p.store.Runs().Put(t.Context(), "0/B", []byte(`{"run":`)))
	if got, _ := startOver(t, p.store).find("ci"); len(got.Accounts) != 1 {
		t.Errorf("got %+v", got)
	}
}

// TestBefore compares a run with the one that began before it.
func TestBefore(t *testing.T) {
	t.Parallel()
	p := start(t)
	refuse := func(code, run, label string, ways ...client.Refusal) {
		p.past.Add(int64(time.Second))
		a, err := p.registry.Open(t.Context(), account.OpenRequest{Code: code, Document: account.Document{Run: run, Label: label}})
		must(t, err)
		p.call(a, 200)
		a.Judge(client.Verdict{Passed: true, Result: client.ResultPassed, Refused: ways})
	}
	known := client.Refusal{Operation: "cancel-order", Status: 403, Code: "FORBIDDEN", Cause: client.ByClient, IDs: []string{}}
	more := client.Refusal{Operation: "cancel-order", Status: 404, Code: "ORDER_NOT_FOUND", Cause: client.ByClient, IDs: []string{"C-1"}}
	refuse("A", "first", "test_a", known)
	refuse("B", "second", "test_b")
	refuse("C", "third", "test_a", known, more)
	refuse("D", "fourth", "test_a", known, more)
	for run, want := range map[string]*client.RunBefore{
		"first":  nil,
		"second": {Name: "first", Refusals: []client.RunRefusal{}, NewlyMissing: []client.CoverageOutcome{}},
		"third": {Name: "second", NewlyMissing: []client.CoverageOutcome{}, Refusals: []client.RunRefusal{
			{VendorCode: "C", Label: "test_a", Refusal: known}, {VendorCode: "C", Label: "test_a", Refusal: more},
		}},
		"fourth": {Name: "third", Refusals: []client.RunRefusal{}, NewlyMissing: []client.CoverageOutcome{}},
	} {
		got, _ := p.find(run)
		p.want(run, got.Before, want)
	}
	lost, _ := p.registry.Find("D")
	lost.Coverage.Clear()
	if got, _ := p.find("fourth"); len(got.Before.NewlyMissing) != 1 || got.Before.NewlyMissing[0].Operation != string(catalog.Login) {
		t.Errorf("got %+v, want login as missing", got.Before.NewlyMissing)
	}
}

// TestUnjudged says why an account of a run has no verdict.
func TestUnjudged(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.open("A", "ci")
	p.fault = errors.New("the conditions take too long")
	got, _ := p.find("ci")
	p.want("verdict", got.Accounts[0].Verdict, client.RunVerdict{Time: at(1), Result: client.ResultFailed, Failures: []string{"no verdict: the conditions take too long"}})
}

// TestOrder lists the run with the latest account last, and an account by its opening.
func TestOrder(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.open("B", "one")
	p.open("C", "two")
	p.open("A", "one")
	p.want("list", p.List(p.registry), client.RunList{Total: 2, Runs: []client.RunLine{
		p.idle("two", 2, 2, 1), p.idle("one", 1, 3, 2),
	}})
	names, dropped := p.Names()
	if run, _ := p.find("one"); !slices.Equal(names, []string{"two", "one"}) || dropped != 0 || run.Accounts[0].VendorCode != "B" {
		t.Errorf("got %q, %d dropped, first %+v", names, dropped, run.Accounts[0])
	}
	again := startOver(t, p.store)
	p.want("list after a restart", again.List(again.registry), p.List(p.registry))
}

// TestSameMoment lists accounts of one moment by their codes.
func TestSameMoment(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, code := range []string{"B", "A", "C"} {
		p.past.Store(0)
		p.open(code, "ci")
	}
	p.delete("A")
	got, _ := p.find("ci")
	if a := got.Accounts; a[0].VendorCode != "A" || a[1].VendorCode != "B" || a[2].VendorCode != "C" {
		t.Errorf("got %+v", a)
	}
}

// TestDelete deletes a run with its accounts, and keeps the first account of the sandbox.
func TestDelete(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.open("DEMO", "ci")
	p.open("A", "ci")
	p.open("B", "other")
	p.open("GONE", "ci")
	p.delete("GONE")
	got, known, err := p.Delete(t.Context(), "ci", "DEMO", p.registry)
	if p.want("deletion", got, client.DeletedRun{Name: "ci", Deleted: 1, Kept: "DEMO"}); !known || err != nil || p.deleted != 0 {
		t.Errorf("got %t, %v, %d rows", known, err, p.deleted)
	}
	if got, known, err := p.Delete(t.Context(), "none", "DEMO", p.registry); known || err != nil {
		t.Errorf("an unknown run: got %+v, %t, %v", got, known, err)
	}
	if names, _ := p.Names(); !slices.Equal(names, []string{"other"}) || len(p.registry.All()) != 2 {
		t.Errorf("got %q and %d accounts, want other and 2", names, len(p.registry.All()))
	}
	if _, known, err := p.Delete(t.Context(), "other", "DEMO", p.registry); !known || err != nil {
		t.Errorf("the only run: got %t, %v", known, err)
	}
	if names, _ := p.Names(); len(names) != 0 {
		t.Errorf("got %q, want no run", names)
	}
	p.delete("DEMO") // of a run that is gone
	if texts, err := p.store.Runs().All(); err != nil || len(texts) != 0 || p.deleted != 0 {
		t.Errorf("got %d rows and %d stored ones, %v, want none", p.deleted, len(texts), err)
	}
}

// TestMaxRuns drops the oldest runs with their rows.
func TestMaxRuns(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.open("A", "run-0")
	p.delete("A")
	a := p.open("B", "run-1")
	for n := 2; n <= MaxRuns; n++ {
		must(t, a.Change(t.Context(), account.Change{Run: new(fmt.Sprintf("run-%d", n))}))
		if names, dropped := p.Names(); n < MaxRuns && (names[0] != "run-0" || dropped != 0 || p.deleted != 1) {
			t.Fatalf("got %q, %d dropped, %d rows", names, dropped, p.deleted)
		}
	}
	names, dropped := p.Names()
	if len(names) != MaxRuns || names[0] != "run-1" || dropped != 1 || p.deleted != 0 {
		t.Errorf("got %d runs from %s on, %d dropped, %d rows", len(names), names[0], dropped, p.deleted)
	}
	if list := p.List(p.registry); list.Total != MaxRuns || list.Dropped != 1 {
		t.Errorf("got %d, %d dropped", list.Total, list.Dropped)
	}
}

// TestMaxDeleted drops the oldest row of the oldest run with rows.
func TestMaxDeleted(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.open("EMPTY", "empty")
	for _, code := range []string{"A", "B", "C", "D"} {
		p.open(code, "ci")
	}
	p.delete("A")
	p.deleted = MaxDeleted - 2 // as if there were others
	p.delete("B")
	p.delete("C")
	if got, _ := p.find("ci"); len(got.Accounts) != 4 || got.Dropped != 0 || p.deleted != MaxDeleted {
		t.Errorf("got %+v", got)
	}
	kept, _, _ := p.at("ci", p.registry)
	p.delete("D")
	if kept.rows[0].VendorCode != "A" {
		t.Errorf("what was read before: got %+v", kept.rows)
	}
	got, _ := p.find("ci")
	if len(got.Accounts) != 3 || got.Accounts[0].VendorCode != "B" || got.Dropped != 1 || p.deleted != MaxDeleted {
		t.Errorf("got %+v, %d rows", got, p.deleted)
	}
	p.want("list", p.List(p.registry).Runs[1], client.RunLine{
		Name: "ci", Opened: at(2), Last: at(5), Deleted: 4, Result: client.NothingToJudge, Covered: p.covered("ci"),
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
