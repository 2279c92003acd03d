package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestRuns opens the accounts of a run, sums it up before and after they are deleted,
// and compares it with an earlier report.
func TestRuns(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.customer("customer-with-one-order") // in no run
	earlier := filepath.Join(t.TempDir(), "main.json")
	write(t, earlier, s.call("coverage", "--format", "json").stdout)
	for _, label := range []string{"good", "bad"} {
		if got := s.call("account", "open", strings.ToUpper(label), "--run", "ci-17", "--label", "test_"+label, "--ttl", "1h"); got.code != exitDone {
			t.Fatalf("got %+v", got)
		}
		s.As(strings.ToUpper(label)).Get("/orders/?Limit=1")
	}
	s.want(prints("account GOOD is deleted"), "account", "delete", "GOOD")
	s.golden("runs", "runs")
	s.golden("verdict-run", "verdict", "--run", "ci-17", "--before", earlier)
	s.golden("verdict-run-markdown", "verdict", "--run", "ci-17", "--before", earlier, "--format", "markdown")
	s.As("BAD").Get("/orders/0/sale/?SaleId=abc")
	got := s.call("verdict", "--run", "ci-17", "--format", "junit")
	if want := name + ": run ci-17 fails: the verdict of 1 account of 2 fails\n"; got.code != exitFailed || got.stderr != want || !strings.Contains(got.stdout, `name="test_bad"`) {
		t.Errorf("got %+v, want %q", got, want)
	}
	s.wantPart(exitFailed, "2 of 36 documented outcomes", "coverage", "--run", "ci-17", "--fail-under", "6")
	s.want(prints("run ci-17 is deleted with 1 account"), "runs", "delete", "ci-17")
}

func TestRunsMisused(t *testing.T) {
	t.Parallel()
	s := reach(t)
	const unknown = `unknown run "ci-1"`
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"verdict", "--run", "ci-1"}, unknown},
		{[]string{"coverage", "--run", "ci-1"}, unknown},
		{[]string{"runs", "delete", "ci-1"}, unknown},
		{[]string{"verdict", "DEMO", "--run", "ci-1"}, "give an account or --run, not both"},
		{[]string{"verdict", "--run", "ci-1", "--since", "DEMO-1"}, "--since is for one account; --run sums up the verdicts that its tests asked for"},
		{[]string{"verdict", "--format", "markdown"}, "--format markdown needs --run"},
		{[]string{"verdict", "--before", "x.json"}, "--before needs --run"},
		{[]string{"account", "open", "--label", "two\nlines"}, `a label is printable text without line breaks, got "two\nlines"`},
	} {
		if got := s.call(test.args...); got.code != exitUsage || !strings.HasPrefix(got.stderr, name+": "+test.want+"\nSee ") {
			t.Errorf("%q: got %+v, want %s", test.args, got, test.want)
		}
	}
}

// TestVerdictIsAskedOnce takes the output and the exit code of the command from one
// answer, because calls go on meanwhile.
func TestVerdictIsAskedOnce(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=0")
	var asked atomic.Int32
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/verdict") {
			asked.Add(1)
			defer s.Get("/orders/?Limit=0") // a second answer would count it
		}
		s.Sandbox().Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(between.Close)
	got := call(t, nil, "verdict", "--url", between.URL)
	if asked.Load() != 1 || got.code != 1 || !strings.HasPrefix(got.stdout, "DEMO: failed, 1 call\n") {
		t.Errorf("asked %d times, got %+v", asked.Load(), got)
	}
}
