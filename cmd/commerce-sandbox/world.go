package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// world is the parent of the commands about worlds. By itself it lists.
func (p *program) world() *cobra.Command {
	c := p.verb(parent("world", "List the worlds that ship, show one, begin one of your own", "Without a command it lists. check checks a world file.", verb{
		use: "list", short: "List the worlds that ship", examples: []string{"world list", "world list --format json"}, local: true,
		fetch: func(*request) (any, error) {
			rows, err := sandbox.Worlds()
			return map[string]any{"worlds": rows, "total": len(rows)}, err
		},
		answer: struct {
			Worlds []client.World `json:"worlds"`
			Total  int            `json:"total"`
		}{},
		text: "NAME\tORDERS\tCUSTOMERS\tCAMPAIGNS\tHANDLES\tSUMMARY\n{{range .worlds}}{{.name}}\t{{.orders}}\t{{.customers}}\t{{.campaigns}}\t{{.handles}}\t{{.summary}}\n{{end}}",
	}))
	c.GroupID = groupLocal
	c.AddCommand(p.worldShow(), p.worldNew(), p.worldSchema())
	return c
}

func (p *program) worldShow() *cobra.Command {
	return &cobra.Command{
		Use:               "show NAME",
		Short:             "Show the file of a world that ships",
		Example:           examples(name+" world show default", name+" world show paging > world.yaml"),
		Args:              oneArgument("the name of a world that ships, such as default"),
		ValidArgsFunction: firstArgument(shippedWorlds),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := sandbox.WorldText(args[0])
			if err == nil {
				_, err = io.WriteString(p.stdout, text)
			}
			return err
		},
	}
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

func (p *program) worldNew() *cobra.Command {
	return &cobra.Command{
		Use:               "new [FILE]",
		Short:             "Print a world file to begin with, or write it to a new file",
		Example:           examples(name+" world new world.yaml", name+" world new > world.yaml"),
		Args:              atMostOne("the file to write, such as world.yaml"),
		ValidArgsFunction: firstArgument(files),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				_, err := io.WriteString(p.stdout, sandbox.StarterWorld())
				return err
			}
			return p.writeNew(args[0], sandbox.StarterWorld(), "; name a new file", "; start with it: "+name+" --world "+args[0])
		},
	}
}

func (p *program) worldSchema() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of world files, for editors",
		Example: examples(name + " world schema > world.schema.json"),
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(p.stdout, sandbox.WorldSchema())
			return err
		},
	}
}
