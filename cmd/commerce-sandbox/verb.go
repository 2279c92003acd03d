package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
)

// name is what the program is called.
const name = "commerce-sandbox"

// verb is one thing the program does.
type verb struct {
	name      string
	summary   string // one line, for the list of verbs
	arguments string // how the help writes them, "" for none
	examples  []string
	fails     string // when the exit code is 1, "" where just something went wrong
	flags     []setting
	accept    func(args []string) error // all faults of arguments and settings, joined; may be nil
	run       func(context.Context) error

	verbs []verb // of a family, which has nothing else but name and summary
}

// verbs are all that the program does. The first is what it does without a verb.
func (p *program) verbs() []verb {
	return []verb{
		p.serve(), p.ready(), p.scenario(), p.questions(), p.reset(), p.requests(), p.explain(), p.coverage(),
		p.check(), p.sign(), p.version(),
	}
}

// command makes the tree of commands.
func (p *program) command(args []string) *cobra.Command {
	root := p.family(name, p.verbs())
	root.SetArgs(append([]string{}, args...)) // nil would mean those of the process
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.CompletionOptions.DisableDefaultCmd = true
	return root
}

// family makes the command above several verbs. Without one of their names it
// does what the first does.
func (p *program) family(name string, verbs []verb) *cobra.Command {
	c := p.attach(&cobra.Command{Use: name}, verbs[0], verbs)
	for _, v := range verbs {
		if len(v.verbs) > 0 {
			c.AddCommand(p.family(v.name, v.verbs))
		} else {
			c.AddCommand(p.attach(&cobra.Command{Use: v.name}, v, nil))
		}
	}
	return c
}

// attach makes c do what the verb says; others are the verbs its help lists.
// Flags are parsed by read, because the library would stop at the first fault.
func (p *program) attach(c *cobra.Command, v verb, others []verb) *cobra.Command {
	given := define(c.Flags(), v.flags)
	c.DisableFlagParsing = true
	c.SilenceErrors, c.SilenceUsage = true, true
	c.Args = cobra.ArbitraryArgs
	c.SetHelpFunc(func(c *cobra.Command, _ []string) { _ = p.help(c, v, others) }) // there is nobody left to tell
	c.SetUsageFunc(func(c *cobra.Command) error { return p.help(c, v, others) })
	c.RunE = func(c *cobra.Command, args []string) error {
		args, faults := read(c.Flags(), args)
		if wanted, _ := c.Flags().GetBool("help"); wanted { // the library defines it
			return p.help(c, v, others)
		}
		faults = append(faults, settle(v.flags, given, p.getenv)...)
		faults = append(faults, v.take(args, others)...)
		if len(faults) > 0 {
			return &misuse{command: c.CommandPath(), faults: faults}
		}
		return v.run(c.Context())
	}
	return c
}

// take returns the faults of the arguments that are no flags, and of the
// settings as a whole. A family takes a word it does not know for a verb.
func (v verb) take(args []string, others []verb) []error {
	var faults []error
	if len(others) > 0 && len(args) > 0 {
		faults = append(faults, unknownVerb(args[0], others))
		args = nil
	}
	if v.arguments == "" && len(args) > 0 {
		faults = append(faults, fmt.Errorf("%s takes flags only, got %q", v.name, strings.Join(args, " ")))
	}
	if v.accept == nil {
		return faults
	}
	return append(faults, flatten(v.accept(args))...)
}

func unknownVerb(word string, verbs []verb) error {
	var names []string
	for _, v := range verbs {
		names = append(names, v.name)
	}
	near := phrase.Nearest(word, names)
	if len(near) == 0 {
		slices.Sort(names)
		return fmt.Errorf("there is no verb %q; there are %s", word, strings.Join(names, ", "))
	}
	return fmt.Errorf("there is no verb %q; the nearest is %s", word, near[0])
}
