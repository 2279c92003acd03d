package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// flag is a flag of a command.
type flag struct {
	name     string
	short    string // one letter, "" for none
	value    string // its value in the help, "" for a switch
	preset   string // the default, "" for none
	usage    string // one line of help
	many     bool   // may be repeated; each value may be a list with commas
	variable bool   // has an environment variable
	project  bool   // has a value in the file of the project
	set      func(string) error
	complete cobra.CompletionFunc // of its value in a shell; may be nil

	kind     kind   // of the input of a row, in place of set; a text without it
	sent     string // the name under which the input is sent, "" for its own
	optional bool   // of an argument: it may be absent
}

// kind reads an input, and keeps it under a name.
type kind func(in map[string]any, as, given string) error

// keep keeps an input under a name.
func (f flag) keep(in map[string]any, as, given string) error {
	if f.kind == nil {
		f.kind = value(text)
	}
	return f.kind(in, as, given)
}

// precedence explains the environment variables in the help.
const precedence = `A flag whose help names a variable, such as $SANDBOX_LISTEN, can be set by that
environment variable. A flag wins over its variable, the variable over the file
` + projectFile + ` of the folder or one above it, and the file over the
default. An empty variable counts as absent.`

// variableName returns the name of the environment variable, "" for none.
func (f flag) variableName() string {
	if !f.variable {
		return ""
	}
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(f.name, "-", "_"))
}

// withVariables gives each flag an environment variable.
func withVariables(flags ...flag) []flag {
	for i := range flags {
		flags[i].variable = true
	}
	return flags
}

// define adds flags to a command; the help shows them in this order.
func define(c *cobra.Command, flags ...flag) {
	c.Flags().SortFlags = false
	for _, f := range flags {
		usage := f.usage
		if f.many {
			usage += "; repeatable or comma-separated"
		}
		if f.variable {
			usage += " ($" + f.variableName() + ")"
		}
		defined := c.Flags().VarPF(&values{flag: f}, f.name, f.short, usage)
		if f.value == "" {
			defined.NoOptDefVal = "true"
		}
		if f.complete != nil {
			_ = c.RegisterFlagCompletionFunc(f.name, f.complete) // fails only for an unknown name or a second function
		}
	}
}

// values collects the values of one flag from the command line.
type values struct {
	flag  flag
	given []string
}

// Set implements pflag.Value. It never fails: resolve checks the values.
func (v *values) Set(text string) error {
	v.given = append(v.given, text)
	return nil
}

// String implements pflag.Value; the help shows it as the default.
func (v *values) String() string { return v.flag.preset }

// Type implements pflag.Value; the help shows it as the name of the value.
func (v *values) Type() string {
	if v.flag.value == "" {
		return "bool"
	}
	return v.flag.value
}

// resolve sets all flags of a command and returns every fault, joined.
func (p *program) resolve(c *cobra.Command) error {
	var faults []error
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if v, ok := f.Value.(*values); ok {
			faults = append(faults, v.resolve(p)...)
		}
	})
	return errors.Join(faults...)
}

// resolve sets the flag from the command line, else from its variable, else from the file
// of the project, else from its default.
func (v *values) resolve(p *program) (faults []error) {
	source, texts := "--"+v.flag.name, v.given
	if text := p.environment[v.flag.variableName()]; len(texts) == 0 && text != "" {
		source, texts = v.flag.variableName(), []string{text}
	}
	if file := p.project; len(texts) == 0 && v.flag.project && file != nil && file.values[v.flag.name] != nil {
		source, texts = file.path+": "+v.flag.name, file.values[v.flag.name]
	}
	if len(texts) == 0 && v.flag.preset != "" {
		texts = []string{v.flag.preset}
	}
	parts := texts[max(0, len(texts)-1):] // the last one counts, of a repeatable flag all
	if v.flag.many && len(texts) > 0 {
		parts = strings.Split(strings.Join(texts, ","), ",")
	}
	for _, part := range parts {
		if v.flag.many {
			part = strings.TrimSpace(part)
		}
		if err := v.flag.set(part); err != nil {
			faults = append(faults, fmt.Errorf("%s %w", source, err))
		}
	}
	return faults
}

// flagError explains why pflag cannot read a flag.
func flagError(c *cobra.Command, err error) error {
	var bare *pflag.ValueRequiredError
	if errors.As(err, &bare) {
		return fmt.Errorf("--%s needs a value: %s", bare.GetFlag().Name, bare.GetFlag().Value.Type())
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	name, hyphens := unknown.GetSpecifiedName(), "--"
	letters := unknown.GetSpecifiedShortnames()
	switch {
	case letters != "" && strings.Contains("0123456789", letters[:1]): // a negative duration
		return fmt.Errorf("-%s looks like a flag; write -- before it: %s -- -%s", letters, pathOf(c), letters)
	case letters != "":
		name, hyphens = letters, "-"
	}
	if args := c.Flags().Args(); c.HasSubCommands() && len(args) > 0 {
		return noArguments(c, args) // a flag of a missing command
	}
	if use := replacementOf(c, "--"+name); use != "" {
		return fmt.Errorf("unknown flag --%s; %s", name, use)
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if near := sandbox.Nearest(name, known); len(near) > 0 {
		return fmt.Errorf("unknown flag %s%s; did you mean --%s?", hyphens, name, near[0])
	}
	return fmt.Errorf("unknown flag %s%s", hyphens, name)
}
