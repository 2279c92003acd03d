package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// exportCmd is the command export with its flags.
type exportCmd struct {
	remote
	format client.ExportFormat
	output string
}

func (p *program) export() *cobra.Command {
	e := &exportCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "export [ACCOUNT]",
		GroupID: groupRemote,
		Short:   "Write all records of an account as a world file, or as JSON",
		Long: "Write all records of an account as a world file, or as JSON: orders with their\nforms, subscriptions, customers, campaigns, products, partners, settings, handles\n" +
			"and running numbers. The world file opens to the same records:\n" + name + " serve --world FILE.",
		Example: examples(
			name+" export > world.yaml",
			name+" export DEMO --output demo.yaml",
			name+" export DEMO --format json | jq '.orders[].RefNo'",
		),
		Args: e.arguments,
		RunE: e.run,
	}
	e.addFlags(c)
	return c
}

func (e *exportCmd) addFlags(c *cobra.Command) {
	e.define(c,
		e.accountFlag(firstAccount),
		flag{name: "format", value: "world|json", preset: string(client.ExportWorld), usage: "world file, or one JSON object",
			set: oneOf(&e.format, client.ExportFormats()...), complete: words(client.ExportFormats()...)},
		flag{name: "output", value: "FILE", preset: toStdout, usage: "file that appears when it is complete; - is stdout", set: text(&e.output), complete: files},
	)
}

// arguments accepts the account, unless a flag names it.
func (e *exportCmd) arguments(_ *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return fmt.Errorf("export needs one account at most, got %q", strings.Join(args, " "))
	case len(args) == 1 && e.code != "" && e.code != args[0]:
		return fmt.Errorf("export needs one account, got %s and --account %s", args[0], e.code)
	case len(args) == 1:
		e.code = args[0]
	}
	return nil
}

func (e *exportCmd) run(c *cobra.Command, _ []string) error {
	account, err := e.account(c.Context())
	if err != nil {
		return err
	}
	return e.program.writeFile(e.output, func(to io.Writer) error { return account.Export(c.Context(), e.format, to) })
}
