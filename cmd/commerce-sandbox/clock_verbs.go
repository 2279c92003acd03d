package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// realClock is the mode of a clock with the time of the machine.
const realClock = "real"

func (p *program) clockShow() *cobra.Command {
	k := &clockCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "show",
		Short:   "Show what the clock of an account shows",
		Example: examples(name+" clock show", name+" clock show --account DEMO --format json"),
		RunE:    k.run,
	}
	k.define(c, k.accountFlag(firstAccount), formatFlag(&k.format))
	return c
}

func (p *program) clockSet() *cobra.Command {
	k := &clockCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "set MOMENT",
		Short:   "Move the clock of an account to a moment, from which it runs on",
		Example: examples(name+" clock set 2026-10-09", name+" clock set '2026-10-09 12:00:00' --freeze"),
		Args:    all(oneArgument("a moment, such as 2026-10-09"), first(&k.change.Now), isMoment),
		RunE:    k.run,
	}
	k.define(c, k.accountFlag(firstAccount), k.freezeFlag(), k.dryFlag(), formatFlag(&k.format))
	return c
}

func (p *program) clockAdvance() *cobra.Command {
	k := &clockCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "advance DURATION",
		Short:   "Move the clock of an account by a duration",
		Example: examples(name+" clock advance 8d", name+" clock advance 1mo --dry-run", name+" clock advance -- -1d12h"),
		Args:    all(oneArgument("a duration, such as 8d"), first(&k.change.Advance)),
		RunE:    k.run,
	}
	k.define(c, k.accountFlag(firstAccount), k.freezeFlag(), k.dryFlag(), formatFlag(&k.format))
	c.SetFlagErrorFunc(negativeDuration)
	return c
}

// negativeDuration explains that a duration with a minus looks like a flag.
func negativeDuration(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if letters := unknown.GetSpecifiedShortnames(); letters != "" && strings.Contains("0123456789", letters[:1]) {
			return fmt.Errorf("-%s looks like a flag; write -- before it: %s -- -%s", letters, strings.TrimPrefix(c.CommandPath(), name+" "), letters)
		}
	}
	return flagError(c, err)
}

func (p *program) clockFreeze() *cobra.Command {
	k := &clockCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "freeze [MOMENT]",
		Short:   "Stop the clock of an account, at a moment or where it is",
		Example: examples(name+" clock freeze", name+" clock freeze '2026-10-09 12:00:00' --account DEMO"),
		Args: all(atMostOne("a moment, such as 2026-10-09"), first(&k.change.Now), isMoment, func(*cobra.Command, []string) error {
			k.change.Freeze = true
			return nil
		}),
		RunE: k.run,
	}
	k.define(c, k.accountFlag(firstAccount), k.dryFlag(), formatFlag(&k.format))
	return c
}

func (p *program) clockReal() *cobra.Command {
	k := &clockCmd{remote: p.remote()}
	k.change.Mode = realClock
	c := &cobra.Command{
		Use:     "real",
		Short:   "Let the clock of an account show the time of the machine again",
		Example: examples(name + " clock real"),
		RunE:    k.run,
	}
	k.define(c, k.accountFlag(firstAccount), k.dryFlag(), formatFlag(&k.format))
	return c
}

// first sets a field to the first argument, if there is one.
func first(field *string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		if err := text(field)(args[0]); err != nil {
			return fmt.Errorf("the first argument %w", err)
		}
		return nil
	}
}

// isMoment reports an invalid moment among the arguments.
func isMoment(_ *cobra.Command, args []string) error {
	if len(args) == 0 || args[0] == "" {
		return nil // reported already, or optional
	}
	if _, err := sandbox.ParseMoment(args[0]); err != nil {
		return fmt.Errorf("MOMENT is wrong: %w", err)
	}
	return nil
}
