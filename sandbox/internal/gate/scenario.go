package gate

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
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
	return c.apply(c.director.Decide(c.Context, c.ScenarioCall, c.Decision))
}

// apply applies a decision to the call.
func (c *Call) apply(decision scenario.Decision) error {
	c.Decision = decision
	for _, note := range c.Decision.Notes {
		c.Recorder.Note(note)
	}
	c.delay(c.Decision.Delay)
	c.moveBefore()
	c.lookBack()
	if fail := c.Decision.Effect.Fail; fail != nil {
		return c.failure(fail)
	}
	return nil
}

// delay waits for d, except in a preview. The call gets its id before, so that it is known
// to be under way, and a clearing includes it.
func (c *Call) delay(d time.Duration) {
	if d > 0 && !c.Recorder.Preview {
		c.AssignID()
		wait(c, d)
	}
}

// failure records the failure of a scenario and returns its problem.
func (c *Call) failure(fail *scenario.Failure) error {
	message := fail.Message
	if message == "" {
		message = c.Operation.Message(fail.Code)
	}
	return failCheck(c.Recorder, "scenario", commerce.Problemf(fail.Code, "%s", message).Of("", c.Decision.Ending(), "no scenario that fails the call"))
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

// afterDelay is the time to read the rest of a call after its delay, and then
// the time to write its answer.
const afterDelay = 60 * time.Second

// wait waits for d, or until the client goes away or the sandbox stops. It moves the
// server's deadlines, because otherwise they would end a long delay early; it does not
// remove them, because otherwise an endless body would hold the call for ever.
// Deadlines are times of the machine, whatever the wall clock shows.
func wait(c *Call, d time.Duration) {
	if d <= 0 {
		return
	}
	putOff(c.Writer, clock.System().Add(d))
	c.Turn.without(func() { pause(c.Context, d) })
}

// putOff gives a call its time after the end of a delay.
func putOff(w http.ResponseWriter, end time.Time) {
	deadlines, end := http.NewResponseController(w), end.Add(afterDelay)
	_ = deadlines.SetReadDeadline(end) // a writer without deadlines has none to move
	_ = deadlines.SetWriteDeadline(end.Add(afterDelay))
}

// pause waits for d, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// RequestHeader returns the first value of a request header as scenario
// conditions read it. Host is a header too, though net/http keeps it apart.
func RequestHeader(r *http.Request, name string) string {
	if strings.EqualFold(name, "Host") {
		return r.Host
	}
	return r.Header.Get(name)
}
