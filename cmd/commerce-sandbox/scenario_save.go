package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// scenarioSaveCmd is the command scenario save with its flags.
type scenarioSaveCmd struct {
	remote
	name   string
	own    bool // of the account alone
	format format
}

func (p *program) scenarioSave() *cobra.Command {
	s := &scenarioSaveCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:               "save FILE",
		Short:             "Save a scenario of your own in the library, or with --own for one account, under the name of its file",
		Example:           examples(name+" scenario save sandbox/scenarios/my-outage.yaml", name+" scenario save draft.yaml --name my-outage", name+" scenario save draft.yaml --own --account DEMO"),
		Args:              oneArgument("the file of a scenario, such as my-outage.yaml"),
		ValidArgsFunction: firstArgument(files),
		RunE:              s.run,
	}
	s.define(c, flag{name: "name", value: "NAME", usage: "name of the scenario; without it, that of the file", set: text(&s.name)},
		s.ownFlag("save it for one account alone, where it is active at once"), s.accountFlag(firstAccount), formatFlag(&s.format))
	return c
}

func (s *scenarioSaveCmd) ownFlag(usage string) flag {
	return flag{name: "own", usage: usage, set: toggle(&s.own)}
}

func (s *scenarioSaveCmd) run(c *cobra.Command, args []string) error {
	content, err := readSmall(args[0])
	if err != nil {
		return usage{err}
	}
	if s.name == "" {
		s.name = strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
	}
	if s.own {
		return s.saveOwn(c, string(content))
	}
	if err := s.client().PutScenario(c.Context(), s.name, string(content)); err != nil {
		return ofFile(err)
	}
	return s.reportSaved(c.Context())
}

func (s *scenarioSaveCmd) reportSaved(ctx context.Context) error {
	saved, err := s.client().Scenario(ctx, s.name)
	if err != nil {
		return err
	}
	if s.format == asJSON {
		return s.program.writeJSON(saved)
	}
	s.program.warnOf(saved.Scenario)
	_, err = fmt.Fprintf(s.program.stdout, "scenario %s is saved\n", s.name)
	return err
}

// saveOwn saves a scenario of the account and activates it.
func (s *scenarioSaveCmd) saveOwn(c *cobra.Command, text string) error {
	account, err := s.account(c.Context())
	if err != nil {
		return err
	}
	active, err := account.PutOwnScenario(c.Context(), s.name, text)
	if err != nil {
		return ofFile(err)
	}
	saved, err := account.Scenario(c.Context(), s.name)
	if err != nil {
		return err
	}
	s.program.warnOf(saved.Scenario)
	return s.program.report(s.format, active, "scenario %s of account %s is saved and active", s.name, account.Code)
}

func (p *program) scenarioDelete() *cobra.Command {
	s := &scenarioSaveCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "delete NAME",
		Short:   "Delete a scenario of your own from the library, or with --own from an account",
		Example: examples(name+" scenario delete my-outage", name+" scenario delete draft --own"),
		Args:    oneArgument("the name of a scenario of your own"),
		RunE:    s.delete,
	}
	s.define(c, s.ownFlag("delete the one of an account"), s.accountFlag(firstAccount), formatFlag(&s.format))
	return c
}

// ofAccount is the source of an account's own scenario.
const ofAccount = "account"

func (s *scenarioSaveCmd) delete(c *cobra.Command, args []string) error {
	if s.own {
		return s.deleteOwn(c.Context(), args[0])
	}
	if err := s.client().DeleteScenario(c.Context(), args[0]); err != nil {
		return wrongName(err)
	}
	return s.program.report(s.format, map[string]string{"deleted": args[0]}, "scenario %s is deleted", args[0])
}

func (s *scenarioSaveCmd) deleteOwn(ctx context.Context, name string) error {
	account, err := s.account(ctx)
	if err != nil {
		return err
	}
	known, err := account.Scenario(ctx, name)
	switch {
	case err != nil:
		return wrongName(err)
	case known.Source != ofAccount:
		return usage{fmt.Errorf("scenario %s is not of account %s alone; without --own it is deleted from the library", name, account.Code)}
	}
	if err := account.Deactivate(ctx, name); err != nil {
		return err
	}
	return s.program.report(s.format, map[string]string{"deleted": name, "account": account.Code}, "scenario %s of account %s is deleted", name, account.Code)
}
