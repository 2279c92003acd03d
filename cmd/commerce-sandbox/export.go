package main

import (
	"io"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func exportVerb() verb {
	format, output := client.ExportWorld, toStdout
	return verb{
		use: "export [ACCOUNT]", short: "Write all records of an account as a world file, or as JSON",
		long: "Write all records of an account as a world file, or as JSON: orders with their\nforms, subscriptions, customers, campaigns, products, partners, settings, handles\n" +
			"and running numbers. The world file opens to the same records:\n" + name + " serve --world FILE.",
		examples: []string{"export > world.yaml", "export DEMO --output demo.yaml", "export DEMO --format json | jq '.orders[].RefNo'"},
		needs:    "one account", args: []flag{accountArgument}, account: firstAccount, plain: true,
		flags: []flag{
			{name: "format", value: "world|json", preset: string(client.ExportWorld), usage: "world file, or one JSON object",
				set: to(&format, oneOf(client.ExportFormats()...)), complete: words(client.ExportFormats()...)},
			{name: "output", value: "FILE", preset: toStdout, usage: "file that appears when it is complete; - is stdout", set: to(&output, text), complete: files},
		},
		fetch: withAccount(func(r *request, account *client.Account) (any, error) {
			return nil, r.program.writeFile(output, func(to io.Writer) error { return account.Export(r.ctx, format, to) })
		}),
	}
}
