package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// switchingOn is the verb scenario on with its settings.
type switchingOn struct {
	remote remote
	name   string
	limits client.ActivationLimits
}

func (p *program) scenarioOn() verb {
	s := &switchingOn{remote: p.remote()}
	return verb{
		name:      "on",
		summary:   "Puts a scenario, or a bare error code, in force for an account",
		arguments: "NAME",
		examples: []string{
			name + " scenario on slow",
			name + " scenario on customer-orders-forbidden --times 1",
			name + " scenario on FORBIDDEN --for 30s",
		},
		flags: s.remote.flags(
			s.remote.accountFlag(firstAccount),
			setting{name: "times", value: "N", absent: "without end", usage: "how many calls it bends", set: number(&s.limits.Times, 1)},
			setting{name: "for", value: "DURATION", absent: "until it is switched off", usage: "how long it is in force", set: s.forDuration},
		),
		accept: all(argument(&s.name, "scenario on", "the name of a scenario or an error code, such as slow or FORBIDDEN"), s.remote.complete),
		run:    s.run,
	}
}

func (s *switchingOn) forDuration(given string) error {
	err := duration(&s.limits.For)(given)
	if err == nil && s.limits.For == 0 {
		err = errors.New("must be longer than 0s")
	}
	return err
}

func (s *switchingOn) run(ctx context.Context) error {
	account, err := s.remote.account(ctx)
	if err != nil {
		return err
	}
	if err := account.Activate(ctx, s.name, s.limits); err != nil {
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
		ends = []string{"until it is switched off"}
	}
	_, err = fmt.Fprintf(s.remote.target.program.stdout, "%s is in force for account %s %s\n", s.name, account.Code, strings.Join(ends, " or "))
	return err
}
