package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
)

// setting is what a verb can be told: a command-line flag and its environment twin.
type setting struct {
	name   string
	value  string // what it takes, "" for a switch
	preset string // what counts when neither flag nor environment says
	absent string // how the help calls an empty preset
	usage  string
	many   bool // may be repeated; every value, and the twin, may be a comma-separated list
	alone  bool // has no twin, because the variable of that name belongs to a flag of serve
	set    func(string) error
}

// twin is the environment variable of the flag, "" when it has none.
func (f setting) twin() string {
	if f.alone {
		return ""
	}
	return "SANDBOX_" + strings.ToUpper(strings.ReplaceAll(f.name, "-", "_"))
}

// values collects what the command line says of one flag. It refuses nothing:
// values are judged together, by settle.
type values struct {
	setting setting
	given   []string
}

func (v *values) Set(text string) error {
	v.given = append(v.given, text)
	return nil
}
func (v *values) String() string { return v.setting.preset }
func (v *values) Type() string   { return v.setting.value }

// define adds the flags to the set and returns where their values arrive.
func define(set *pflag.FlagSet, flags []setting) []*values {
	var given []*values
	for _, f := range flags {
		v := &values{setting: f}
		given = append(given, v)
		defined := set.VarPF(v, f.name, "", f.usage)
		if f.value == "" {
			defined.NoOptDefVal = "true"
		}
	}
	return given
}

// read takes the flags out of args. It returns the other arguments and the
// faults; a flag with a fault is left out, with its value.
func read(set *pflag.FlagSet, args []string) (others []string, faults []error) {
	sifted, faults := sift(set, args)
	if err := set.Parse(sifted); err != nil {
		faults = append(faults, err)
	}
	return set.Args(), faults
}

// sift drops the flags that set cannot read: the library stops at the first.
func sift(set *pflag.FlagSet, args []string) (readable []string, faults []error) {
	for len(args) > 0 && args[0] != "--" {
		spelled, _, joined := strings.Cut(args[0], "=")
		known := set.Lookup(strings.TrimPrefix(spelled, "--"))
		taken := 1
		switch {
		case !strings.HasPrefix(spelled, "-") || spelled == "-" || args[0] == "-h":
			readable = append(readable, args[0])
		case known == nil || !strings.HasPrefix(spelled, "--"):
			faults = append(faults, unknownFlag(set, spelled))
			if !joined && len(args) > 1 && !strings.HasPrefix(args[1], "-") {
				taken = 2
			}
		case joined || known.NoOptDefVal != "":
			readable = append(readable, args[0])
		case len(args) == 1:
			faults = append(faults, fmt.Errorf("%s needs a value: %s", spelled, known.Value.Type()))
		default:
			readable = append(readable, args[0]+"="+args[1])
			taken = 2
		}
		args = args[taken:]
	}
	return append(readable, args...), faults
}

func unknownFlag(set *pflag.FlagSet, spelled string) error {
	var names []string
	set.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near := phrase.Nearest(strings.TrimLeft(spelled, "-"), names)
	if len(near) == 0 {
		return fmt.Errorf("there is no flag %s", spelled)
	}
	return fmt.Errorf("there is no flag %s; the nearest is --%s", spelled, near[0])
}

// settle sets every flag: by the command line, else by the environment, else
// by its preset. It returns a fault for each value that will not do. An empty
// environment variable counts as absent, since many tools cannot leave one out.
func settle(flags []setting, given []*values, getenv func(string) string) []error {
	var faults []error
	for i, f := range flags {
		source, texts := "--"+f.name, given[i].given
		if env := getenv(f.twin()); len(texts) == 0 && env != "" {
			source, texts = f.twin(), []string{env}
		}
		if len(texts) == 0 && f.preset != "" {
			texts = []string{f.preset}
		}
		for _, text := range f.split(texts) {
			if err := f.set(text); err != nil {
				faults = append(faults, fmt.Errorf("%s %w", source, err))
			}
		}
	}
	return faults
}

// split returns the values to set: all of a flag that may be repeated, the
// last of another.
func (f setting) split(texts []string) []string {
	if !f.many {
		return texts[max(0, len(texts)-1):]
	}
	var parts []string
	for _, text := range texts {
		for part := range strings.SplitSeq(text, ",") {
			parts = append(parts, strings.TrimSpace(part))
		}
	}
	return parts
}
