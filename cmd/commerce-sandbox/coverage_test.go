package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func TestCoverage(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.customer("customer-with-one-order")
	s.As("ACME").Get("/orders/")
	folder := t.TempDir()
	all, one := filepath.Join(folder, "all.json"), filepath.Join(folder, "one.json")
	write(t, all, s.call("coverage", "--format", "json").stdout)
	write(t, one, s.call("coverage", "--format", "json", "--account", "ACME").stdout)
	s.golden("coverage", "coverage")
	s.golden("coverage-account", "coverage", "--account", "ACME", "--format", "markdown")
	s.golden("coverage-merged", "coverage", "--merge", all+","+one, "--merge", one)
	report, err := client.ReadCoverage([]byte(s.call("coverage", "--format", "json").stdout))
	if err != nil || report.Documented.Covered != 2 {
		t.Fatalf("got %+v, %v", report.Documented, err)
	}
	under := s.call("coverage", "--fail-under", "5.6")
	if want := name + ": 2 of 36 documented outcomes are covered, 5.5% of them; --fail-under requires 5.6%\n"; under.code != exitFailed || under.stderr != want {
		t.Errorf("got %+v, want %q", under, want)
	}
	s.wantPart(exitDone, "", "coverage", "--fail-under", "5.5")
	expectPart(t, exitDone, "", env{"SANDBOX_LISTEN": ":0"}, "coverage", "--merge", all)
	write(t, one, "[]")
	got := s.call("coverage", "--merge", one, "--merge", filepath.Join(folder, "gone.json"))
	if got.code != exitFailed || got.stdout != "" || !strings.Contains(got.stderr, one+": not a coverage report") || !strings.Contains(got.stderr, "gone.json: no such file") {
		t.Errorf("got %+v, want both files named", got)
	}
}
