package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// name is the name of the program.
const name = "commerce-sandbox"

// program is the common part of the commands: the environment and the outputs.
type program struct {
	environ        []string          // all variables, NAME=VALUE
	environment    map[string]string // the variables SANDBOX_… and COMMERCE_… with a value
	folder         string            // the working folder, "" when it is gone
	home           string            // the home folder, "" when it is unknown
	project        *project          // nil until it is read
	container      uint64            // its memory in bytes, 0 for no limit
	stdout, stderr io.Writer
	queues         []*lineQueue // of the two, if the command goes on when nobody reads them
}

// verbs returns the commands that are rows.
func verbs() []verb {
	return []verb{
		accountVerb(), handlesVerb(), recordVerb(), importVerb(), exportVerb(), scenarioVerb(), questionsVerb(), featureVerb(), resetVerb(), snapshotVerb(),
		diffVerb(), clockVerb(), requestsVerb(), explainVerb(), verifyVerb(), verdictVerb(), coverageVerb(), runsVerb(), callVerb(), openVerb(), mcpVerb(),
		checkVerb(), fixtureVerb(), initVerb(), worldVerb(), signVerb(), learnVerb(), versionVerb(), compactVerb(),
	}
}

// The groups of commands in the help.
const (
	groupRun    = "run"
	groupRemote = "remote"
	groupLocal  = "local"
)

// command returns the program itself with all commands below it. Without the
// name of a command it serves.
func (p *program) command(args []string) *cobra.Command {
	root := p.serve()
	root.Use = name
	root.Long = `commerce-sandbox is a local sandbox of a commerce interface, over REST and SOAP.
Without a command it serves.

The exit code of every command is 0 when it is done, 1 when it failed, was refused,
or what it checks is not true, and 2 when flags, environment variables or
arguments are wrong.

` + precedence
	info, _ := debug.ReadBuildInfo()
	root.Version = build(info).String()
	root.SilenceErrors, root.SilenceUsage = true, true // run prints errors
	root.SetFlagErrorFunc(flagError)
	root.AddGroup(
		&cobra.Group{ID: groupRun, Title: "Run a sandbox:"},
		&cobra.Group{ID: groupRemote, Title: "Use a running sandbox:"},
		&cobra.Group{ID: groupLocal, Title: "Without a sandbox:"},
	)
	root.SetHelpCommandGroupID(groupLocal)
	root.SetCompletionCommandGroupID(groupLocal)
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.AddCommand(p.serve(), p.runCommand(), p.rehearse(), p.bundle(), p.ready())
	for _, v := range verbs() {
		if v.local {
			v.group = groupLocal
		}
		v.group = cmp.Or(v.group, groupRemote)
		root.AddCommand(p.verb(v))
	}
	p.prepare(root)
	root.SetArgs(append([]string{}, args...)) // nil would mean the arguments of the process
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	return root
}

// prepare makes c, and the commands below it, check flags, environment variables
// and arguments together and report all faults. It marks later errors as failures.
func (p *program) prepare(c *cobra.Command) {
	check, work := c.Args, c.RunE
	if check == nil {
		check = noArguments
	}
	c.Args = func(c *cobra.Command, args []string) error {
		p.warn(c.Root())
		if usesProject(c) {
			if err := p.readProject(); err != nil {
				return err
			}
		}
		return errors.Join(p.resolve(c), check(c, args))
	}
	c.RunE = func(c *cobra.Command, args []string) error { return markFailure(work(c, args)) }
	for _, below := range c.Commands() {
		p.prepare(below)
	}
}

// markFailure returns the error of a command as a failure, unless it says itself what it is.
func markFailure(err error) error {
	if errors.As(err, new(failure)) {
		return err
	}
	if err = asUsage(err); errors.As(err, &usage{}) || errors.As(err, new(exitCode)) {
		return err
	}
	if err != nil {
		return failure{remedy(err)}
	}
	return nil
}

// pathOf returns the names of a command without that of the program.
func pathOf(c *cobra.Command) string { return strings.TrimPrefix(c.CommandPath(), name+" ") }

// noArguments accepts no argument. With commands below c, an argument is a misspelt command.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !c.HasSubCommands() {
		return fmt.Errorf("%s takes no arguments, got %q", c.Name(), strings.Join(args, " "))
	}
	if use := replacementOf(c, args[0]); use != "" {
		return fmt.Errorf("unknown command %q; %s", args[0], use)
	}
	var names []string
	for _, below := range c.Commands() {
		names = append(names, below.Name())
	}
	if near := sandbox.Nearest(args[0], names); len(near) > 0 {
		return fmt.Errorf("unknown command %q; did you mean %s?", args[0], near[0])
	}
	return fmt.Errorf("unknown command %q; known: %s", args[0], strings.Join(names, ", "))
}

// all joins the faults of several checks.
func all(checks ...cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		var faults []error
		for _, check := range checks {
			faults = append(faults, check(c, args))
		}
		return errors.Join(faults...)
	}
}

// examples returns lines as the help shows them.
func examples(lines ...string) string { return "  " + strings.Join(lines, "\n  ") }

// replacementOf returns what replaces a flag or a command removed from c, "" for another name.
func replacementOf(c *cobra.Command, what string) (use string) {
	switch c.CommandPath() + " " + what {
	case name + " reset --dry-run":
		use = "a reset has no preview: " + name + " snapshot take NAME first keeps a way back"
	case name + " bundle replay":
		use = "a bundle is not repeated: " + name + " bundle open FILE runs a sandbox with its account and shows its calls"
	case name + " bundle save --snapshot":
		use = "a bundle has all calls of the journal: reset the account before the calls that matter"
	}
	return use
}
