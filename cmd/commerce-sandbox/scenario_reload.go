package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// scenarioReloadCmd is the command scenario reload with its flags.
type scenarioReloadCmd struct {
	remote
	format format
}

func (p *program) scenarioReload() *cobra.Command {
	s := &scenarioReloadCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "reload",
		Short:   "Make the sandbox read its folder of scenarios at once, and list what changed",
		Example: examples(name + " scenario reload"),
		RunE:    s.run,
	}
	s.define(c, formatFlag(&s.format))
	return c
}

func (s *scenarioReloadCmd) run(c *cobra.Command, _ []string) error {
	changes, err := s.client().ReloadScenarios(c.Context())
	switch {
	case err != nil:
		return err
	case s.format == asJSON:
		return s.program.writeJSON(map[string]any{"changes": append([]client.FolderChange{}, changes...), "total": len(changes)})
	case len(changes) == 0:
		_, err := fmt.Fprintln(s.program.stdout, "nothing changed")
		return err
	}
	var t table
	t.add("NAME", "CHANGE", "FAULT")
	for _, change := range changes {
		fault, _, _ := strings.Cut(change.Error, "\n")
		t.add(change.Name, string(change.Change), orNone(fault))
	}
	return t.write(s.program.stdout)
}
