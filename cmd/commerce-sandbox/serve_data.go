package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// source is where the value of a flag comes from. A greater one wins.
type source int

const (
	byDefault source = iota
	byVariable
	byFlag
)

// imageData is SANDBOX_DATA of the image. It keeps the data on the volume whatever the
// working folder is. Nobody named it, so SANDBOX_EPHEMERAL wins.
const imageData = "/data/commerce-sandbox.db"

// sourceOf returns the source of a flag's value.
func (p *program) sourceOf(c *cobra.Command, name string) source {
	v, ok := c.Flags().Lookup(name).Value.(*values)
	switch {
	case ok && len(v.given) > 0:
		return byFlag
	case ok && p.environment[v.flag.variableName()] != "" && p.environment[v.flag.variableName()] != imageData:
		return byVariable
	}
	return byDefault
}

// decideData decides whether the data last. A named data file lasts, because otherwise
// data would be lost without a word; only a flag is stronger than a variable.
func (s *serveCmd) decideData(c *cobra.Command, _ []string) error {
	data, ephemeral := s.program.sourceOf(c, "data"), s.program.sourceOf(c, "ephemeral")
	switch {
	case !s.options.Ephemeral, data < ephemeral:
		return nil
	case data == byFlag && ephemeral == byFlag:
		return fmt.Errorf("--data %s keeps the data and --ephemeral does not; give one of them", s.options.Data)
	case data == byVariable:
		fmt.Fprintf(s.program.stderr, "%s: warning: SANDBOX_DATA=%s keeps the data, so SANDBOX_EPHEMERAL has no effect; unset one of them\n", name, s.options.Data)
	}
	s.options.Ephemeral = false
	return nil
}
