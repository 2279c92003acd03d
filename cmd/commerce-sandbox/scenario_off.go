package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// scenarioOffCmd is the command scenario off with its flags.
type scenarioOffCmd struct {
	remote
	all    bool
	format format
}

func (p *program) scenarioOff() *cobra.Command {
	s := &scenarioOffCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:               "off NAME|--all",
		Short:             "Deactivate a scenario, or all scenarios, for an account",
		Example:           examples(name+" scenario off slow", name+" scenario off --all"),
		Args:              s.checkName,
		ValidArgsFunction: firstArgument(knownNames(scenarios)),
		RunE:              s.run,
	}
	s.define(c,
		s.accountFlag(firstAccount),
		flag{name: "all", usage: "deactivate every active scenario", set: toggle(&s.all)},
		formatFlag(&s.format),
	)
	return c
}

func (s *scenarioOffCmd) checkName(c *cobra.Command, args []string) error {
	switch {
	case !s.all:
		return oneArgument("the name of an active scenario, or --all")(c, args)
	case len(args) > 0:
		return errors.New("scenario off takes a name or --all, not both")
	}
	return nil
}

func (s *scenarioOffCmd) run(c *cobra.Command, args []string) error {
	account, err := s.account(c.Context())
	if err != nil {
		return err
	}
	text, err := s.deactivate(c.Context(), account, args)
	if err != nil {
		return err
	}
	if s.format == asJSON {
		return s.program.writeActive(c.Context(), account)
	}
	_, err = fmt.Fprintln(s.program.stdout, text)
	return err
}

// deactivate deactivates the scenario of the arguments, or all, and says so.
func (s *scenarioOffCmd) deactivate(ctx context.Context, account *client.Account, args []string) (string, error) {
	if s.all {
		return "no scenario is active for account " + account.Code, account.DeactivateAll(ctx)
	}
	return args[0] + " is no longer active for account " + account.Code, account.Deactivate(ctx, args[0])
}
