package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// accountSetCmd is the command account set with its flags.
type accountSetCmd struct {
	remote
	discard *bool
	format  format
}

func (p *program) accountSet() *cobra.Command {
	a := &accountSetCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "set CODE",
		Short:   "Make the calls of an account store nothing, or store again what they change",
		Example: examples(name+" account set DEMO --discard-writes", name+" account set DEMO --discard-writes=false"),
		Args:    all(oneArgument("the vendor code of an account"), a.choose),
		RunE:    a.run,
	}
	a.define(c, flag{name: "discard-writes", usage: "answer calls that write as usual, and store nothing of them; =false to store again", set: maybe(&a.discard)}, formatFlag(&a.format))
	return c
}

// choose requires a flag with a setting.
func (a *accountSetCmd) choose(*cobra.Command, []string) error {
	if a.discard == nil {
		return errors.New("account set needs --discard-writes or --discard-writes=false")
	}
	return nil
}

func (a *accountSetCmd) run(c *cobra.Command, args []string) error {
	account := a.client().Account(args[0])
	if err := account.DiscardWrites(c.Context(), *a.discard); err != nil {
		return err
	}
	state, err := account.State(c.Context())
	if err != nil {
		return err
	}
	does := "store what they change"
	if *a.discard {
		does = "store nothing"
	}
	return a.program.report(a.format, state, "calls of account %s %s", args[0], does)
}
