package main

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/client"

func runsVerb() verb {
	return parent("runs", "List the runs of a sandbox, or delete one; a run is the accounts of one execution of a test suite", "Without a command it lists. verdict --run sums one up.",
		verb{
			use: "list", short: "List the runs, the one that opened an account last at the end", examples: []string{"runs list", "runs list --format json"},
			send: "GET /runs", answer: client.RunList{},
			text: "RUN\tRESULT\tCALLS\tREFUSED\tCOVERED\tOPENED (UTC)\tLAST (UTC)\tACCOUNTS\tDELETED\n" + `{{range .runs -}}
{{.run}}	{{.result}}	{{.calls}}	{{.refused}}	{{.covered.covered}} of {{.covered.outcomes}}	{{utc .opened}}	{{utc .last}}	{{.accounts}}	{{.deleted}}
{{end}}{{with .dropped}}
{{count . "older run"}} gone, because the sandbox keeps the last ones only
{{end}}`,
		},
		verb{
			use: "delete RUN", short: "Delete a run with its accounts, never the first account of the sandbox", examples: []string{"runs delete ci-17"},
			needs: "the name of a run", args: []flag{{name: "run"}}, send: "DELETE /runs/{run}", answer: client.DeletedRun{},
			text: `run {{.run}} is deleted with {{count .deleted "account"}}{{with .kept}}; account {{.}} stays, because the sandbox was started with it{{end}}` + "\n",
		},
	)
}

// runFlag selects a run.
func runFlag() flag {
	return flag{name: "run", value: "RUN", usage: "all accounts of a run, deleted ones too, in place of one account"}
}
