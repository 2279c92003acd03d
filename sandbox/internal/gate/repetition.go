package gate

import (
	"cmp"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// Repeatable is a call that can be carried out again. Each protocol implements it over
// the request that it has read.
type Repeatable interface {
	// Repeat carries the call out as again and returns its status and its error
	// code, "" for a success. It writes no answer.
	Repeat(again Call) (status int, code catalog.Code)
}

// repetition says how a call is carried out again to learn how it would have
// ended: at the same moment, without scenarios, as a preview. Nobody sees it.
type repetition struct {
	of        *Call
	unchanged bool // with the default features and answers of the catalogue
}

// settings returns the settings of the repeated call, and own for the call of a
// client.
func (r *repetition) settings(own *account.Settings) *account.Settings {
	if r == nil {
		return own
	}
	own = cmp.Or(r.of.own, own)
	if r.unchanged {
		return own.WithDefaults()
	}
	return own
}

// moment returns when the call happens on a clock.
func (r *repetition) moment(c *clock.Clock) time.Time {
	if r == nil || r.of.Terms.Now.IsZero() {
		return c.Now()
	}
	return r.of.Terms.Now
}

// repeat carries the call out again and returns its ending.
func (c *Call) repeat(r repetition) client.Without {
	recorder := &journal.Recorder{}
	recorder.Protocol, recorder.WallTime, recorder.Preview = c.Recorder.Protocol, c.Recorder.WallTime, true
	status, code := c.Repeatable.Repeat(Call{repeats: &r, Input: Input{
		Context: c.Context, Request: c.Request, Operation: c.Operation, Stub: c.Stub, Credential: c.Credential, Recorder: recorder,
	}})
	return client.Without{Status: status, Code: string(code)}
}

// Outcome runs a repeated call, and returns its status and its error code, "" for a success.
func (g *Gate) Outcome(c *Call, shape Shape, run func() (Answer, error)) (status int, code catalog.Code) {
	a, err := Recover(run)
	g.finish(c, shape, &a, err)
	return a.Status, a.Code()
}

// isRefusal reports whether the status is one of a refusal.
func isRefusal(status int) bool { return status >= 400 }

// ending is a call with the same ending each time.
type ending struct {
	status int
	code   catalog.Code
}

// Repeat returns the status and the code.
func (e ending) Repeat(Call) (status int, code catalog.Code) { return e.status, e.code }
