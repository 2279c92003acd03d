package main

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func clockVerb() verb {
	dry := flag{name: "dry-run", usage: "print what the change would do, and change nothing", kind: value(toggle)}
	freeze := flag{name: "freeze", usage: "stop the clock there", kind: value(toggle)}
	at := flag{name: "now", kind: value(momentText)}
	change := func(v verb, flags ...flag) verb {
		v.account, v.flags, v.send, v.answer = firstAccount, flags, "PUT /accounts/{account}/clock", client.Clock{}
		v.text = `account {{in "account"}}: the clock is {{clock .}}
{{with .changed}}{{.}}
{{end}}{{with .note}}{{.}}
{{end}}`
		v.dryRun, v.dryText = client.ClockPreview{}, `account {{in "account"}}: the clock would be {{clock .clock.after}}; nothing has changed
{{range .consequences}}{{.count}} {{.what}} {{.does}}
{{else}}no order would leave or enter the default search, and nothing would begin or end
{{end}}{{with .progress}}{{if .more}}more is due behind them
{{end}}{{end}}`
		return v
	}
	show := change(verb{use: "show", short: "Show what the clock of an account shows", examples: []string{"clock show", "clock show --account DEMO --format json"}})
	show.send = "GET /accounts/{account}/clock"
	clock := parent("clock", "Show what the clock of an account shows, or change it", "", show,
		change(verb{
			use: "set MOMENT", short: "Move the clock of an account to a moment, from which it runs on",
			examples: []string{"clock set 2026-10-09", "clock set '2026-10-09 12:00:00' --freeze"},
			needs:    "a moment, such as 2026-10-09", args: []flag{at},
		}, freeze, dry),
		change(verb{
			use: "advance DURATION", short: "Move the clock of an account by a duration",
			examples: []string{"clock advance 8d", "clock advance 1mo --dry-run", "clock advance -- -1d12h"},
			needs:    "a duration, such as 8d", args: []flag{{name: "advance"}},
		}, freeze, dry),
		change(verb{
			use: "freeze [MOMENT]", short: "Stop the clock of an account, at a moment or where it is",
			examples: []string{"clock freeze", "clock freeze '2026-10-09 12:00:00' --account DEMO"},
			needs:    "a moment, such as 2026-10-09", args: []flag{{name: "now", kind: at.kind, optional: true}},
			prepare: func(r *request) error { r.in["freeze"] = true; return nil },
		}, dry),
		change(verb{
			use: "real", short: "Let the clock of an account show the time of the machine again", examples: []string{"clock real"},
			prepare: func(r *request) error { r.in["mode"] = "real"; return nil },
		}, dry),
	)
	clock.examples = []string{"clock", "clock advance 8d", "clock freeze '2026-10-09 12:00:00' --account DEMO"}
	return clock
}

// momentText sets a moment, as it was written.
func momentText(field *string, given string) error {
	*field = given
	return moment(new(time.Time), given)
}
