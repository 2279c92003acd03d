package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func (s *session) scenarioTools() []tool {
	account := accountInput()
	name := input{name: "name", kind: isText, required: true, meaning: "name of the scenario, such as slow"}
	return []tool{
		{name: "list_scenarios", title: "List scenarios", effect: reads, run: s.listScenarios,
			description: "List named misbehaviour that can be activated: failures of an operation, delays, cut connections, rate limits, changed answers. Search by text, operation or group. Error codes such as FORBIDDEN are names too.",
			inputs: []input{
				{name: "search", kind: isText, meaning: "words that the name or the summary must have, such as slow or customer forbidden"},
				{name: "operation", kind: isText, meaning: "only those that can affect this operation, such as search-orders"},
				{name: "group", kind: isText, enum: words(client.Groups()), meaning: "only those of a group"},
				cursorInput()}},
		{name: "show_scenario", title: "Show a scenario", effect: reads, run: s.showScenario,
			description: "Show one scenario with its file in YAML, for example to write one of your own after it.",
			inputs:      []input{name, cursorInput()}},
		{name: "activate_scenario", title: "Activate a scenario", effect: sets, run: s.activate,
			description: "Activate a scenario, or an error code such as FORBIDDEN, for an account: its next calls are affected. With times or for it ends by itself; times 1 makes only the next call fail. Activating again counts from zero.",
			inputs: []input{account,
				{name: "name", kind: isText, required: true, meaning: "name of a scenario, or an error code, such as customer-orders-forbidden or FORBIDDEN"},
				{name: "times", kind: isNumber, least: 1, meaning: "number of calls that it affects; without it, any number"},
				{name: "for", kind: isText, meaning: "how long it stays active on the machine's clock, such as 30s or 2h; without it, until it is deactivated"}}},
		{name: "deactivate_scenario", title: "Deactivate a scenario", effect: sets, run: s.deactivate,
			description: "Deactivate one scenario of an account, or all of them.",
			inputs: []input{account,
				{name: "name", kind: isText, meaning: "name of an active scenario"},
				{name: "all", kind: isSwitch, meaning: "true to deactivate all"}}},
		{name: "save_scenario", title: "Save a scenario", effect: replaces, run: s.saveScenario,
			description: "Check a scenario of your own in YAML and save it, in place of an earlier one of the name. A fault comes back with its line. With check_only nothing is saved, and the answer says which recent calls it would have affected.",
			inputs: []input{name,
				{name: "yaml", kind: isText, required: true, meaning: "the file; sandbox://guide/scenarios.md describes it"},
				{name: "check_only", kind: isSwitch, meaning: "true to check without saving"},
				account}},
	}
}

// scenarioRow is a scenario in a list.
type scenarioRow struct {
	Name       string   `json:"name"`
	Summary    string   `json:"summary"`
	Group      string   `json:"group"`
	Operations []string `json:"operations,omitempty"` // when they are few
	Error      string   `json:"error,omitempty"`
}

// fewOperations is how many operations a row names.
const fewOperations = 3

func (s *session) listScenarios(ctx context.Context, given inputs) (any, error) {
	all, err := s.Client.Scenarios(ctx)
	if err != nil {
		return nil, err
	}
	rows := []scenarioRow{}
	for _, sc := range all {
		if !selects(given, sc) {
			continue
		}
		row := scenarioRow{Name: sc.Name, Summary: sc.Summary, Group: string(sc.Group), Error: cut(sc.Error, 300)}
		if len(sc.Operations) <= fewOperations {
			row.Operations = sc.Operations
		}
		rows = append(rows, row)
	}
	return savedPage(rows, given)
}

// selects reports whether the inputs select a scenario.
func selects(given inputs, sc client.Scenario) bool {
	if group := given.text("group"); group != "" && group != string(sc.Group) {
		return false
	}
	if operation := given.text("operation"); operation != "" && !slices.Contains(sc.Operations, operation) {
		return false
	}
	return hasWords(strings.ToLower(sc.Name+" "+sc.Summary), given.text("search"))
}

func (s *session) showScenario(ctx context.Context, given inputs) (any, error) {
	found, err := s.Client.Scenario(ctx, given.text("name"))
	if err != nil {
		return nil, err
	}
	text, err := pageOfText(found.YAML, given)
	return struct {
		Notice string `json:"notice"`
		scenarioRow
		YAML longText `json:"yaml"`
	}{savedNotice, scenarioRow{found.Name, found.Summary, string(found.Group), found.Operations, found.Error}, text}, err
}

func (s *session) activate(ctx context.Context, given inputs) (any, error) {
	period, err := given.duration("for")
	if err != nil {
		return nil, err
	}
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	limits := client.ActivationLimits{Times: given.number("times", 0), For: period}
	if err := account.Activate(ctx, given.text("name"), limits); err != nil {
		return nil, err
	}
	ends := "until deactivate_scenario"
	switch {
	case limits.Times > 0 && period > 0:
		ends = fmt.Sprintf("for %d affected calls or %s", limits.Times, period)
	case limits.Times > 0:
		ends = fmt.Sprintf("for %d affected calls", limits.Times)
	case period > 0:
		ends = "for " + period.String()
	}
	overruled, err := overruledBy(ctx, account, given.text("name"))
	return done{account.Code, given.text("name") + " is active " + ends + overruled}, err
}

// overruledBy returns the end of a message that says which rules an active scenario
// overrules, "" for none.
func overruledBy(ctx context.Context, account *client.Account, name string) (text string, err error) {
	active, err := account.ActiveScenarios(ctx)
	for _, a := range active {
		if a.Name == name && len(a.Overrules) > 0 {
			text = "; " + strings.Join(a.Overrules, "; ")
		}
	}
	return text, err
}

func (s *session) deactivate(ctx context.Context, given inputs) (any, error) {
	name := given.text("name")
	if (name == "") != given.on("all") {
		return nil, wrong("give name, or all: true")
	}
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	if given.on("all") {
		return done{account.Code, "no scenario is active"}, account.DeactivateAll(ctx)
	}
	err = account.Deactivate(ctx, name)
	var answered *client.Error
	if errors.As(err, &answered) && answered.Status == http.StatusNotFound {
		return nil, fmt.Errorf("%w; show_account lists the active scenarios", err)
	}
	return done{account.Code, name + " is not active"}, err
}

func (s *session) saveScenario(ctx context.Context, given inputs) (any, error) {
	name, text := given.text("name"), given.text("yaml")
	if given.on("check_only") {
		found, err := s.Client.CheckScenario(ctx, text, given.text("account"))
		if err != nil {
			return nil, err
		}
		found.Affects = found.Affects[:min(len(found.Affects), 5)]
		return struct {
			Notice string `json:"notice"`
			client.ScenarioCheck
		}{dataNotice, found}, nil
	}
	if err := s.Client.PutScenario(ctx, name, text); err != nil {
		return nil, err
	}
	return done{Done: name + " is saved; activate_scenario activates it for an account"}, nil
}
