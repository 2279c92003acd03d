package main

import (
	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func worldVerb() verb {
	return parent("world", "List the worlds that ship, show one, begin one of your own", "Without a command it lists. check checks a world file.",
		verb{
			use: "list", short: "List the worlds that ship", examples: []string{"world list", "world list --format json"}, local: true,
			fetch: func(*request) (any, error) {
				rows, err := sandbox.Worlds()
				return map[string]any{"worlds": rows, "total": len(rows)}, err
			},
			answer: listOf{"worlds", client.World{}},
			text:   "NAME\tORDERS\tCUSTOMERS\tCAMPAIGNS\tHANDLES\tSUMMARY\n{{range .worlds}}{{.name}}\t{{.orders}}\t{{.customers}}\t{{.campaigns}}\t{{.handles}}\t{{.summary}}\n{{end}}",
		},
		verb{
			use: "show NAME", short: "Show the file of a world that ships", examples: []string{"world show default", "world show paging > world.yaml"}, local: true, plain: true,
			needs: "the name of a world that ships, such as default", args: []flag{{name: "name", complete: shippedWorlds}},
			fetch: func(r *request) (any, error) {
				text, err := sandbox.WorldText(r.args[0])
				return nil, r.print(text, err)
			},
		},
		verb{
			use: "new [FILE]", short: "Print a world file to begin with, or write it to a new file", examples: []string{"world new world.yaml", "world new > world.yaml"}, local: true, plain: true,
			needs: "the file to write, such as world.yaml", args: []flag{{name: "file", optional: true, complete: files}},
			fetch: func(r *request) (any, error) {
				if len(r.args) == 0 {
					return nil, r.print(sandbox.StarterWorld(), nil)
				}
				return nil, r.program.writeNew(r.args[0], sandbox.StarterWorld(), "; name a new file", "; start with it: "+name+" --world "+r.args[0])
			},
		},
		verb{
			use: "schema", short: "Print the JSON Schema of world files, for editors", examples: []string{"world schema > world.schema.json"}, local: true, plain: true,
			fetch: func(r *request) (any, error) { return nil, r.print(sandbox.WorldSchema(), nil) },
		},
	)
}

// print prints a text as it is.
func (r *request) print(text string, err error) error {
	if err == nil {
		err = writeText(text)(r.program.stdout)
	}
	return err
}

// shippedWorlds completes the name of a shipped world.
func shippedWorlds(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var found []cobra.Completion
	rows, _ := sandbox.Worlds() // a test loads them all
	for _, w := range rows {
		found = append(found, cobra.CompletionWithDesc(w.Name, w.Summary))
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}
