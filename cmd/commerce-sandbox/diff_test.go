package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDiff compares an account with a snapshot before and after a change.
func TestDiff(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.call("snapshot", "take", "before")
	s.want(prints("before and account:DEMO have the same records"), "diff", "before")
	s.call("record", "set", "customers", "@customer-without-orders", "FirstName=Ida", "LastName=Maria")
	s.call("record", "delete", "campaigns", "@campaign-enabled")
	for file, args := range map[string][]string{"diff": {"diff", "before"}, "diff-limit": {"diff", "account:DEMO", "before", "--limit", "1"}} {
		got := s.call(args...)
		if got.code != exitFailed || got.stderr != name+": the records differ\n" {
			t.Errorf("%q: got %+v", args, got)
		}
		golden(t, filepath.Join("testdata", "commands", file+".txt"), ending{stdout: got.stdout})
	}
	if got := s.call("diff", "before", "--format", "json"); got.code != exitFailed || !strings.Contains(got.stdout, `"total": 2`) {
		t.Errorf("got %+v", got)
	}
	for want, args := range map[string][]string{
		"diff needs the name of a snapshot, or account:CODE,": {"diff"},
		`unknown snapshot "befor"; did you mean before?`:      {"diff", "befor"},
	} {
		if got := s.call(args...); got.code != exitUsage || !strings.HasPrefix(got.stderr, name+": "+want) {
			t.Errorf("%q: got %+v", args, got)
		}
	}
	s.wantPart(exitUsage, `unknown account "NOPE"`, "diff", "account:NOPE")
}
