package main

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

func TestScenario(t *testing.T) {
	t.Parallel()
	s := reach(t, func(o *sandbox.Options) { o.Scenarios = []string{"nulls-omitted"} })
	s.want(prints("customer-orders-forbidden is active for account DEMO for 2 calls or for 30s; it can affect customer-orders"),
		"scenario", "on", "customer-orders-forbidden", "--times", "2", "--for", "30s")
	s.want(warned("INVALID_CUSTOMER is active for account DEMO until it is deactivated; it can affect customer-orders",
		"rule 1 of customer-orders-forbidden does not act on calls that rule 1 of INVALID_CUSTOMER ends, of customer-orders"), "scenario", "on", "INVALID_CUSTOMER")
	if got := s.customer("customer-with-one-order"); got.Status != http.StatusBadRequest {
		t.Errorf("got %+v, want INVALID_CUSTOMER", got)
	}
	s.want(prints("INVALID_CUSTOMER is no longer active for account DEMO"), "scenario", "off", "INVALID_CUSTOMER")
	if got := s.customer("customer-with-one-order"); got.Status != http.StatusForbidden {
		t.Errorf("got %+v, want FORBIDDEN", got)
	}
	s.want(warned("FORBIDDEN is active for account DEMO until it is deactivated; it can affect customer-orders, upgrade-partner-subscriptions",
		"rule 1 of customer-orders-forbidden does not act on calls that rule 1 of FORBIDDEN ends, of customer-orders"), "scenario", "on", "FORBIDDEN")
	got := s.call("scenario")
	if listed := s.call("scenario", "list"); got != listed {
		t.Errorf("got %+v, want what list prints: %+v", got, listed)
	}
	got.stdout = linesOf(got.stdout, "NAME", "FORBIDDEN", "customer-orders-forbidden", "nulls-omitted", "slow")
	golden(t, filepath.Join("testdata", "commands", "scenario.txt"), got)
	s.want(prints("no scenario is active for account DEMO"), "scenario", "off", "--all")
	s.want(misuse("scenario off", `scenario "slow" is not active; no scenario is active`), "scenario", "off", "slow")
	if got := s.customer("customer-with-one-order"); got.Status != http.StatusOK {
		t.Errorf("got %+v, want it to work again", got)
	}
}

// linesOf returns the lines of a table that begin with one of the names, otherwise each
// new scenario would change a golden file.
func linesOf(table string, names ...string) string {
	var kept strings.Builder
	for line := range strings.Lines(table) {
		if name, _, _ := strings.Cut(line, " "); slices.Contains(names, name) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// A scenario that leaves rules of others out says so when it is activated.
func TestScenarioWarnings(t *testing.T) {
	t.Parallel()
	s := reach(t)
	file := filepath.Join(t.TempDir(), "misspelt.yaml")
	write(t, file, "rules:\n  - on: retrieve-order\n    when: order.ApproveStatus == \"Ok\"\n    cut: reset\n")
	const misspelt = `misspelt, line 3: when: order.ApproveStatus is never "Ok", only WAITING, OK, FRAUD or INVALIDDATA; did you mean OK?`
	s.want(warned("scenario misspelt is saved", misspelt), "scenario", "save", file)
	s.want(warned("misspelt is active for account DEMO until it is deactivated; it can affect retrieve-order", misspelt), "scenario", "on", "misspelt")
	s.want(prints("misspelt is no longer active for account DEMO"), "scenario", "off", "misspelt")
	s.want(prints("late-504 is active for account DEMO until it is deactivated; it can affect 16 operations"), "scenario", "on", "late-504")
	s.want(warned("outage is active for account DEMO until it is deactivated; it can affect 18 operations",
		"rule 1 of late-504 does not act on calls that rule 1 of outage ends, of every operation"), "scenario", "on", "outage")
}

// TestUnknownHandles warns of the handle of a move that the account does not have, where a
// scenario is checked, saved and activated.
func TestUnknownHandles(t *testing.T) {
	t.Parallel()
	s := reach(t)
	file := filepath.Join(t.TempDir(), "refunds.yaml")
	write(t, file, "rules:\n  - on: login\n    do: {before: [{refund: order order-compelte}, {cancel: order mine}]}\n")
	const misspelt, mine = `do: unknown handle order-compelte; did you mean order-complete?`, `do: unknown handle mine`
	const saved, active = "scenario refunds is saved", "refunds is active for account DEMO until it is deactivated; it can affect login"
	both := "refunds, line 3: " + misspelt + "\nwarning: refunds, line 3: " + mine
	s.want(warned(saved, both), "scenario", "save", file)
	s.want(warned(active, both), "scenario", "on", "refunds")
	must(t, s.Control().Account("DEMO").AddWorld(t.Context(), "customers: [{handle: mine, first_name: Ida, last_name: Moreau, country: fr}]\n"))
	s.want(warned(active, "refunds, line 3: "+misspelt), "scenario", "on", "refunds")
	write(t, file, "rules: [{on: login, do: {before: {cancel: order mine}}}]\n")
	s.want(prints("scenario other of account DEMO is saved and active"), "scenario", "save", file, "--own", "--name", "other")
	write(t, file, "rules: [{on: login, do: {before: {cancel: order mien}}}]\n")
	s.want(warned("scenario other of account DEMO is saved and active", "other, line 1: do: unknown handle mien; did you mean mine?"), "scenario", "save", file, "--own", "--name", "other")
	if got := s.call("check", file); !strings.Contains(got.stdout, "warning: [1:43] do: unknown handle mien") || got.code != exitDone {
		t.Errorf("got %+v", got)
	}
}

// warned returns the output of a command after success with a warning.
func warned(line, warning string) ending {
	want := prints(line)
	want.stderr = "warning: " + warning + "\n"
	return want
}

func TestScenarioNames(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.want(misuse("scenario on", `unknown scenario "slwo"; did you mean slow?`), "scenario", "on", "slwo")
	s.want(misuse("scenario show", `unknown scenario "xyzzy"; commerce-sandbox scenario list lists them; an error code is a name too`), "scenario", "show", "xyzzy")
	s.want(misuse("scenario list", `unknown account "DEMA"; did you mean DEMO?`), "scenario", "list", "--account", "DEMA")
	s.golden("scenario-show", "scenario", "show", "customer-orders-forbidden")
	s.golden("scenario-show-code", "scenario", "show", "FORBIDDEN")
}

// TestScenarioShowBroken shows a scenario with a fault in its file.
func TestScenarioShowBroken(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "mine.yaml"), "rules: [{on: nothing, cut: reset}]\n")
	s := reach(t, func(o *sandbox.Options) { o.ScenarioFolder = folder })
	broken := fails("scenario mine is broken: [1:14] unknown operation nothing\n>  1 | rules: [{on: nothing, cut: reset}]\n                    ^")
	broken.stdout = "# mine (folder)\n"
	s.want(broken, "scenario", "show", "mine")
	if got, want := s.row("mine", "scenario"), "- folder broken: [1:14] unknown operation nothing"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOwnScenarios saves a scenario for one account, replaces it and deletes it.
func TestOwnScenarios(t *testing.T) {
	t.Parallel()
	s := reach(t)
	file := filepath.Join(t.TempDir(), "mine.yaml")
	write(t, file, "rules: [{on: customer-orders, fail: FORBIDDEN}]\n")
	for range 2 {
		s.want(prints("scenario mine of account DEMO is saved and active"), "scenario", "save", file, "--own")
	}
	s.wantPart(exitDone, `"name": "other"`, "scenario", "save", file, "--own", "--name", "other", "--format", "json")
	if got := s.customer("customer-with-one-order"); got.Status != 403 {
		t.Errorf("got %+v, want FORBIDDEN", got)
	}
	for _, name := range []string{"mine", "other"} {
		s.want(prints(name+" is no longer active for account DEMO"), "scenario", "off", name)
	}
	if got, want := s.row("mine", "scenario"), "- account"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.want(prints("mine is active for account DEMO until it is deactivated; it can affect customer-orders"), "scenario", "on", "mine")
	s.want(prints("scenario mine of account DEMO is deleted"), "scenario", "delete", "mine", "--own")
	s.want(prints("scenario other of account DEMO is deleted"), "scenario", "delete", "other", "--own")
	if got := s.customer("customer-with-one-order"); got.Status != 200 {
		t.Errorf("got %+v", got)
	}
	for _, args := range [][]string{{"scenario", "delete", "slow", "--own"}, {"scenario", "delete", "gone", "--own"}} {
		s.wantPart(exitUsage, "", args...)
	}
	s.wantPart(exitFailed, "slow", "scenario", "save", file, "--own", "--name", "slow")
}

// TestScenarioReload lists the changes in the folder. The folder is watched too, and may
// have been read already; then the test makes another change.
func TestScenarioReload(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := reach(t, func(o *sandbox.Options) { o.ScenarioFolder = folder })
	unchanged := prints("nothing changed")
	s.want(unchanged, "scenario", "reload")
	for got := unchanged; got == unchanged; {
		write(t, filepath.Join(folder, "mine.yaml"), "rules: [{on: login, fail: INTERNAL_ERROR}]\n")
		if got = s.call("scenario", "reload"); got != unchanged && got != prints("NAME  CHANGE    FAULT\nmine  reloaded  -") {
			t.Errorf("got %+v", got)
		}
		write(t, filepath.Join(folder, "mine.yaml"), "rules: [{on: nothing, cut: reset}]\n")
		if got = s.call("scenario", "reload"); got != unchanged && got != prints("NAME  CHANGE    FAULT\nmine  reloaded  [1:14] unknown operation nothing") {
			t.Errorf("got %+v", got)
		}
	}
}
