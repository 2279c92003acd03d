package gate

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// play lets scenarios act on the call. A failure is returned as the problem it
// stands for; any other effect is left in the verdict for the wire.
func play(c *Call) error {
	verdict, err := c.Account.Director.Decide(c.Seen, c.OneCall)
	if err != nil {
		return refuseScenario(c, err)
	}
	c.Verdict, c.decided = verdict, true
	if c.standing.Features != nil {
		c.settle(verdict.Overrides)
	}
	for _, note := range verdict.Notes {
		c.Entry.Note(note)
	}
	wait(c, verdict.Delay)
	fail := verdict.Effect.Fail
	if fail == nil {
		return nil
	}
	message := fail.Message
	if message == "" {
		outcome, _ := c.Operation.Failure(fail.Code)
		message = outcome.Condition
	}
	names := strings.Join(verdict.Acted(), ", ")
	return Note(c.Entry, "scenario", commerce.Refuse(fail.Code, "%s", message).Of("", names, "no scenario in the way"))
}

// refuseScenario tells a caller who asked for a scenario that the call cannot
// have it.
func refuseScenario(c *Call, err error) error {
	var unknown *scenario.UnknownError
	expected := "the name of a scenario that has something for " + string(c.Operation.ID)
	if errors.As(err, &unknown) && len(unknown.Nearest) > 0 {
		expected = strings.Join(unknown.Nearest, ", ")
	}
	return Note(c.Entry, "scenario", commerce.Refuse(catalog.SandboxScenario, "%v", err).
		Of(scenario.HeaderName, strings.Join(c.OneCall, ", "), expected))
}

// wait waits as long as a scenario says, or until the caller goes away. The
// server's own deadlines are lifted, for they would end a long delay early.
func wait(c *Call, d time.Duration) {
	if d <= 0 {
		return
	}
	deadlines := http.NewResponseController(c.Writer)
	_ = deadlines.SetReadDeadline(time.Time{}) // a writer without deadlines needs none lifted
	_ = deadlines.SetWriteDeadline(time.Time{})
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.Context.Done():
	}
}

// bent names what bent the call, in its entry and for its header.
func (c *Call) bent(outcome catalog.Outcome) string {
	if c.Account == nil || c.Operation == nil {
		return ""
	}
	bent := c.standing.Names // the call was refused before its scenarios had their turn
	if c.decided {
		bent = c.Verdict.Bent
	}
	names := strings.Join(bent(c.Operation, outcome), ", ")
	c.Entry.Scenario = journal.Names(names)
	return names
}
