package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// help prints all that a verb takes; others are the verbs to list with it.
func (p *program) help(c *cobra.Command, v verb, others []verb) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\nUsage:\n", v.summary)
	for _, line := range v.usage(c.CommandPath(), others) {
		fmt.Fprintf(&b, "  %s\n", line)
	}
	if len(others) > 0 {
		fmt.Fprintf(&b, "\nVerbs (%s VERB --help tells more):\n", c.CommandPath())
	}
	for _, other := range others {
		fmt.Fprintf(&b, "  %-11s%s\n", other.name, other.summary)
	}
	if len(v.flags) > 0 {
		b.WriteString("\nFlags (a flag wins over its environment variable, that over the default):\n")
	}
	for _, f := range v.flags {
		fmt.Fprintf(&b, "  %s\n      %s\n      %s\n", f.spelling(), f.usage, f.origin())
	}
	b.WriteString("\nExamples:\n")
	for _, example := range v.examples {
		fmt.Fprintf(&b, "  %s\n", example)
	}
	fmt.Fprintf(&b, "\nExit code: 0 when done, 1 when %s, 2 when flags or arguments are wrong\n", cmp.Or(v.fails, "it failed"))
	_, err := io.WriteString(p.stdout, b.String())
	return err
}

// usage says how the verb is called.
func (v verb) usage(path string, others []verb) []string {
	line := path
	if v.arguments != "" {
		line += " " + v.arguments
	}
	if len(v.flags) > 0 {
		line += " [flags]"
	}
	if len(others) > 0 {
		return []string{line, path + " VERB [flags]"}
	}
	return []string{line}
}

func (f setting) spelling() string {
	spelling := "--" + f.name
	if f.value != "" {
		spelling += " " + f.value
	}
	if f.many {
		spelling += ", repeatable"
	}
	return spelling
}

// origin says where the value comes from when the flag is not given.
func (f setting) origin() string {
	preset, twin := f.preset, f.twin()
	switch {
	case preset == "" && f.value == "":
		preset = "false"
	case preset == "":
		preset = f.absent
	}
	switch {
	case twin == "":
		return "default: " + preset
	case f.many:
		return fmt.Sprintf("%s, comma-separated; default: %s", twin, preset)
	}
	return fmt.Sprintf("%s; default: %s", twin, preset)
}
