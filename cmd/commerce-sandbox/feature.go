package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// featureCmd is the command feature with its flags.
type featureCmd struct {
	remote
	format format
}

func (p *program) feature() *cobra.Command {
	f := &featureCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:               "feature [on|off FLAG]",
		GroupID:           groupRemote,
		Short:             "List the feature flags of an account, or switch one",
		Example:           examples(name+" feature", name+" feature off API_GET_CUSTOMER_ORDERS --account DEMO"),
		Args:              f.check,
		ValidArgsFunction: knownNames(features),
		RunE:              f.run,
	}
	f.define(c, f.accountFlag(firstAccount), formatFlag(&f.format))
	return c
}

// check puts on or off first; the flag may come first, too.
func (f *featureCmd) check(_ *cobra.Command, args []string) error {
	isState := func(text string) bool { return text == "on" || text == "off" }
	if len(args) == 2 && isState(args[1]) {
		args[0], args[1] = args[1], args[0]
	}
	if len(args) == 0 || len(args) == 2 && isState(args[0]) {
		return nil
	}
	return fmt.Errorf("feature takes on or off and a flag, got %q", args)
}

func (f *featureCmd) run(c *cobra.Command, args []string) error {
	account, err := f.account(c.Context())
	if err != nil {
		return err
	}
	if len(args) == 2 {
		change := account.DisableFeature
		if args[0] == "on" {
			change = account.EnableFeature
		}
		if err := change(c.Context(), args[1]); err != nil {
			return wrongName(err)
		}
	}
	return f.list(c.Context(), account)
}

func (f *featureCmd) list(ctx context.Context, account *client.Account) error {
	features, err := account.Features(ctx)
	if err != nil {
		return err
	}
	if f.format == asJSON {
		return f.program.writeJSON(map[string]any{"features": features, "total": len(features)})
	}
	return f.write(features)
}

func (f *featureCmd) write(features []client.Feature) error {
	var t table
	t.add("FEATURE", "STATE", "SUMMARY")
	for _, feature := range features {
		state := "off"
		if feature.Enabled {
			state = "on"
		}
		t.add(feature.Feature, state, feature.Summary)
	}
	return t.write(f.program.stdout)
}
