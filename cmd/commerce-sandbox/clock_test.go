package main

import "testing"

func TestClock(t *testing.T) {
	t.Parallel()
	s := reach(t)
	const account = "account DEMO: the clock "
	s.want(prints(account+"is real at 2026-10-09 12:00:00 UTC"), "clock")
	s.want(prints(account+"would be moved at 2026-10-17 12:00:00 UTC; nothing has changed\n"+
		"orders that leave a search without filters: 40, that enter it: 0\n"+
		"subscriptions that expire: 1, that are valid again: 0\n"+
		"SOAP sessions that end: 0, that are valid again: 0"), "clock", "--advance", "8d", "--dry-run")
	s.want(prints(account+"is real at 2026-10-09 12:00:00 UTC"), "clock", "--account", "DEMO")
	s.want(prints(account+"is moved at 2026-10-17 12:00:00 UTC"), "clock", "--advance", "8d")
	s.want(prints(account+"is frozen at 2026-12-24 00:00:00 UTC"), "clock", "--to", "2026-12-24", "--freeze")
	const back = "\nthe clock went back; no record changed with it, and listings leave out orders later than the clock"
	s.want(prints(account+"is real at 2026-10-09 12:00:00 UTC"+back), "clock", "--real")
	if err := s.Control().Account("DEMO").SetAnswer(t.Context(), "progress", "clock"); err != nil {
		t.Fatal(err)
	}
	s.want(prints(account+"is moved at 2026-11-09 12:00:00 UTC\n"+
		"time completed 11 orders, canceled 7, reversed 0 and approved 3; 10 subscriptions expired"), "clock", "--advance", "31d")
	s.want(fails("--to and --advance exclude each other"), "clock", "--to", "2026-12-24", "--advance", "1d")
	s.want(fails("--real excludes --to, --advance and --freeze"), "clock", "--real", "--freeze")
}
