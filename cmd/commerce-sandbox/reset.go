package main

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/client"

func resetVerb() verb {
	return verb{
		use: "reset", short: "Take an account back to a known state: its world, nothing, or a snapshot",
		examples: []string{"reset", "reset --to empty --keep clock,scenarios", "reset --account DEMO --to before-migration"},
		account:  firstAccount,
		flags: []flag{
			{name: "to", value: "world|empty|SNAPSHOT", preset: client.ToWorld, usage: "state to go back to", complete: words(client.ToWorld, client.ToEmpty)},
			{name: "keep", value: "PART", many: true, usage: "part to leave as it is: " + choice(client.Parts()),
				kind: value(someOf(client.Parts()...)), complete: words(client.Parts()...)},
		},
		send: "POST /accounts/{account}/reset", answer: client.AccountState{},
		text: `account {{in "account"}} is back to {{with in "to"}}{{if eq . "world"}}world {{$.world}}{{else if eq . "empty"}}products and partners only{{else}}snapshot {{.}}{{end}}{{end}}` +
			`; its clock is {{.clock.mode}} and shows {{utc .clock.now}} UTC` + "\n",
	}
}
