package main

import (
	"context"
	"errors"
	"fmt"
)

// switchingOff is the verb scenario off with its settings.
type switchingOff struct {
	remote remote
	name   string
	all    bool
}

func (p *program) scenarioOff() verb {
	s := &switchingOff{remote: p.remote()}
	return verb{
		name:      "off",
		summary:   "Ends a scenario, or all of them, for an account",
		arguments: "NAME|--all",
		examples:  []string{name + " scenario off slow", name + " scenario off --all"},
		flags: s.remote.flags(
			s.remote.accountFlag(firstAccount),
			setting{name: "all", usage: "end every scenario that is in force", set: onSwitch(&s.all)},
		),
		accept: all(s.accept, s.remote.complete),
		run:    s.run,
	}
}

func (s *switchingOff) accept(args []string) error {
	switch {
	case !s.all:
		return argument(&s.name, "scenario off", "the name of a scenario in force, or --all")(args)
	case len(args) > 0:
		return errors.New("scenario off takes a name or --all, not both")
	}
	return nil
}

func (s *switchingOff) run(ctx context.Context) error {
	account, err := s.remote.account(ctx)
	if err != nil {
		return err
	}
	what := s.name + " is"
	if s.all {
		what = "all scenarios are"
		err = account.DeactivateAll(ctx)
	} else {
		err = account.Deactivate(ctx, s.name)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.remote.target.program.stdout, "%s off for account %s\n", what, account.Code)
	return err
}
