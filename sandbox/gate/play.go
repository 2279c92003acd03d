package gate

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// play lets scenarios act on the call. A failure is returned as the problem it
// stands for; any other effect is left in the verdict for the wire.
func play(c *Call) error {
	if c.misnamed != nil {
		return refuseScenario(c, c.misnamed)
	}
	c.Decision = c.Account.Director.Decide(c.Seen, c.Decision)
	for _, note := range c.Decision.Notes {
		c.Recorder.Note(note)
	}
	wait(c, c.Decision.Delay)
	fail := c.Decision.Effect.Fail
	if fail == nil {
		return nil
	}
	message := fail.Message
	if message == "" {
		outcome, _ := c.Operation.Failure(fail.Code)
		message = outcome.Condition
	}
	names := strings.Join(c.Decision.Acted(), ", ")
	return note(c.Recorder, "scenario", commerce.Problemf(fail.Code, "%s", message).Of("", names, "no scenario in the way"))
}

// refuseScenario tells a caller who asked for a scenario that the call cannot
// have it.
func refuseScenario(c *Call, err error) error {
	var unknown *scenario.UnknownError
	expected := "the name of a scenario that has something for " + string(c.Operation.ID)
	if errors.As(err, &unknown) && len(unknown.Nearest) > 0 {
		expected = strings.Join(unknown.Nearest, ", ")
	}
	return note(c.Recorder, "scenario", commerce.Problemf(catalog.SandboxScenario, "%v", err).
		Of(scenario.HeaderName, strings.Join(c.OneCall, ", "), expected))
}

// afterDelay is how long the rest of a call may be read once its delay is over,
// and then be written.
const afterDelay = 60 * time.Second

// wait waits as long as a scenario says, or until the caller goes away or the
// sandbox is stopped. The server's own deadlines would end a long delay early,
// so they are put off by it; without any, a caller that never ends its body
// would be waited for ever. Deadlines are moments of the machine, whatever the
// wall clock is.
func wait(c *Call, d time.Duration) {
	if d <= 0 {
		return
	}
	deadlines, end := http.NewResponseController(c.Writer), clock.System().Add(d).Add(afterDelay)
	_ = deadlines.SetReadDeadline(end) // a writer without deadlines needs none put off
	_ = deadlines.SetWriteDeadline(end.Add(afterDelay))
	pause(c.Context, d)
}

// pause waits, but no longer than the context lasts.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// bent names what bent the call, in its entry and for its header.
func (c *Call) bent(outcome catalog.Outcome) string {
	if c.Account == nil || c.Operation == nil {
		return ""
	}
	names := strings.Join(c.Decision.Commit(c.Operation, outcome, c.leaned...), ", ")
	c.Recorder.Scenarios = journal.Names(names)
	return names
}

// RequestHeader returns the first value of a request header as conditions of
// scenarios see it. Host is one too, though net/http keeps it apart.
func RequestHeader(r *http.Request, name string) string {
	if strings.EqualFold(name, "Host") {
		return r.Host
	}
	return r.Header.Get(name)
}
