package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// maxWhy is the longest Why of an entry, in bytes.
const maxWhy = 200

// recordCause records who is at fault for an answer, and how its scenarios were
// triggered.
func (g *Gate) recordCause(c *Call, a *Answer) {
	for _, name := range c.Recorder.Scenarios.List() {
		c.Recorder.Triggers = append(c.Recorder.Triggers, c.trigger(name))
	}
	switch {
	case c.Recorder.Ended != "" || c.over() != nil: // nobody can repeat it in the world that ended
	case a.broken || c.Decision().Replaces() && !a.keepsCause(c):
		without := a.without(c)
		c.Recorder.Cause, c.Recorder.Without = client.ByScenario, &without
		if c.Recorder.Why == "" {
			c.Recorder.Why = a.replacement(c)
		}
		if c.Decision().Effect.SkipsOperation() {
			c.Recorder.NotReached = c.notReached()
		}
	case !isRefusal(a.Status):
	case a.fault:
		c.Recorder.Cause = client.BySandbox
	case !c.overriddenToFail() && !g.changedToFail(c, a.Outcome):
		c.Recorder.Cause = client.ByClient
	}
}

// keepsCause reports whether scenarios only edit the answer, and no edit found its place or a
// refusal keeps its status.
func (a *Answer) keepsCause(c *Call) bool {
	return c.Decision().Effect.Empty() && (a.Original == nil || isRefusal(a.Original.Status) && a.Status == a.Original.Status)
}

// without returns how the call would have ended without scenarios. It does not repeat
// an executed operation, because the repetition would find the changes of the first.
func (a *Answer) without(c *Call) client.Without {
	switch {
	case a.Original != nil:
		return client.Without{Status: a.Original.Status, Code: string(a.Original.Code)}
	case a.carried:
		return client.Without{Status: a.Status, Code: string(a.Code())}
	}
	return c.repeat(repetition{of: c})
}

// overriddenToFail reports whether the call failed because of a feature or an answer
// given by a scenario, and records the cause.
func (c *Call) overriddenToFail() bool {
	return c.Decision().Overrides.Features != nil && len(c.Recorder.Triggers) > 0 && c.recordIfAnswered(repetition{of: c})
}

// changedToFail reports whether the call failed because the account itself or a start
// flag changed a feature or an answer, and records the cause.
func (g *Gate) changedToFail(c *Call, outcome catalog.Outcome) bool {
	if c.Repeatable == nil {
		return false
	}
	own := cmp.Or(c.own, g.Registry.DefaultSettings())
	changed := changedSettings(c.Operation, own, outcome)
	if len(changed) == 0 || !c.recordIfAnswered(repetition{of: c, unchanged: true}) {
		return false
	}
	c.Recorder.Triggers = append(c.Recorder.Triggers, changed...)
	return true
}

// recordIfAnswered reports whether a repetition of the call succeeds. If it does, it
// records a scenario as the cause.
func (c *Call) recordIfAnswered(r repetition) bool {
	without := c.repeat(r)
	if isRefusal(without.Status) {
		return false
	}
	c.Recorder.Cause, c.Recorder.Without = client.ByScenario, &without
	return true
}

// changedSettings returns the features and answers other than the default that an answer with
// this outcome depends on.
func changedSettings(op *catalog.Operation, own *account.Settings, outcome catalog.Outcome) []client.Trigger {
	var changed []client.Trigger
	if flag := op.Feature; flag != "" && outcome.Code == catalog.Forbidden && !own.Features[flag] {
		changed = append(changed, client.Trigger{By: client.TriggerFeature, Name: string(flag)})
	}
	for _, id := range outcome.DependsOn() {
		if own.Answers.Get(id) != catalog.Defaults().Get(id) {
			changed = append(changed, client.Trigger{By: client.TriggerQuestion, Name: string(id)})
		}
	}
	return changed
}

// trigger returns how a scenario came to affect the call.
func (c *Call) trigger(name string) client.Trigger {
	switch at := slices.Index(c.OneCall, name); {
	case at < 0:
		return client.Trigger{Scenario: name, By: c.Decision().Trigger(name)}
	case at < c.InHeader:
		return client.Trigger{Scenario: name, By: client.TriggerHeader}
	}
	return client.Trigger{Scenario: name, By: client.TriggerValue}
}

// replacement describes the action of a scenario in place of the ordinary answer.
func (a *Answer) replacement(c *Call) string {
	d := c.Decision()
	does := "answers the call"
	if d.Effect.Empty() {
		does = "changes the answer"
	} else if d.Effect.After() {
		does = "answers the call after it was carried out"
	}
	if d.Effect.After() && d.Effect.Fail != nil { // its check is missing in an entry without room
		does = "fails the call after it was carried out"
	}
	if d.Effect.Empty() && a.broken {
		does = "breaks the answer"
	}
	does = cmp.Or(scenario.CutWords[d.Effect.Cut].Does, does)
	if d.Effect.Cut == scenario.InHead || d.Effect.Cut == scenario.InBody {
		does = fmt.Sprintf("closes the connection after %d bytes of the %s", d.Effect.At, d.Effect.Cut)
	}
	if d.Effect.After() && d.Effect.Cut != "" && d.Effect.Cut != scenario.InHead {
		does += " after the call was carried out"
	}
	names := cmp.Or(d.Ending(), phrase.List(d.ActingScenarios()...))
	return phrase.Shorten("scenario "+names, maxWhy/2) + " " + does
}

// why returns an explanation as one line without the secrets of the call: control characters
// become blanks.
func why(entry *journal.Recorder, explanation string) string {
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(entry.Mask.Text(explanation), "\uFFFD"))
	return phrase.Shorten(line, maxWhy)
}
