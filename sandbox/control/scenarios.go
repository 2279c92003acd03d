package control

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// activationView is a scenario in force, with its counters. Remaining and Until
// are null where nothing ends it.
type activationView struct {
	Name      string     `json:"name"`
	Summary   string     `json:"summary"`
	Baseline  bool       `json:"baseline"`
	Matched   int64      `json:"matched"`
	Bent      int64      `json:"affected"`
	Remaining *int64     `json:"remaining"`
	Until     *time.Time `json:"until"`
	Error     string     `json:"error,omitempty"`
}

func viewActivation(a scenario.Activation) activationView {
	v := activationView{a.Name, a.Summary, a.Baseline, a.Matched, a.Affected, a.Remaining, nil, a.Error}
	if !a.Until.IsZero() {
		v.Until = &a.Until
	}
	return v
}

func (i *API) listInForce(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	return inForce(a), nil
}

// inForce answers what is in force, the latest first.
func inForce(a *account.Account) answer {
	var rows []activationView
	for _, running := range a.Director.Active() {
		rows = append(rows, viewActivation(running))
	}
	return list("scenarios", rows)
}

// switchOn puts a scenario, or a bare error code, in force.
func (i *API) switchOn(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	limits, err := r.limits()
	if err != nil {
		return answer{}, err
	}
	if err := a.Director.Activate(r.param("name"), limits); err != nil {
		return answer{}, err
	}
	for _, running := range a.Director.Active() {
		if running.Name == r.param("name") {
			return ok(viewActivation(running)), nil
		}
	}
	return inForce(a), nil // it is over already
}

// limits reads where the scenario is to end by itself.
func (r *request) limits() (scenario.ActivationLimits, error) {
	var asked struct {
		Times *int    `json:"times"`
		For   *string `json:"for"`
	}
	if err := r.decode(&asked); err != nil {
		return scenario.ActivationLimits{}, err
	}
	var bad faults
	var limits scenario.ActivationLimits
	if asked.Times != nil {
		limits.Times = *asked.Times
		if limits.Times < 1 {
			bad.add("times", "it counts bent calls, from 1, got %d", limits.Times)
		}
	}
	if asked.For != nil {
		d, err := clock.ParseDuration(*asked.For)
		bad.check("for", err)
		if err == nil && d <= 0 {
			bad.add("for", "it must be longer than 0s, got %q", *asked.For)
		}
		limits.For = d
	}
	return limits, bad.refusal()
}

func (i *API) switchOff(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	name := r.param("name")
	if a.Director.Deactivate(name) {
		return answer{}, nil
	}
	return answer{}, unknown("scenario in force", name, namesInForce(a))
}

// namesInForce are the scenarios in force, the latest first; never nil.
func namesInForce(a *account.Account) []string {
	names := []string{}
	for _, running := range a.Director.Active() {
		names = append(names, running.Name)
	}
	return names
}

func (i *API) switchAllOff(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	a.Director.DeactivateAll()
	return answer{}, nil
}
