package main

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/client"

func diffVerb() verb {
	return verb{
		use: "diff FROM [TO]", short: "Show how the records of an account differ from a snapshot or from another account (exit code 1 if they do)",
		examples: []string{"diff before-migration", "diff before-migration after-migration", "diff account:OTHER --format json"},
		needs:    "the name of a snapshot, or account:CODE, and may have another one", args: []flag{{name: "from"}, {name: "to", optional: true}},
		account: firstAccount,
		flags:   []flag{{name: "limit", value: "N", preset: "100", usage: "how many records are shown, at most 1000", kind: value(number[int](1))}},
		send:    "GET /accounts/{account}/differences", answer: client.Differences{},
		text: `{{range .notes}}{{.}}
{{end}}{{range .records}}{{.change}} {{.kind}} {{.id}}{{with .name}} {{.}}{{end}}
{{range .fields}}  {{.path}}: {{orIfNull .a "none"}} -> {{orIfNull .b "none"}}
{{end}}{{end}}{{if eq .total 0}}{{.from}} and {{.to}} have the same records
{{else if lt (len .records) .total}}{{len .records}} of {{count .total "difference"}}; --limit shows more
{{end}}`,
		untrue: "{{if .total}}the records differ{{end}}",
	}
}
