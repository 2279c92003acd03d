package verdict

import (
	"fmt"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// TestCleared expects the results of accounts whose calls have left the journal, by resets and by
// clears, and also after a kill.
func TestCleared(t *testing.T) {
	t.Parallel()
	p := start(t)
	judge := func(passed bool) func(*account.Account) {
		v := client.Verdict{Time: at(3), Passed: passed, Result: client.ResultPassed}
		if !passed {
			v.Result, v.Failures = client.ResultFailed, []string{"asked"}
		}
		return func(a *account.Account) { a.Judge(v) }
	}
	call := func(a *account.Account) {
		p.call(a, 404)
		p.call(a, 200) // which covers an outcome
	}
	clear := func(a *account.Account) { a.ClearCalls() }
	reset := func(a *account.Account) {
		_, err := a.Reset(t.Context(), client.ToEmpty, nil)
		must(t, err)
	}
	passes, fails := judge(true), judge(false)
	var want []string
	for _, test := range []struct {
		steps []func(*account.Account)
		want  string // calls, refused, result, asked, later, failures, more
	}{
		{[]func(*account.Account){reset, clear}, "0 0 nothing to judge false 0 [] 0"},
		{[]func(*account.Account){call, clear}, "2 1 failed false 0 [B] 0"},
		{[]func(*account.Account){call, reset, call, reset, call}, "6 3 failed false 0 [C] 2"},
		{[]func(*account.Account){call, passes, reset, call, passes, reset}, "4 2 passed true 0 [] 0"},
		{[]func(*account.Account){call, passes, reset, call}, "4 2 passed true 2 [] 0"},
		{[]func(*account.Account){call, passes, call, clear, call}, "6 3 passed true 4 [] 0"},
		{[]func(*account.Account){call, passes, call, clear, call, passes}, "6 3 passed true 2 [] 0"},
		{[]func(*account.Account){call, fails, clear, call, passes}, "4 2 failed true 0 [asked] 0"},
		{[]func(*account.Account){call, clear, call, passes}, "4 2 failed true 0 [I] 0"},
		{[]func(*account.Account){call, passes, clear, call, fails, call}, "6 3 failed true 2 [asked] 0"},
		{[]func(*account.Account){fails, reset}, "0 0 failed true 0 [asked] 0"},
	} {
		code := string(rune('A' + len(want)))
		p.open(code, "ci")
		for _, step := range test.steps {
			a, _ := p.registry.Find(code)
			step(a)
		}
		want = append(want, code+" "+test.want+"\n")
	}
	results := func() (lines []string, calls int64) {
		got, covered := p.find("ci")
		if 2*covered != got.Calls {
			t.Errorf("got %d covered calls, want half of %d", covered, got.Calls)
		}
		for _, a := range got.Accounts {
			lines = append(lines, fmt.Sprintln(a.VendorCode, a.Calls, a.Refused, a.Verdict.Result, a.Verdict.Asked, a.Verdict.Later, a.Verdict.Failures, a.Verdict.More))
		}
		return lines, got.Calls
	}
	got, _ := results()
	p.want("present", got, want)
	if slices.Contains(p.within, 0) {
		t.Error("calls under way count at once, want a wait for them or none")
	}
	p.delete("J")
	got, _ = results()
	p.want("deleted", got, want)

	p = startOver(t, p.store)
	got, calls := results()
	if len(got) != len(want) || calls != 36 || got[2] != "C 4 2 failed false 0 [C] 1\n" {
		t.Errorf("after a kill: got %q with %d calls, want those before the latest clear, verdict or deletion", got, calls)
	}
}

// TestJoinedRefusals counts calls refused in one way together, before and after a clear.
func TestJoinedRefusals(t *testing.T) {
	t.Parallel()
	way := func(why string, calls int, ids ...string) client.Refusal {
		return client.Refusal{Operation: "login", Status: 401, Cause: client.ByClient, Why: why, Calls: calls, IDs: ids}
	}
	before := client.RunAccount{Refusals: []client.Refusal{way("a", 2, "A-1")}}
	now := client.RunAccount{Refusals: []client.Refusal{way("a", 3, "A-5"), way("b", 1, "A-8")}}
	got := fmt.Sprint(joinRows(before, now).Refusals)
	if want := fmt.Sprint([]client.Refusal{way("a", 5, "A-1"), way("b", 1, "A-8")}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
