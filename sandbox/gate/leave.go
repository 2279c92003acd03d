package gate

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// AssignID gives a call its id in the journal of its account, or among the calls
// that belong to none. Asked again it returns the same id.
func (g *Gate) AssignID(c *Call) string {
	if c.Account != nil {
		return c.Account.Ring.NextID(c.Recorder)
	}
	return g.Journal.Ring(journal.None).NextID(c.Recorder)
}

// Finish is how a call ended, in the words of the catalogue.
type Ending struct {
	Outcome catalog.Outcome
	Problem *commerce.Problem // nil for a success
}

// Finish turns the error of a call, nil for none, into its end and explains it in
// the call's entry. An error that is no problem of the caller, or one that the
// catalogue does not know for the wire, is logged; the caller is only told
// where to look.
func (g *Gate) Finish(c *Call, wire catalog.Protocol, err error) Ending {
	if err == nil {
		return Ending{Outcome: c.Operation.Success}
	}
	if errors.Is(err, account.ErrUnknown) && c.Account != nil {
		err = c.gone(wire)
	}
	var p *commerce.Problem
	if errors.As(err, &p) {
		if outcome, ok := c.failure(wire, p.Code); ok {
			explain(c.Recorder, p)
			return Ending{outcome, p}
		}
	}
	id := g.AssignID(c)
	g.Log.LogAttrs(context.Background(), slog.LevelError, "call failed", slog.String("id", id), slog.Any("error", err))
	p = commerce.Problemf(catalog.InternalError, "The sandbox failed; its log says why under %s", id)
	outcome, _ := c.failure(wire, p.Code)
	explain(c.Recorder, p)
	return Ending{outcome, p}
}

// failure looks a code up, first among the operation's own.
func (c *Call) failure(wire catalog.Protocol, code catalog.Code) (catalog.Outcome, bool) {
	if c.Operation != nil {
		if outcome, ok := c.Operation.Failure(code); ok {
			return outcome, true
		}
	}
	return catalog.GeneralFailure(wire, code)
}

// describe sets the headers that tell about an answer and what it rests on,
// and the date of an account's clock that does not show the wall's time. It
// notes the same in the entry, and counts how the call ended.
func (g *Gate) describe(header http.Header, c *Call, outcome catalog.Outcome) {
	header["X-Sandbox-Request"] = []string{g.AssignID(c)}
	if text := explanation(c.Recorder); text != "" {
		header["X-Sandbox-Explain"] = []string{text}
	}
	if text := outcome.DependsOnText(); text != "" {
		header["X-Sandbox-Assumption"] = []string{text}
		c.Recorder.Questions = journal.Names(text)
	}
	names := c.bent(outcome)
	if names != "" {
		header[scenario.HeaderName] = []string{names}
	}
	g.count(c, outcome, scenario.FromHeader(names))
	if c.Account == nil {
		return
	}
	c.Recorder.AccountTime = c.Terms.Now
	if c.Account.Clock.State().Mode != clock.Real {
		header["Date"] = []string{c.Terms.Now.Format(http.TimeFormat)}
	}
}

// count counts how a call ended, among the calls of its account and among all.
func (g *Gate) count(c *Call, outcome catalog.Outcome, scenarios []string) {
	if c.Operation == nil {
		return
	}
	c.cover(g.Coverage, outcome, scenarios)
	if c.Account != nil {
		c.cover(c.Account.Coverage, outcome, scenarios)
	}
}

// cover counts the outcome as met, if the caller gets to see it whole.
func (c *Call) cover(counters *coverage.Counters, outcome catalog.Outcome, scenarios []string) {
	switch c.Decision.Effect.Cut {
	case "", scenario.Drip:
		counters.Count(c.Operation.ID, outcome.Status, outcome.Code, scenarios...)
	default:
		counters.CountUnanswered()
	}
}

// close ends the entry of a call, counts it and writes the one log line of it.
// The entry must not be used afterwards. It is called before the answer goes
// out, so that a caller who has the answer finds its entry.
func (g *Gate) close(r *http.Request, entry *journal.Recorder) {
	now := g.Wall()
	line, path := entry.Entry, ""
	ctx := context.Background()
	logged := g.Log.Enabled(ctx, slog.LevelInfo)
	if logged {
		path = line.MaskedText(r.URL.Path)
	}
	entry.Close(now)
	if g.OnEnd != nil {
		g.OnEnd(line.Operation, line.Response.Status, line.Response.Code, now.Sub(line.WallTime))
	}
	if !logged {
		return
	}
	g.Log.LogAttrs(ctx, slog.LevelInfo, "call",
		slog.String("id", line.ID), slog.String("operation", line.Operation),
		slog.String("method", r.Method), slog.String("path", path),
		slog.Int("status", line.Response.Status), slog.String("code", line.Response.Code),
		slog.Duration("took", now.Sub(line.WallTime).Round(time.Microsecond)))
}
