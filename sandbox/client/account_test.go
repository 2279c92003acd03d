package client_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var moment = time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC) // sandboxtest.Moment

func TestAccounts(t *testing.T) {
	t.Parallel()
	s, c, first := start(t)
	wanted := client.NewAccount{
		VendorCode: "ACME", Secret: "hush", World: "empty", Clock: moment.Add(time.Hour), Scenarios: []string{"slow"},
		Features: map[string]bool{"API_GET_CUSTOMER_ORDERS": false}, Answers: map[string]string{"search-status": "200"},
	}
	opened, err := c.Open(t.Context(), wanted)
	want := client.AccountState{
		VendorCode: "ACME", Secret: "hush", World: "empty", Seed: 1, SeededAt: moment.Add(time.Hour), Clock: client.Clock{Now: moment.Add(time.Hour), Mode: "frozen"},
		Features: wanted.Features, Answers: wanted.Answers, Scenarios: []string{"slow"},
		RESTURL: s.REST(), SOAPURL: s.URL() + "/soap/6.0", WSDLURL: s.URL() + "/soap/6.0?wsdl",
	}
	check(t, opened, err, want)
	_, err = c.Open(t.Context(), client.NewAccount{VendorCode: "ACME"})
	fails(t, err, client.Error{Status: http.StatusConflict, Text: "the vendor code is taken", Hint: "choose another vendor code, or leave it out to get a new one; to give the account another secret, delete it and open it again"})
	state, err := c.Account("ACME").State(t.Context())
	want.Secret, want.Counts = "***", &client.AccountCounts{Records: client.RecordCounts{Products: 12, Partners: 3}}
	check(t, state, err, want)
	all, err := c.Accounts(t.Context())
	demo, _ := first.State(t.Context())
	want.Counts, demo.Counts = nil, nil
	check(t, all, err, []client.AccountState{want, demo})
	found, err := c.FindAccounts(t.Context(), client.AccountFilter{Query: "calls:0 -code:x", Sort: "-code", Limit: 1})
	check(t, found, err, client.AccountList{Accounts: []client.AccountState{demo}, Total: 2})
	done(t, c.Account("ACME").Delete(t.Context()))
	_, err = c.Account("ACME").State(t.Context())
	fails(t, err, client.Error{Status: http.StatusNotFound, Text: `unknown account "ACME"`, Hint: "known: DEMO"})
	fails(t, c.Account("ACME").Delete(t.Context()), client.Error{Status: http.StatusNotFound, Text: `unknown account "ACME"`, Hint: "known: DEMO"})
}

// TestClock changes a clock in every way, and no clock of another account.
func TestClock(t *testing.T) {
	t.Parallel()
	s, c, shop := start(t)
	s.As("OTHER").Get("/orders/")
	week := 7 * 24 * time.Hour
	steps := []struct {
		move func() (client.Clock, error)
		want client.Clock
	}{
		{func() (client.Clock, error) { return shop.Clock(t.Context()) }, client.Clock{Now: moment, Mode: "real"}},
		{func() (client.Clock, error) { return shop.Advance(t.Context(), week) }, client.Clock{Now: moment.Add(week), Mode: "moved"}},
		{func() (client.Clock, error) { return shop.Freeze(t.Context()) }, client.Clock{Now: moment.Add(week), Mode: "frozen"}},
		{func() (client.Clock, error) { return shop.Advance(t.Context(), -90*time.Minute) }, client.Clock{Now: moment.Add(week - 90*time.Minute), Mode: "frozen"}},
		{func() (client.Clock, error) { return shop.SetClock(t.Context(), moment.Add(time.Second)) }, client.Clock{Now: moment.Add(time.Second), Mode: "frozen"}},
		{func() (client.Clock, error) { return shop.RealTime(t.Context()) }, client.Clock{Now: moment, Mode: "real"}},
		{func() (client.Clock, error) { return shop.FreezeAt(t.Context(), moment.Add(-week)) }, client.Clock{Now: moment.Add(-week), Mode: "frozen"}},
	}
	before := moment
	for _, step := range steps {
		got, err := step.move()
		if back := got.Now.Before(before); back != (got.Note != "") {
			t.Errorf("got the note %q, back %t", got.Note, back)
		}
		before, got.Note = got.Now, ""
		check(t, got, err, step.want)
	}
	s.Advance(time.Hour)
	got, err := shop.Clock(t.Context())
	check(t, got, err, client.Clock{Now: moment.Add(-week), Mode: "frozen"})
	got, err = c.Account("OTHER").Clock(t.Context())
	check(t, got, err, client.Clock{Now: moment.Add(time.Hour), Mode: "real"})
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	s, c, shop := start(t)
	questions, err := c.Questions(t.Context())
	done(t, err)
	check(t, questions[1], nil, client.Question{
		ID: "search-status", Section: "4.1", Question: "Which status does a successful order search have?",
		Answer: "201, as the interface says, although it is unusual for a search.", Basis: "documented", HasChoice: true, Default: "201", Advice: "takes any status from 200 to 299 for success", ShownBy: "search orders: GET /orders/",
		Choices: []client.Choice{{Answer: "201", Meaning: "order search succeeds with 201, as documented"},
			{Answer: "200", Meaning: "order search succeeds with 200 instead of the documented 201"}},
	})
	done(t, shop.SetAnswer(t.Context(), "search-status", "200"))
	check(t, s.Get("/orders/").Status, nil, http.StatusOK)
	answers, err := shop.Answers(t.Context())
	done(t, err)
	check(t, answers[1], nil, client.Answer{ID: "search-status", Answer: "200", Default: "201"})
	done(t, shop.ResetAnswer(t.Context(), "search-status"))
	check(t, s.Get("/orders/").Status, nil, http.StatusCreated)
	fails(t, shop.SetAnswer(t.Context(), "search-status", "202"), client.Error{
		Status: http.StatusBadRequest, Text: `assume: the answer to search-status must be 201 or 200, got "202"`, Hint: "correct the fields that are named"})
}

func TestFeatures(t *testing.T) {
	t.Parallel()
	s, _, shop := start(t)
	orders := "/orders/customer/?CustomerReference=" + s.ID("customer-with-one-order", "CustomerReference")
	done(t, shop.DisableFeature(t.Context(), "API_GET_CUSTOMER_ORDERS"))
	check(t, s.Get(orders).Status, nil, http.StatusForbidden)
	features, err := shop.Features(t.Context())
	done(t, err)
	check(t, len(features), nil, 1)
	features[0].Summary = "" // the text is from the catalogue
	check(t, features[0], nil, client.Feature{FeatureInfo: client.FeatureInfo{Feature: "API_GET_CUSTOMER_ORDERS", Default: true, Section: "4.2"}})
	done(t, shop.EnableFeature(t.Context(), "API_GET_CUSTOMER_ORDERS"))
	check(t, s.Get(orders).Status, nil, http.StatusOK)
}

func TestResetAndSnapshots(t *testing.T) {
	t.Parallel()
	s, _, shop := start(t)
	order := "/orders/" + s.ID("purchase-order-awaiting-form", "OrderReference") + "/"
	saved, err := shop.SaveSnapshot(t.Context(), "before")
	done(t, err)
	snapshots, err := shop.Snapshots(t.Context())
	check(t, snapshots, err, []client.Snapshot{saved})
	state, err := shop.State(t.Context())
	check(t, state.Counts.Records, err, *saved.Counts)
	check(t, s.Do("DELETE", order, "").Status, nil, http.StatusOK)
	done(t, shop.Activate(t.Context(), "search-status-200", client.ActivationLimits{}))
	state, err = shop.Reset(t.Context(), "before", client.KeepScenarios)
	check(t, state.Scenarios, err, []string{"search-status-200"})
	check(t, s.Do("DELETE", order, "").Status, nil, http.StatusOK)
	state, err = shop.Reset(t.Context(), client.ToEmpty)
	check(t, state.Scenarios, err, []string{})
	check(t, s.Do("DELETE", order, "").Status, nil, http.StatusNotFound)
	done(t, shop.DeleteSnapshot(t.Context(), "before"))
	_, err = shop.Reset(t.Context(), "before")
	fails(t, err, client.Error{Status: http.StatusNotFound, Text: `unknown snapshot "before"`, Hint: "known: world, empty"})
	_, err = shop.Reset(t.Context(), client.ToWorld, client.Parts()...)
	done(t, err)
	check(t, s.Get(order).Status, nil, http.StatusOK)
}

func TestScenarios(t *testing.T) {
	t.Parallel()
	s, c, shop := start(t)
	const mine = "summary: Mine\nrules: [{on: search-orders, fail: INVALID_PARAMETER}]\n"
	done(t, c.PutScenario(t.Context(), "mine", mine))
	want := client.Scenario{Name: "mine", Summary: "Mine", Operations: []string{"search-orders"}, Source: "own", Group: client.GroupOwn,
		Effects: []client.Effect{{Operation: "search-orders", Act: client.ActFail, Status: http.StatusBadRequest, Code: "INVALID_PARAMETER", Text: "400 INVALID_PARAMETER"}}, Does: []string{"400 INVALID_PARAMETER"}}
	file, err := c.Scenario(t.Context(), "mine")
	check(t, file, err, client.ScenarioFile{Scenario: want, YAML: mine})
	library, err := c.Scenarios(t.Context())
	done(t, err)
	if !contains(library, "mine") || !contains(library, "slow") || !contains(library, "FORBIDDEN") {
		t.Errorf("got %+v, want mine, slow and FORBIDDEN among them", library)
	}
	done(t, shop.Activate(t.Context(), "mine", client.ActivationLimits{Times: 2, For: time.Minute}))
	check(t, status(s), nil, http.StatusBadRequest)
	remaining, until := int64(1), moment.Add(time.Minute)
	active, err := shop.ActiveScenarios(t.Context())
	check(t, active, err, []client.Activation{{Name: "mine", Summary: "Mine", Matched: 1, Affected: 1, Remaining: &remaining, Until: &until}})
	done(t, shop.Deactivate(t.Context(), "mine"))
	check(t, status(s), nil, http.StatusCreated)
	fails(t, shop.Deactivate(t.Context(), "mine"), client.Error{Status: http.StatusNotFound, Text: `scenario "mine" is not active`, Hint: "no scenario is active"})
	done(t, shop.Activate(t.Context(), "INVALID_PARAMETER", client.ActivationLimits{}))
	check(t, status(s), nil, http.StatusBadRequest)
	done(t, shop.DeactivateAll(t.Context()))
	check(t, status(s), nil, http.StatusCreated)
	done(t, c.DeleteScenario(t.Context(), "mine"))
	if library, err = c.Scenarios(t.Context()); err != nil || contains(library, "mine") {
		t.Errorf("got %+v, %v, want mine gone", library, err)
	}
	fails(t, c.PutScenario(t.Context(), "slow", mine), client.Error{Status: http.StatusConflict,
		Text: "scenario slow ships with the sandbox: choose another name", Hint: "choose another name for your own scenario"})
}

func status(s *sandboxtest.Running) int { return s.Get("/orders/").Status }

func contains(library []client.Scenario, name string) bool {
	for _, scenario := range library {
		if scenario.Name == name {
			return true
		}
	}
	return false
}
