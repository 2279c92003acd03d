package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// scenarioOnCmd is the command scenario on with its flags.
type scenarioOnCmd struct {
	remote
	limits client.ActivationLimits
}

func (p *program) scenarioOn() *cobra.Command {
	s := &scenarioOnCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:   "on NAME",
		Short: "Activate a scenario, or a bare error code, for an account",
		Example: examples(
			name+" scenario on slow",
			name+" scenario on customer-orders-forbidden --times 1",
			name+" scenario on FORBIDDEN --for 30s",
		),
		Args:              oneArgument("the name of a scenario or an error code, such as slow or FORBIDDEN"),
		ValidArgsFunction: firstArgument(s.completions(s.scenarios)),
		RunE:              s.run,
	}
	s.define(c,
		s.accountFlag(firstAccount),
		flag{name: "times", value: "N", usage: "number of calls that it affects; without it, any number", set: number(&s.limits.Times, 1)},
		flag{name: "for", value: "DURATION", usage: "how long it stays active; without it, until it is deactivated", set: s.setFor},
	)
	return c
}

func (s *scenarioOnCmd) setFor(given string) error {
	err := duration(&s.limits.For)(given)
	if err == nil && s.limits.For == 0 {
		err = errors.New("must be longer than 0s")
	}
	return err
}

func (s *scenarioOnCmd) run(c *cobra.Command, args []string) error {
	account, err := s.account(c.Context())
	if err != nil {
		return err
	}
	if err := account.Activate(c.Context(), args[0], s.limits); err != nil {
		return err
	}
	var ends []string
	if s.limits.Times > 0 {
		ends = append(ends, "for "+count(s.limits.Times, "call"))
	}
	if s.limits.For > 0 {
		ends = append(ends, "for "+s.limits.For.String())
	}
	if len(ends) == 0 {
		ends = []string{"until it is deactivated"}
	}
	_, err = fmt.Fprintf(s.program.stdout, "%s is active for account %s %s\n", args[0], account.Code, strings.Join(ends, " or "))
	return err
}
