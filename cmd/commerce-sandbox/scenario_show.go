package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// scenarioShowCmd is the command scenario show with its flags.
type scenarioShowCmd struct {
	remote
	format format
}

func (p *program) scenarioShow() *cobra.Command {
	s := &scenarioShowCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:               "show NAME",
		Short:             "Show a scenario as a file to start from (exit code 1 if its file is broken)",
		Example:           examples(name+" scenario show slow", name+" scenario show slow > scenarios/slower.yaml"),
		Args:              oneArgument("the name of a scenario, such as slow"),
		ValidArgsFunction: firstArgument(knownNames(scenarios)),
		RunE:              s.run,
	}
	s.define(c, formatFlag(&s.format))
	return c
}

func (s *scenarioShowCmd) run(c *cobra.Command, args []string) error {
	found, err := s.client().Scenario(c.Context(), args[0])
	if err != nil {
		return err
	}
	if s.format == asJSON {
		err = s.program.writeJSON(found)
	} else {
		_, err = io.WriteString(s.program.stdout, visible(scenarioFile(found)))
	}
	if err == nil && found.Error != "" {
		err = fmt.Errorf("scenario %s is broken: %s", found.Name, strings.TrimSpace(found.Error))
	}
	return err
}

// scenarioFile writes a scenario as a file. Comments say what the file itself
// does not say. A bare error code has comments only.
func scenarioFile(found client.ScenarioFile) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s (%s)", found.Name, found.Source)
	if found.YAML == "" && found.Summary != "" {
		fmt.Fprintf(&b, ": %s", found.Summary)
	}
	if len(found.Operations) > 0 {
		fmt.Fprintf(&b, "\n# It can affect %s", strings.Join(found.Operations, ", "))
	}
	b.WriteString("\n")
	if found.YAML != "" {
		b.WriteString(strings.TrimRight(found.YAML, "\n") + "\n")
	}
	return b.String()
}
