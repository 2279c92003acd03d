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

type scenariosInput struct {
	Name      string `json:"name,omitempty" jsonschema:"of one to show, such as slow"`
	Search    string `json:"search,omitempty" jsonschema:"words of the name or the summary, such as customer forbidden"`
	Operation string `json:"operation,omitempty" jsonschema:"that they can affect, such as search-orders"`
	Group     string `json:"group,omitempty" jsonschema:"failures, codes, connection, answers or own"`
	paged
}

func (s *session) scenarios(ctx context.Context, in scenariosInput) (any, error) {
	if in.Name != "" {
		found, err := s.Client.Scenario(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		shown := pick(found.Scenario, scenarioNames)
		shown["notice"] = savedNotice
		shown["yaml"], err = pageOfText(found.YAML, in.paged)
		return shown, err
	}
	if groups := client.Groups(); in.Group != "" && !slices.Contains(groups, client.Group(in.Group)) {
		return nil, fmt.Errorf("group must be one of %v, got %s", groups, quote(in.Group))
	}
	all, err := s.Client.Scenarios(ctx)
	if err != nil {
		return nil, err
	}
	rows := []row{}
	for _, sc := range all {
		if in.Group != "" && in.Group != string(sc.Group) || in.Operation != "" && !slices.Contains(sc.Operations, in.Operation) ||
			!hasWords(strings.ToLower(sc.Name+" "+sc.Summary), in.Search) {
			continue
		}
		sc.Error = cut(sc.Error, 300)
		const few = 3 // operations that a row names
		if len(sc.Operations) > few {
			sc.Operations = nil
		}
		rows = append(rows, pick(sc, scenarioNames))
	}
	return savedPage(rows, in.paged)
}

// scenarioNames is what a list shows of a scenario.
const scenarioNames = "name summary group operations error"

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
	case in.Off && in.Name == "":
		return done{account.Code, "no scenario is active"}, account.DeactivateAll(ctx)
	case in.Off:
		err := account.Pause(ctx, in.Name)
		var answered *client.Error
		if errors.As(err, &answered) && answered.Status == http.StatusNotFound {
			return nil, fmt.Errorf("%w; accounts with account lists the active scenarios", err)
		}
		return done{account.Code, in.Name + " is not active"}, err
	case in.Name == "":
		return nil, errors.New("name is required: a scenario or an error code, which scenarios lists")
	}
	if err := account.Activate(ctx, in.Name, client.ActivationLimits{Times: in.Times, For: period}); err != nil {
		return nil, err
	}
	limits := "until activate_scenario with off"
	switch {
	case in.Times > 0 && period > 0:
		limits = fmt.Sprintf("for %d affected calls or %s", in.Times, period)
	case in.Times > 0:
		limits = fmt.Sprintf("for %d affected calls", in.Times)
	case period > 0:
		limits = "for " + period.String()
	}
	active, err := account.ActiveScenarios(ctx)
	for _, a := range active {
		if a.Name == in.Name && len(a.Overrules) > 0 {
			limits += "; " + strings.Join(a.Overrules, "; ")
		}
	}
	return done{account.Code, in.Name + " is active " + limits}, err
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
	if err := s.Client.PutScenario(ctx, in.Name, in.YAML); err != nil {
		return nil, err
	}
	saved, err := s.Client.Scenario(ctx, in.Name)
	what := in.Name + " is saved; activate_scenario activates it for an account"
	for _, w := range saved.Warnings {
		what += fmt.Sprintf("; warning, line %d: %s", w.Line, w.Message)
	}
	return done{Done: what}, err
}
