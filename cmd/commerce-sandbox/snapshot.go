package main

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/client"

func snapshotVerb() verb {
	return parent("snapshot", "List the snapshots of an account, take one or delete one", "Without a command it lists. "+name+" reset --to SNAPSHOT goes back to one.",
		verb{
			use: "list", short: "List the snapshots of an account", examples: []string{"snapshot list", "snapshot list --account DEMO --format json"},
			account: firstAccount, send: "GET /accounts/{account}/snapshots",
			answer: listOf{"snapshots", client.Snapshot{}},
			text: "NAME\tSAVED\tACCOUNT TIME\tORDERS\n" + `{{range .snapshots -}}
{{.name}}	{{or (utc .time) "-"}}	{{or (utc .account_time) "-"}}	{{with .counts}}{{.orders}}{{else}}-{{end}}
{{end}}`,
		},
		verb{
			use: "take NAME", short: "Save the records of an account under a name, in place of an earlier snapshot of the name",
			examples: []string{"snapshot take before-migration"}, needs: "a name for the snapshot", args: []flag{{name: "name"}},
			account: firstAccount, send: "PUT /accounts/{account}/snapshots/{name}", answer: client.Snapshot{},
			text: `snapshot {{.name}} of account {{in "account"}} is saved{{with .counts}} with {{count .orders "order"}}{{end}}` + "\n",
		},
		verb{
			use: "delete NAME", short: "Delete a snapshot of an account", examples: []string{"snapshot delete before-migration"},
			needs: "the name of a snapshot", args: []flag{{name: "name"}},
			account: firstAccount, send: "DELETE /accounts/{account}/snapshots/{name}", answer: named{"deleted": "name", "account": "account"},
			text: "snapshot {{.deleted}} of account {{.account}} is deleted\n",
		},
	)
}
