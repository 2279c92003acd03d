package main

import (
	"testing"
)

func TestClock(t *testing.T) {
	t.Parallel()
	s := reach(t)
	const account = "account DEMO: the clock "
	s.want(prints(account+"is real at 2026-10-09 12:00:00 UTC"), "clock")
	s.want(prints(account+"would be moved at 2026-10-17 12:00:00 UTC; nothing has changed\n"+
		"40 orders leave the default search\n1 subscription expires"), "clock", "advance", "8d", "--dry-run")
	s.want(prints(account+"is real at 2026-10-09 12:00:00 UTC"), "clock", "--account", "DEMO")
	s.want(prints(account+"is moved at 2026-10-17 12:00:00 UTC"), "clock", "advance", "8d")
	s.want(prints(account+"is frozen at 2026-12-24 00:00:00 UTC"), "clock", "set", "2026-12-24", "--freeze")
	s.want(prints(account+"is frozen at 2027-01-24 00:00:00 UTC"), "clock", "advance", "1mo")
	s.want(prints(account+"is frozen at 2028-01-24 00:00:00 UTC"), "clock", "advance", "1y", "--freeze")
	const back = "\nthe clock went back; no record changed with it, and listings leave out orders later than the clock"
	s.want(prints(account+"is real at 2026-10-09 12:00:00 UTC"+back), "clock", "real")
	must(t, s.Control().Account("DEMO").SetAnswer(t.Context(), "progress", "clock"))
	s.want(prints(account+"is moved at 2026-11-09 12:00:00 UTC\n"+
		"11 orders were completed, 7 orders were canceled, 3 orders were approved, 10 subscriptions were disabled"), "clock", "advance", "31d")
	s.want(misuse("clock", `unknown command "shwo"; did you mean show?`), "clock", "shwo")
	s.want(misuse("clock set", `clock set needs a moment, such as 2026-10-09, got ""`), "clock", "set")
	s.want(misuse("clock advance", "-1d12h looks like a flag; write -- before it: clock advance -- -1d12h"), "clock", "advance", "-1d12h")
}

// TestClockVerbs changes the clock by the commands below clock.
func TestClockVerbs(t *testing.T) {
	t.Parallel()
	s := reach(t)
	const account = "account DEMO: the clock "
	s.want(prints(account+"is moved at 2026-12-24 00:00:00 UTC"), "clock", "set", "2026-12-24")
	s.want(prints(account+"is frozen at 2026-12-24 00:00:00 UTC"), "clock", "freeze")
	s.want(prints(account+"is frozen at 2026-12-22 12:00:00 UTC\nthe clock went back; no record changed with it, and listings leave out orders later than the clock"),
		"clock", "advance", "--freeze", "--", "-1d12h")
	s.want(prints(account+"is frozen at 2026-12-25 06:00:00 UTC"), "clock", "freeze", "2026-12-25 06:00:00", "--account", "DEMO")
	s.want(prints(`{
  "now": "2026-12-25T06:00:00Z",
  "mode": "frozen"
}`), "clock", "show", "--format", "json")
	s.wantPart(exitDone, `"dry_run": true`, "clock", "real", "--dry-run", "--format", "json")
}
