package gate

import (
	"cmp"
	"errors"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// applyScenarios decides the effects of scenarios on the call, and waits where they
// delay it. It returns the problem of a failure; every other effect stays in the
// decision, for the protocol.
func applyScenarios(c *Call) error {
	if c.oneCallError != nil {
		return scenarioProblem(c, c.oneCallError)
	}
	c.keep(c.director.Decide(c.Context, c.ScenarioCall, *c.Decision()))
	return c.apply()
}

// apply applies the decision to the call.
func (c *Call) apply() error {
	for _, note := range c.Decision().Notes {
		c.Recorder.Note(note)
	}
	if err := c.hold(c.Decision().Holds); err != nil {
		return err
	}
	c.makeMoves(account.MovedBefore)
	if c.moved > 0 { // a moved clock is the call's too, and it may have read a record before
		c.Terms.Now, c.read = c.Account.Clock.Now(), Records{}
	}
	c.lookBack()
	if fail := c.Decision().Effect.Fail; fail != nil {
		return c.failure(fail)
	}
	return nil
}

// failure records the failure of a scenario and returns its problem.
func (c *Call) failure(fail *scenario.Failure) error {
	message := cmp.Or(fail.Message, c.Operation.Message(fail.Code))
	return failCheck(c.Recorder, "scenario", commerce.Problemf(fail.Code, "%s", message).Of("", c.Decision().Ending(), "no scenario that fails the call"))
}

// scenarioProblem returns the problem of a call that names an unknown or unsuitable
// scenario.
func scenarioProblem(c *Call, err error) error {
	var unknown *scenario.UnknownError
	expected := "the name of a scenario with a rule for " + string(c.Operation.ID)
	if errors.As(err, &unknown) && len(unknown.Nearest) > 0 {
		expected = phrase.List(unknown.Nearest...)
	}
	return failCheck(c.Recorder, "scenario", commerce.Problemf(catalog.SandboxScenario, "%v", err).
		Of(scenario.HeaderName, phrase.List(c.OneCall...), expected))
}
