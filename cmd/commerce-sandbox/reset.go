package main

import (
	"context"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// resetting is the verb reset with its settings.
type resetting struct {
	remote remote
	to     string
	keep   []client.Part
}

func (p *program) reset() verb {
	r := &resetting{remote: p.remote()}
	return verb{
		name:    "reset",
		summary: "Takes an account back to a known state: its world, nothing, or a snapshot",
		examples: []string{
			name + " reset",
			name + " reset --to empty --keep clock,scenarios",
			name + " reset --account DEMO --to before-migration",
		},
		flags: r.remote.flags(
			r.remote.accountFlag(firstAccount),
			setting{name: "to", value: "world|empty|SNAPSHOT", preset: client.ToWorld, usage: "the state to go back to", set: text(&r.to)},
			setting{name: "keep", value: "PART", absent: "nothing", many: true,
				usage: "leave as it is: " + listed(client.Parts()), set: some(&r.keep, client.Parts()...)},
		),
		accept: r.remote.complete,
		run:    r.run,
	}
}

// some collects words, each of those that there are.
func some[T ~string](field *[]T, words ...T) func(string) error {
	return func(given string) error {
		var word T
		if err := oneOf(&word, words...)(given); err != nil {
			return err
		}
		*field = append(*field, word)
		return nil
	}
}

func (r *resetting) run(ctx context.Context) error {
	account, err := r.remote.account(ctx)
	if err != nil {
		return err
	}
	state, err := account.Reset(ctx, r.to, r.keep...)
	if err != nil {
		return err
	}
	back := "snapshot " + r.to
	switch r.to {
	case client.ToWorld:
		back = "world " + state.World
	case client.ToEmpty:
		back = "products and partners only"
	}
	_, err = fmt.Fprintf(r.remote.target.program.stdout, "account %s is back to %s; its clock is %s and shows %s UTC\n",
		account.Code, back, state.Clock.Mode, inUTC(state.Clock.Now))
	return err
}
