package account_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

func TestNamesOfRuns(t *testing.T) {
	t.Parallel()
	const rule = "a run has 1 to 64 of the characters A-Z a-z 0-9 . _ -, and is not . or .., got "
	for name, want := range map[string]string{
		"nightly": "", "...": "", "": rule + `""`, ".": rule + `"."`, "..": rule + `".."`, "a b": rule + `"a b"`,
	} {
		if got := messageOf(account.CheckRun(name)); got != want {
			t.Errorf("run %q: got %q, want %q", name, got, want)
		}
	}
	long := strings.Repeat("x", 64)
	for label, want := range map[string]string{
		"": "", "Käufer mit 2 Bestellungen": "", long: "",
		long + "x": "a label has at most 64 bytes, got 65",
		"a\nb":     `a label is printable text without line breaks, got "a\nb"`,
		"a\xff":    `a label is printable text without line breaks, got "a\xff"`,
	} {
		if got := messageOf(account.CheckLabel(label)); got != want {
			t.Errorf("label %q: got %q, want %q", label, got, want)
		}
	}
}

// TestJudge keeps the latest verdict on an account until its calls leave the journal. The run
// hears of that before, and a reset opens no other account.
func TestJudge(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	a := find(t, e.start(t, account.Baseline{}), "A")
	if got := a.Judgement(); got != nil {
		t.Errorf("got %+v before it was judged", got)
	}
	e.record(a)
	a.Judge(client.Verdict{Passed: true})
	e.record(a)
	refused := []client.Refusal{{Status: 401}}
	a.Judge(client.Verdict{Time: noon, Failures: []string{"a failure"}, Refused: refused})
	want := &account.Judgement{Verdict: client.RunVerdict{Time: noon, Failures: []string{"a failure"}, Asked: true}, Refused: refused, Calls: 2}
	if got := a.Judgement(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	must(t, reset(t, &a, client.ToWorld, []client.Part{client.KeepJournal}))
	if got := a.Judgement(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v with the calls, want %+v", got, want)
	}
	must(t, reset(t, &a, client.ToWorld, nil))
	a.ClearCalls()
	if got := a.Judgement(); got != nil {
		t.Errorf("got %+v without the calls, want none", got)
	}
	if got, want := strings.Join(e.runs, ", "), "opened A, judged A, judged A, cleared A after a judgement, cleared A"; got != want {
		t.Errorf("got runs %s, want %s", got, want)
	}
	if got := a.Document().OpenedAt(); !got.Equal(noon) {
		t.Errorf("got %s, want the time before the resets", got)
	}
}
