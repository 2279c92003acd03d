package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func (s *session) addScenarios(server *mcp.Server) {
	add(s, server, tool{"scenarios", "Scenarios", reads,
		"List named misbehaviour that can be activated: failures of an operation, delays, cut connections, rate limits, changed answers. Error codes such as FORBIDDEN are names too. With name, show one with its file in YAML."}, s.scenarios)
	add(s, server, tool{"activate_scenario", "Activate or deactivate a scenario", sets,
		"Activate a scenario, or an error code such as FORBIDDEN, for an account: its next calls are affected. With times or for it ends by itself; times 1 makes only the next call fail. Activating again counts from zero. With off it ends at once."}, s.activate)
	add(s, server, tool{"save_scenario", "Save a scenario", destroys,
		"Check a scenario of your own in YAML and save it, in place of an earlier one of the name. A fault comes back with its line. With check_only nothing is saved, and the answer says which recent calls it would have affected."}, s.saveScenario)
}

type scenariosInput struct {
	Name      string `json:"name,omitempty" jsonschema:"of one to show, such as slow"`
	Search    string `json:"search,omitempty" jsonschema:"words of the name or the summary, such as customer forbidden"`
	Operation string `json:"operation,omitempty" jsonschema:"that they can affect, such as search-orders"`
	Group     string `json:"group,omitempty" jsonschema:"failures, codes, connection, answers or own"`
	paged
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

func (s *session) scenarios(ctx context.Context, in scenariosInput) (any, error) {
	if in.Name != "" {
		return s.scenario(ctx, in)
	}
	if groups := client.Groups(); in.Group != "" && !slices.Contains(groups, client.Group(in.Group)) {
		return nil, fmt.Errorf("group must be one of %v, got %s", groups, quote(in.Group))
	}
	all, err := s.Client.Scenarios(ctx)
	if err != nil {
		return nil, err
	}
	rows := []scenarioRow{}
	for _, sc := range all {
		if !in.selects(sc) {
			continue
		}
		rows = append(rows, rowOfScenario(sc))
	}
	return savedPage(rows, in.paged)
}

func rowOfScenario(sc client.Scenario) scenarioRow {
	row := scenarioRow{Name: sc.Name, Summary: sc.Summary, Group: string(sc.Group), Error: cut(sc.Error, 300)}
	if len(sc.Operations) <= fewOperations {
		row.Operations = sc.Operations
	}
	return row
}

// selects reports whether the inputs select a scenario.
func (in scenariosInput) selects(sc client.Scenario) bool {
	return (in.Group == "" || in.Group == string(sc.Group)) && (in.Operation == "" || slices.Contains(sc.Operations, in.Operation)) &&
		hasWords(strings.ToLower(sc.Name+" "+sc.Summary), in.Search)
}

func (s *session) scenario(ctx context.Context, in scenariosInput) (any, error) {
	found, err := s.Client.Scenario(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	text, err := pageOfText(found.YAML, in.paged)
	return struct {
		Notice string `json:"notice"`
		scenarioRow
		YAML longText `json:"yaml"`
	}{savedNotice, scenarioRow{found.Name, found.Summary, string(found.Group), found.Operations, found.Error}, text}, err
}

type activateInput struct {
	ofAccount
	Name  string `json:"name,omitempty" jsonschema:"of a scenario, or an error code, such as customer-orders-forbidden or FORBIDDEN"`
	Times int    `json:"times,omitempty" jsonschema:"number of calls that it affects; without it, any number"`
	For   string `json:"for,omitempty" jsonschema:"how long it stays active on the machine's clock, such as 30s; without it, until it is off"`
	Off   bool   `json:"off,omitempty" jsonschema:"true to deactivate it; without name, all"`
}

func (s *session) activate(ctx context.Context, in activateInput) (any, error) {
	period, err := duration("for", in.For)
	if err != nil {
		return nil, err
	}
	account, err := s.account(ctx, in.ofAccount)
	switch {
	case err != nil:
		return nil, err
	case in.Off:
		return deactivate(ctx, account, in.Name)
	case in.Name == "":
		return nil, errors.New("name is required: a scenario or an error code, which scenarios lists")
	}
	if err := account.Activate(ctx, in.Name, client.ActivationLimits{Times: in.Times, For: period}); err != nil {
		return nil, err
	}
	overruled, err := overruledBy(ctx, account, in.Name)
	return done{account.Code, in.Name + " is active " + describeLimits(in.Times, period) + overruled}, err
}

// describeLimits says how long a scenario stays active.
func describeLimits(times int, period time.Duration) string {
	switch {
	case times > 0 && period > 0:
		return fmt.Sprintf("for %d affected calls or %s", times, period)
	case times > 0:
		return fmt.Sprintf("for %d affected calls", times)
	case period > 0:
		return "for " + period.String()
	}
	return "until activate_scenario with off"
}

// overruledBy returns the end of a message about the rules overruled by an active
// scenario, "" for none.
func overruledBy(ctx context.Context, account *client.Account, name string) (text string, err error) {
	active, err := account.ActiveScenarios(ctx)
	for _, a := range active {
		if a.Name == name && len(a.Overrules) > 0 {
			text = "; " + strings.Join(a.Overrules, "; ")
		}
	}
	return text, err
}

// deactivate ends a scenario, or all without a name.
func deactivate(ctx context.Context, account *client.Account, name string) (any, error) {
	if name == "" {
		return done{account.Code, "no scenario is active"}, account.DeactivateAll(ctx)
	}
	err := account.Deactivate(ctx, name)
	var answered *client.Error
	if errors.As(err, &answered) && answered.Status == http.StatusNotFound {
		return nil, fmt.Errorf("%w; accounts with account lists the active scenarios", err)
	}
	return done{account.Code, name + " is not active"}, err
}

type saveInput struct {
	ofAccount
	Name      string `json:"name" jsonschema:"such as my-outage"`
	YAML      string `json:"yaml" jsonschema:"the file; read_guide scenarios.md describes it"`
	CheckOnly bool   `json:"check_only,omitempty" jsonschema:"true to check without saving"`
}

func (s *session) saveScenario(ctx context.Context, in saveInput) (any, error) {
	if in.CheckOnly {
		found, err := s.Client.CheckScenario(ctx, in.YAML, in.Account)
		found.Affects = found.Affects[:min(len(found.Affects), 5)]
		return struct {
			Notice string `json:"notice"`
			client.ScenarioCheck
		}{dataNotice, found}, err
	}
	return done{Done: in.Name + " is saved; activate_scenario activates it for an account"}, s.Client.PutScenario(ctx, in.Name, in.YAML)
}
