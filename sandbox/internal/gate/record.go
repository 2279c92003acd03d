package gate

import (
	"log/slog"
	"net/http"
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
func (g *Gate) AssignID(c *Call) string {
	if c.repeats != nil {
		return g.AssignID(c.repeats.of)
	}
	if c.Account != nil {
		return c.Account.Ring.NextID(c.Recorder)
	}
	return g.Journal.Ring(journal.None).NextID(c.Recorder)
}

// describe sets the headers that explain an answer: the id of the call, the
// explanation, the questions, the scenarios, and the date where the account's
// clock does not show the time of the wall clock. It records the same in the
// entry, and counts the outcome.
func (g *Gate) describe(header http.Header, c *Call, outcome catalog.Outcome) {
	header["X-Sandbox-Request"] = c.values.one(g.AssignID(c))
	if text := explanation(c.Recorder); text != "" {
		header["X-Sandbox-Explain"] = c.values.one(asciiLine(text))
		c.Recorder.Why = why(c.Recorder, text)
	}
	if text := c.withPassed(outcome.ChoicesText(c.Circumstances)); text != "" {
		header["X-Sandbox-Assumption"] = c.values.one(text)
	}
	if text := c.withPassed(outcome.DependsOnText()); text != "" {
		c.Recorder.Questions = journal.Names(text)
	}
	names := c.affected(outcome)
	if names != "" {
		header[scenario.HeaderName] = c.values.one(names)
	}
	if c.Recorder.Preview {
		header[PreviewHeader] = []string{previewValue}
	} else {
		g.count(c, outcome, scenario.FromHeader(names))
	}
	if c.Account == nil {
		return
	}
	c.Recorder.AccountTime = c.Terms.Now
	if c.Account.Clock.State().Mode != clock.Real {
		header["Date"] = c.values.one(g.dates.text(c.Terms.Now))
	}
}

// withPassed adds the questions behind passed checks of the call to those of its
// outcome.
func (c *Call) withPassed(questions string) string {
	passed := phrase.List(c.dependsOn...)
	if questions == "" || passed == "" {
		return questions + passed
	}
	return questions + ", " + passed
}

// affected returns the names of the scenarios that affected the call, as its header
// lists them, and records them.
func (c *Call) affected(outcome catalog.Outcome) string {
	if c.Operation == nil {
		return ""
	}
	names := strings.Join(c.Decision.Commit(c.Operation, outcome, c.dependsOn...), ", ")
	c.Recorder.Scenarios = journal.Names(names)
	return names
}

// count counts the outcome of a call, for its account and for the sandbox.
func (g *Gate) count(c *Call, outcome catalog.Outcome, scenarios []string) {
	if c.Operation == nil {
		return
	}
	call := &client.LastCall{ID: g.AssignID(c), Time: c.Recorder.WallTime}
	c.cover(g.Coverage, call, outcome, scenarios)
	if c.Account != nil {
		c.cover(c.Account.Coverage, call, outcome, scenarios)
	}
}

// cover counts the outcome as covered if the client gets the whole answer.
func (c *Call) cover(counters *coverage.Counters, call *client.LastCall, outcome catalog.Outcome, scenarios []string) {
	switch c.Operation.ID {
	case catalog.UnknownPath:
		counters.CountOutside()
		return
	case catalog.WSDL:
		return
	}
	if c.broken || c.Decision.Effect.Cut == scenario.Garbage {
		counters.CountUnanswered()
		return
	}
	counters.Count(call, c.Operation.ID, outcome.Status, outcome.Code, scenarios...)
}

// close calls OnEnd, closes the entry of a call and writes the call's one log line.
// Afterwards the entry must not be used.
func (g *Gate) close(r *http.Request, entry *journal.Recorder) {
	now := g.Wall()
	if g.OnEnd != nil && !entry.Preview {
		g.OnEnd(entry.Operation, entry.Response.Status, entry.Response.Code, entry.Cause, now.Sub(entry.WallTime))
	}
	if !g.Log.Enabled(r.Context(), slog.LevelInfo) {
		entry.Close(now)
		return
	}
	line, path := entry.Entry, entry.MaskedText(r.URL.Path)
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
