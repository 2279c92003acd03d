package gate

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// AssignID gives the call its id in the journal of its account, or among the
// calls without an account. A second call returns the same id.
func (c *Call) AssignID() string {
	if c.repeats != nil {
		return c.repeats.of.AssignID()
	}
	if c.Account == nil {
		return c.Recorder.IDWithoutAccount()
	}
	first := c.Recorder.ID == ""
	id := c.Account.Ring.NextID(c.Recorder)
	if first && c.over() != nil {
		c.Recorder.Forget() // the journal may belong to the next one already
	}
	return id
}

// describe sets the headers that explain an answer: the id of the call, the
// explanation, the questions, the scenarios, and the date where the account's
// clock does not show the time of the wall clock. It records the same in the
// entry, and counts the outcome.
func (g *Gate) describe(h *headers, c *Call, a *Answer) {
	h.set("X-Sandbox-Request", c.AssignID())
	if text := explanation(c.Recorder); text != "" {
		h.set("X-Sandbox-Explain", asciiLine(text))
		c.Recorder.Why = why(c.Recorder, text)
	}
	if text := c.withPassed(a.Outcome.ChoicesText(c.Circumstances)); text != "" {
		h.set("X-Sandbox-Assumption", text)
	}
	if text := c.withPassed(a.Outcome.DependsOnText()); text != "" {
		c.Recorder.Questions = journal.Names(text)
	}
	names := c.recordScenarios(a.Outcome)
	if names != "" {
		h.set(scenario.HeaderName, names)
	}
	if c.Recorder.Preview {
		h.set(PreviewHeader, previewValue)
	} else {
		g.count(c, a, scenario.FromHeader(names))
	}
	if c.Account == nil {
		return
	}
	c.Recorder.AccountTime = c.Terms.Now
	if c.Account.Clock.State().Mode != clock.Real {
		h.set("Date", g.dates.text(c.Terms.Now))
	}
}

// withPassed adds the questions behind passed checks of the call to those of its
// outcome.
func (c *Call) withPassed(questions string) string {
	on := c.dependsOn
	for _, id := range c.refusing {
		if !slices.Contains(on, id) {
			on = append(slices.Clip(on), id)
		}
	}
	passed := phrase.List(on...)
	if questions == "" || passed == "" {
		return questions + passed
	}
	return questions + ", " + passed
}

// recordScenarios returns the names of the scenarios that affected the call, as its header
// lists them, and records them.
func (c *Call) recordScenarios(outcome catalog.Outcome) string {
	if c.Operation == nil {
		return ""
	}
	names := strings.Join(c.Decision().Commit(c.Operation, outcome, c.dependsOn...), ", ")
	c.Recorder.Scenarios = journal.Names(names)
	for _, note := range c.Decision().LeftOut {
		c.Recorder.Note(note) // behind all others, and not in the header of the explanation
	}
	return names
}

// count counts the outcome of a call, for its account and for the sandbox.
func (g *Gate) count(c *Call, a *Answer, scenarios []string) {
	if c.Operation == nil || c.Recorder.Ended != "" {
		return
	}
	call := &client.LastCall{ID: c.AssignID(), Time: c.Recorder.WallTime}
	a.cover(g.Coverage, c, call, scenarios)
	if c.Account != nil {
		a.cover(c.Account.Coverage, c, call, scenarios)
	}
}

// cover counts the outcome as covered if the client gets the whole answer.
func (a *Answer) cover(counters *coverage.Counters, c *Call, call *client.LastCall, scenarios []string) {
	switch c.Operation.ID {
	case catalog.UnknownPath:
		counters.CountOutside()
		return
	case catalog.WSDL:
		return
	}
	if a.broken || c.Decision().Effect.Cut == scenario.Garbage {
		counters.CountUnanswered()
		return
	}
	counters.Count(call, c.Operation.ID, a.Outcome.Status, a.Outcome.Code, scenarios...)
}

// close calls OnEnd, closes the entry of a call and writes the call's one log line.
// Afterwards the entry must not be used.
func (g *Gate) close(r *http.Request, entry *journal.Recorder) {
	now := g.Wall()
	if g.OnEnd != nil && !entry.Preview && entry.Ended == "" {
		g.OnEnd(entry.Operation, entry.Response.Status, entry.Response.Code, entry.Cause, now.Sub(entry.WallTime))
	}
	if !g.Log.Enabled(r.Context(), slog.LevelInfo) {
		entry.Close(now)
		return
	}
	line, path := entry.Entry.Entry, entry.Mask.Text(r.URL.Path)
	entry.Close(now)
	attrs := append(make([]slog.Attr, 0, 9), slog.String("id", line.ID), slog.String("operation", line.Operation),
		slog.String("method", r.Method), slog.String("path", path),
		slog.Int("status", line.Response.Status), slog.String("code", line.Response.Code), slog.String("cause", string(line.Cause)),
		slog.Duration("took", now.Sub(line.WallTime).Round(time.Microsecond)))
	if line.Preview {
		attrs = append(attrs, slog.Bool("preview", true))
	}
	g.Log.LogAttrs(r.Context(), slog.LevelInfo, "call", attrs...)
}
