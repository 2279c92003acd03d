package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// showing is the verb scenario show with its settings.
type showing struct {
	remote remote
	format format
	name   string
}

func (p *program) scenarioShow() verb {
	s := &showing{remote: p.remote()}
	return verb{
		name:      "show",
		summary:   "Shows what a scenario does, as a file to start from",
		arguments: "NAME",
		examples:  []string{name + " scenario show slow", name + " scenario show slow > scenarios/slower.yaml"},
		fails:     "it failed or the scenario's file is broken",
		flags:     s.remote.flags(formatFlag(&s.format)),
		accept:    all(argument(&s.name, "scenario show", "the name of a scenario, such as slow"), s.remote.complete),
		run:       s.run,
	}
}

func (s *showing) run(ctx context.Context) error {
	found, err := s.remote.client().Scenario(ctx, s.name)
	if err != nil {
		return err
	}
	p := s.remote.target.program
	if s.format == asJSON {
		err = p.writeJSON(found)
	} else {
		_, err = io.WriteString(p.stdout, visible(fileOf(found)))
	}
	if err == nil && found.Error != "" {
		err = fmt.Errorf("scenario %s is broken: %s", found.Name, strings.TrimSpace(found.Error))
	}
	return err
}

// fileOf writes a scenario as a file. What no file says stands in comments; a
// bare error code has nothing else.
func fileOf(found client.ScenarioFile) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s (%s)", found.Name, found.Source)
	if found.YAML == "" && found.Summary != "" {
		fmt.Fprintf(&b, ": %s", found.Summary)
	}
	if len(found.Operations) > 0 {
		fmt.Fprintf(&b, "\n# It can change %s", strings.Join(found.Operations, ", "))
	}
	b.WriteString("\n")
	if found.YAML != "" {
		b.WriteString(strings.TrimRight(found.YAML, "\n") + "\n")
	}
	return b.String()
}
