package control_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

const refusing = "summary: No list\nrules: [{on: search-orders, times: 1, answer: {status: 503}}]\n"

// status searches orders and returns the status.
func status(t *testing.T, s *sandboxtest.Running) int {
	t.Helper()
	return s.Get("/orders/").Status
}

// TestScenarioOfAnAccount follows one from its opening to its deletion.
func TestScenarioOfAnAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop, other := s.Control().Account("DEMO"), s.As("OTHER")
	active, err := shop.PutOwnScenario(t.Context(), "mine", refusing)
	if err != nil || active.Name != "mine" || !active.Own || active.Summary != "No list" {
		t.Fatalf("got %+v, %v", active, err)
	}
	if got := []int{status(t, other), status(t, s), status(t, s)}; got[0] != 201 || got[1] != 503 || got[2] != 201 {
		t.Errorf("the other account, this one and this one again: got %v", got)
	}
	_, err = shop.PutOwnScenario(t.Context(), "mine", refusing)
	must(t, err)
	if got := status(t, s); got != 503 {
		t.Errorf("after it was put again: got %d", got)
	}
	file, err := shop.Scenario(t.Context(), "mine")
	if err != nil || file.YAML != refusing || file.Source != "account" {
		t.Errorf("got %+v, %v", file, err)
	}
	if state, err := shop.Reset(t.Context(), client.ToWorld); err != nil || len(state.Scenarios) != 0 || len(state.Own) != 1 {
		t.Errorf("after a reset: got %+v, %v", state, err)
	}
	must(t, shop.Activate(t.Context(), "mine", client.ActivationLimits{Times: 1}))
	if state, err := shop.Reset(t.Context(), client.ToWorld, client.KeepScenarios); err != nil || len(state.Scenarios) != 1 {
		t.Errorf("after a reset that keeps it: got %+v, %v", state, err)
	}
	must(t, shop.Deactivate(t.Context(), "mine"))
	if state, err := shop.State(t.Context()); err != nil || len(state.Own) != 0 || len(state.Scenarios) != 0 {
		t.Errorf("after it was deleted: got %+v, %v", state, err)
	}
}

// TestPauseOwnScenario lists a scenario of an account alone, deactivates it and activates it again.
func TestPauseOwnScenario(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop := s.Control().Account("DEMO")
	for _, text := range []string{"summary: Old\nrules: [{on: login, cut: reset}]", refusing} {
		_, err := shop.PutOwnScenario(t.Context(), "mine", text)
		must(t, err)
		if mine := listedMine(t, shop); mine == nil || mine.Source != "account" || mine.Group != client.GroupOwn || !strings.Contains(text, mine.Summary) {
			t.Errorf("got %+v", mine)
		}
	}
	s.As("OTHER").Get("/orders/")
	if other := listedMine(t, s.Control().Account("OTHER")); other != nil {
		t.Errorf("another account has %+v", other)
	}
	must(t, shop.Pause(t.Context(), "mine"))
	if got := status(t, s); got != 201 {
		t.Errorf("inactive: got %d", got)
	}
	if err := shop.Pause(t.Context(), "mine"); err == nil || !strings.Contains(err.Error(), "is not active") {
		t.Errorf("again: got %v", err)
	}
	must(t, shop.Activate(t.Context(), "mine", client.ActivationLimits{}))
	if got := status(t, s); got != 503 {
		t.Errorf("active again: got %d", got)
	}
}

// listedMine returns the scenario mine as the list for an account has it.
func listedMine(t *testing.T, shop *client.Account) *client.Scenario {
	t.Helper()
	all, err := shop.Scenarios(t.Context())
	must(t, err)
	if at := slices.IndexFunc(all, func(s client.Scenario) bool { return s.Name == "mine" }); at >= 0 {
		return &all[at]
	}
	return nil
}

// TestOwnScenarioRefused puts scenarios refused for a single account.
func TestOwnScenarioRefused(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	shop := s.Control().Account("DEMO")
	must(t, s.Control().PutScenario(t.Context(), "saved", refusing))
	for _, test := range []struct {
		name, text string
		status     int
		says       string
	}{
		{"slow", refusing, 409, "ships with the sandbox"},
		{"saved", refusing, 409, "is in the library"},
		{"FORBIDDEN", refusing, 409, "is an error code"},
		{"Mine", refusing, 400, "scenario name must consist of"},
		{"mine", "rules: [{on: serch-orders, cut: reset}]", 400, "did you mean search-orders?"},
	} {
		_, err := shop.PutOwnScenario(t.Context(), test.name, test.text)
		e, is := err.(*client.Error) //nolint:errorlint // the client returns this type
		if !is || e.Status != test.status || !strings.Contains(e.Text, test.says) {
			t.Errorf("%s: got %v, want %d %s", test.name, err, test.status, test.says)
		}
	}
	for i := range 20 {
		_, err := shop.PutOwnScenario(t.Context(), "own-"+string(rune('a'+i)), refusing)
		must(t, err)
	}
	if _, err := shop.PutOwnScenario(t.Context(), "one-more", refusing); err == nil || !strings.Contains(err.Error(), "limit of 20") {
		t.Errorf("the 21st: got %v", err)
	}
	if state, err := shop.State(t.Context()); err != nil || len(state.Own) != 20 || len(state.Scenarios) != 20 {
		t.Errorf("got %+v, %v", state, err)
	}
}

// TestOpenedWithOwnScenario opens an account with a scenario. It acts from the first call
// on, and outlives resets.
func TestOpenedWithOwnScenario(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	asked := client.NewAccount{VendorCode: "TRIAL", Own: map[string]string{"fault": "rules: [{on: search-orders, skip: 1, times: 1, cut: reset}]"}}
	opened, err := s.Control().Open(t.Context(), asked)
	if err != nil || len(opened.Scenarios) != 1 {
		t.Fatalf("got %+v, %v", opened, err)
	}
	if got := status(t, s.As("TRIAL")); got != 201 {
		t.Errorf("the first call: got %d", got)
	}
	trial := s.Control().Account("TRIAL")
	_, err = trial.Reset(t.Context(), client.ToWorld)
	must(t, err)
	active, err := trial.ActiveScenarios(t.Context())
	if err != nil || len(active) != 1 || active[0].Matched != 1 {
		t.Errorf("after a reset: got %+v, %v", active, err)
	}
	asked.VendorCode, asked.Own["slow"] = "ANOTHER", refusing
	if _, err := s.Control().Open(t.Context(), asked); err == nil || !strings.Contains(err.Error(), "own: scenario slow ships") {
		t.Errorf("got %v", err)
	}
}

// TestHandlesOfAnAccount lets the handles of the account decide, also for a scenario of the
// library, and without an account those of the shipped worlds.
func TestHandlesOfAnAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	bare, err := s.Control().Open(t.Context(), client.NewAccount{World: "empty"})
	must(t, err)
	const moves = "rules: [{on: login, do: {after: [{refund: order order-complete}, {cancel: order mine}]}}]\n"
	must(t, s.Control().PutScenario(t.Context(), "moves", moves))
	demo, empty := s.Control().Account("DEMO"), s.Control().Account(bare.VendorCode)
	_, err = demo.PutOwnScenario(t.Context(), "own", moves)
	must(t, err)
	const complete, mine = "do: unknown handle order-complete", "do: unknown handle mine"
	listed := func(want ...string) {
		t.Helper()
		all, err := demo.Scenarios(t.Context())
		at := slices.IndexFunc(all, func(one client.Scenario) bool { return one.Name == "own" })
		if err != nil || at < 0 || !slices.Equal(messages(all[at].Warnings), want) {
			t.Errorf("got %+v, %v, want own with %q", all, err, want)
		}
	}
	listed(mine)
	must(t, demo.AddWorld(t.Context(), "customers: [{handle: mine, first_name: Ida, last_name: Moreau, country: fr}]\n"))
	listed()
	for _, test := range []struct {
		find func() (client.ScenarioFile, error)
		want []string
	}{
		{func() (client.ScenarioFile, error) { return s.Control().Scenario(t.Context(), "moves") }, []string{mine}},
		{func() (client.ScenarioFile, error) { return empty.Scenario(t.Context(), "moves") }, []string{complete, mine}},
		{func() (client.ScenarioFile, error) { return demo.Scenario(t.Context(), "moves") }, nil},
		{func() (client.ScenarioFile, error) { return demo.Scenario(t.Context(), "own") }, nil},
	} {
		file, err := test.find()
		if got := messages(file.Warnings); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("got %q, %v, want %q", got, err, test.want)
		}
	}
}

func messages(warnings []client.Fault) (texts []string) {
	for _, w := range warnings {
		texts = append(texts, w.Message)
	}
	return texts
}
