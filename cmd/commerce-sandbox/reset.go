package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// resetCmd is the command reset with its flags.
type resetCmd struct {
	remote
	to     string
	keep   []client.Part
	format format
}

func (p *program) reset() *cobra.Command {
	r := &resetCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "reset",
		GroupID: groupRemote,
		Short:   "Take an account back to a known state: its world, nothing, or a snapshot",
		Example: examples(
			name+" reset",
			name+" reset --to empty --keep clock,scenarios",
			name+" reset --account DEMO --to before-migration",
		),
		RunE: r.run,
	}
	r.addFlags(c)
	return c
}

func (r *resetCmd) addFlags(c *cobra.Command) {
	r.define(c,
		r.accountFlag(firstAccount),
		flag{name: "to", value: "world|empty|SNAPSHOT", preset: client.ToWorld, usage: "state to go back to",
			set: text(&r.to), complete: words(client.ToWorld, client.ToEmpty)},
		flag{name: "keep", value: "PART", many: true, usage: "part to leave as it is: " + choice(client.Parts()),
			set: someOf(&r.keep, client.Parts()...), complete: words(client.Parts()...)},
		formatFlag(&r.format),
	)
}

func (r *resetCmd) run(c *cobra.Command, _ []string) error {
	account, err := r.account(c.Context())
	if err != nil {
		return err
	}
	state, err := account.Reset(c.Context(), r.to, r.keep...)
	if err != nil {
		return err
	}
	if r.format == asJSON {
		return r.program.writeJSON(state)
	}
	_, err = fmt.Fprintf(r.program.stdout, "account %s is back to %s; its clock is %s and shows %s UTC\n",
		account.Code, r.state("world "+state.World), state.Clock.Mode, inUTC(state.Clock.Now))
	return err
}

// state returns the state an account goes back to.
func (r *resetCmd) state(world string) string {
	switch r.to {
	case client.ToWorld:
		return world
	case client.ToEmpty:
		return "products and partners only"
	}
	return "snapshot " + r.to
}
