package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// scenario is the parent of the commands about scenarios. By itself it lists.
func (p *program) scenario() *cobra.Command {
	c := p.scenarioList()
	c.Use, c.GroupID = "scenario", groupRemote
	c.Short = "List scenarios, show one, activate or deactivate one, save or delete one of your own, or read their folder again"
	c.Long = c.Short + ".\nWithout a command it lists."
	c.AddCommand(p.scenarioList(), p.scenarioShow(), p.scenarioOn(), p.scenarioOff(), p.scenarioSave(), p.scenarioDelete(), p.scenarioReload())
	return c
}

// scenarioListCmd is the command scenario list with its flags.
type scenarioListCmd struct {
	remote
	format format
}

func (p *program) scenarioList() *cobra.Command {
	s := &scenarioListCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "list",
		Short:   "List all scenarios, those that are active for an account first",
		Example: examples(name+" scenario list", name+" scenario list --account DEMO --format json"),
		RunE:    s.run,
	}
	s.define(c, s.accountFlag(firstAccount), formatFlag(&s.format))
	return c
}

// listedScenario is a scenario of the library with its activation, nil if it is
// not active.
type listedScenario struct {
	client.Scenario
	Active *client.Activation `json:"active"`
}

func (s *scenarioListCmd) run(c *cobra.Command, _ []string) error {
	library, err := s.client().Scenarios(c.Context())
	if err != nil {
		return err
	}
	account, err := s.account(c.Context())
	if err != nil {
		return err
	}
	active, err := account.ActiveScenarios(c.Context())
	if err != nil {
		return err
	}
	return s.write(activeFirst(library, active))
}

func (s *scenarioListCmd) write(rows []listedScenario) error {
	if s.format == asJSON {
		return s.program.writeJSON(map[string]any{"scenarios": rows, "total": len(rows)})
	}
	var t table
	t.add("NAME", "ACTIVE", "SOURCE", "SUMMARY")
	for _, row := range rows {
		t.add(row.Name, orNone(limits(row.Active)), row.Source, row.remark())
	}
	return t.write(s.program.stdout)
}

// activeFirst returns the active scenarios in the order of evaluation, then the
// others. A bare error code can be active, but is not in the library.
func activeFirst(library []client.Scenario, active []client.Activation) []listedScenario {
	var rows []listedScenario
	for i, on := range active {
		at := slices.IndexFunc(library, func(s client.Scenario) bool { return s.Name == on.Name })
		row := listedScenario{client.Scenario{Name: on.Name, Summary: on.Summary, Operations: []string{}, Source: "code", Error: on.Error}, &active[i]}
		if at >= 0 {
			row.Scenario = library[at]
		}
		rows = append(rows, row)
	}
	for _, scenario := range library {
		if !slices.ContainsFunc(active, func(on client.Activation) bool { return on.Name == scenario.Name }) {
			rows = append(rows, listedScenario{Scenario: scenario})
		}
	}
	return rows
}

// remark returns the summary, or the fault of a broken scenario, in one line. A
// warning follows the summary.
func (l listedScenario) remark() string {
	if l.Error == "" && len(l.Warnings) > 0 {
		return strings.TrimPrefix(l.Summary+"; warning: "+l.Warnings[0].Message, "; ")
	}
	if l.Error == "" {
		return l.Summary
	}
	first, _, _ := strings.Cut(l.Error, "\n")
	return "broken: " + first
}

// limits describes how long a scenario stays active, "" if it is not active.
func limits(on *client.Activation) string {
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
