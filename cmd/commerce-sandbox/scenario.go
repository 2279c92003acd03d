package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// scenario is the family of verbs about scenarios.
func (p *program) scenario() verb {
	return verb{
		name:    "scenario",
		summary: "Lists the scenarios, shows one, switches one on or off",
		verbs:   []verb{p.scenarioList(), p.scenarioShow(), p.scenarioOn(), p.scenarioOff()},
	}
}

// shelf is the verb scenario list with its settings.
type shelf struct {
	remote remote
	format format
}

func (p *program) scenarioList() verb {
	s := &shelf{remote: p.remote()}
	return verb{
		name:     "list",
		summary:  "Lists the scenarios there are, those in force for an account first; the verb may be left out",
		examples: []string{name + " scenario list", name + " scenario list --account DEMO --format json"},
		flags:    s.remote.flags(s.remote.accountFlag(firstAccount), formatFlag(&s.format)),
		accept:   s.remote.complete,
		run:      s.run,
	}
}

// listedScenario is a scenario of the library, and how it is in force.
type listedScenario struct {
	client.Scenario
	InForce *client.Activation `json:"in_force"`
}

func (s *shelf) run(ctx context.Context) error {
	library, err := s.remote.client().Scenarios(ctx)
	if err != nil {
		return err
	}
	account, err := s.remote.account(ctx)
	if err != nil {
		return err
	}
	inForce, err := account.ActiveScenarios(ctx)
	if err != nil {
		return err
	}
	rows := arranged(library, inForce)
	if s.format == asJSON {
		return s.remote.target.program.writeJSON(map[string]any{"scenarios": rows, "total": len(rows)})
	}
	var t table
	t.add("NAME", "IN FORCE", "SOURCE", "SUMMARY")
	for _, row := range rows {
		t.add(row.Name, orNone(lasting(row.InForce)), row.Source, row.remark())
	}
	return t.write(s.remote.target.program.stdout)
}

// arranged puts what is in force first, in the order in which it is tried. A
// bare error code that is in force is no part of the library.
func arranged(library []client.Scenario, inForce []client.Activation) []listedScenario {
	var rows []listedScenario
	for i, on := range inForce {
		at := slices.IndexFunc(library, func(s client.Scenario) bool { return s.Name == on.Name })
		row := listedScenario{client.Scenario{Name: on.Name, Summary: on.Summary, Operations: []string{}, Source: "code", Error: on.Error}, &inForce[i]}
		if at >= 0 {
			row.Scenario = library[at]
		}
		rows = append(rows, row)
	}
	for _, scenario := range library {
		if !slices.ContainsFunc(inForce, func(on client.Activation) bool { return on.Name == scenario.Name }) {
			rows = append(rows, listedScenario{Scenario: scenario})
		}
	}
	return rows
}

// remark is the summary, or what is wrong, in one line.
func (l listedScenario) remark() string {
	if l.Error == "" {
		return l.Summary
	}
	first, _, _ := strings.Cut(l.Error, "\n")
	return "broken: " + first
}

// lasting says how long a scenario is in force.
func lasting(on *client.Activation) string {
	if on == nil {
		return ""
	}
	var ends []string
	if on.Remaining != nil {
		ends = append(ends, fmt.Sprintf("%s left", count(int(*on.Remaining), "call")))
	}
	if on.Until != nil {
		ends = append(ends, "until "+inUTC(*on.Until))
	}
	return cmp.Or(strings.Join(ends, ", "), "on")
}
