package gate

import (
	"errors"
	"log/slog"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Ending is the end of a call in the words of the catalogue.
type Ending struct {
	Outcome  catalog.Outcome
	Problem  *commerce.Problem // nil for a success
	Replaced bool              // a success replaces the failure, by the answer to an open question
	fault    bool              // the sandbox failed, or its disk is full
}

// Code returns the error code of the answer, "" for a success.
func (e Ending) Code() catalog.Code {
	if e.Replaced {
		return ""
	}
	return e.Outcome.Code
}

// Finish returns the ending of a call with the error err, nil for a success, and
// explains it in the call's entry. It logs an error other than a problem of the client,
// and a problem not listed in the catalogue for the protocol; the answer then names
// only the id to look for in the log.
func (g *Gate) Finish(c *Call, err error) Ending {
	if err == nil {
		return Ending{Outcome: c.Operation.Success}
	}
	if c.Account != nil && !c.answered {
		if ended := c.Account.EndedBy(c.Context, err); ended != nil {
			err = c.endWithAccount(ended)
		}
	}
	fault, err := g.fileProblem(c, err)
	var p *commerce.Problem
	if errors.As(err, &p) {
		if outcome, ok := c.outcomeOf(p.Code); ok {
			p = shortenProblem(p)
			explain(c.Recorder, p)
			c.Recorder.NotReached = c.notReached()
			return Ending{Outcome: c.failedBy(outcome), Problem: p, fault: fault}
		}
	}
	id := c.AssignID()
	g.Log.LogAttrs(c.Context, slog.LevelError, "call failed", slog.String("id", id), slog.Any("error", err))
	g.countFault(c, id, err)
	p = commerce.Problemf(catalog.InternalError, "%s", FailureText(id))
	outcome, _ := c.outcomeOf(p.Code)
	explain(c.Recorder, p)
	return Ending{Outcome: outcome, Problem: p, fault: true}
}

// failedBy returns the outcome with a scenario's status for the failure.
func (c *Call) failedBy(outcome catalog.Outcome) catalog.Outcome {
	if f := c.Decision().Effect.Fail; f != nil && f.Status != 0 && f.Code == outcome.Code {
		outcome.Status, outcome.StatusQuestion = f.Status, ""
	}
	return outcome
}

// shortenProblem returns a problem with messages of a bounded length, whatever the client sent.
func shortenProblem(p *commerce.Problem) *commerce.Problem {
	short := *p
	short.Message, short.More = phrase.Line(p.Message, phrase.MaxLine), slices.Clone(p.More)
	for n := range short.More {
		short.More[n].Message = phrase.Line(short.More[n].Message, phrase.MaxLine)
	}
	return &short
}

// countFault counts a call explained by the log alone. A repetition is no call.
func (g *Gate) countFault(c *Call, id string, err error) {
	if c.repeats != nil {
		return
	}
	last := client.LastFault{ID: id, Operation: c.Recorder.Operation, Error: err.Error()}
	if last.Operation == "" {
		last.Path, _, _ = strings.Cut(c.Recorder.Request.URI, "?")
	}
	g.Faults.Add(last, c.Recorder.Request.Header, c.Recorder.Mask.Secrets...)
}

// FailureText is the message of the answer to a call failed by the sandbox. Details are
// in the log only, under the id.
func FailureText(id string) string { return "The sandbox failed; its log gives the reason under " + id }

// fileProblem returns true and the problem of a call if the data file is the cause,
// otherwise err. It logs a hint for the operator.
func (g *Gate) fileProblem(c *Call, err error) (caused bool, problem error) {
	var full *account.NoSpaceError
	var damage *account.DamageError
	var write *account.WriteError
	log := func(what string, err error, hint string) {
		if c.repeats != nil { // a preview logs nothing
			return
		}
		g.Log.LogAttrs(c.Context, slog.LevelError, what, slog.String("id", c.AssignID()), slog.Any("error", err), slog.String("hint", hint))
	}
	switch {
	case errors.As(err, &full):
		log("disk full", full, full.Hint())
		return true, commerce.Problemf(catalog.InsufficientStorage, "The sandbox cannot store the call, because %v; %s", full, full.Hint())
	case errors.Is(err, account.ErrBusy):
		return true, commerce.Problemf(catalog.AccountBusy, "The sandbox cannot carry out the call now, because %v; send it again", account.ErrBusy)
	case errors.As(err, &damage):
		log("data file damaged", damage, damage.Hint())
		return true, commerce.Problemf(catalog.InternalError, "The sandbox cannot answer the call, because %v; %s", damage, damage.Hint())
	case errors.As(err, &write):
		log("data file not written", write, write.Hint())
		return true, commerce.Problemf(catalog.InternalError, "The sandbox cannot store the call, because it %v; %s", write, write.Hint())
	}
	return false, err
}

// outcomeOf returns the outcome of a code, first among the operation's own.
func (c *Call) outcomeOf(code catalog.Code) (catalog.Outcome, bool) {
	if c.Operation != nil {
		if outcome, ok := c.Operation.Failure(code); ok {
			return outcome, true
		}
	}
	return catalog.GeneralFailure(c.protocol(), code)
}
