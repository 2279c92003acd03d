package gate

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Arrive binds a REST call to the account that its credential names, before its body is read
// and its credential checked, because a body may be slow.
func (g *Gate) Arrive(c *Call) {
	claim, err := c.Credential.parse(g.CredentialHeaders[0])
	if err != nil || c.Recorder.Preview {
		return
	}
	a, known := g.Registry.AtPort(conn.AccountOfPort(c.Context), claim.Code)
	if !known {
		return
	}
	c.arrived = a
	a.Ring.Enroll(c.Recorder)
	c.Turn.EndWith(a.Life())
}

// ReadsBody says that the call reads its body, until the caller calls done. The end of the
// account at which the call arrived ends the reads.
func (c *Call) ReadsBody() (done func()) {
	if c.arrived == nil {
		return func() {}
	}
	c.Recorder.Wait("reading its body", "", c.Wall())
	stop := EndReads(c.arrived.Life(), c.Writer)
	return func() {
		stop()
		c.Recorder.Resume()
	}
}

// EndReads ends the reads of a request's body when ctx is done, until the caller calls done:
// later the server would take the client for gone.
func EndReads(ctx context.Context, w http.ResponseWriter) (done func()) {
	var reading sync.Mutex
	isDone := false
	stop := context.AfterFunc(ctx, func() {
		reading.Lock()
		defer reading.Unlock()
		if !isDone {
			_ = http.NewResponseController(w).SetReadDeadline(clock.System()) // a writer without deadlines reads on
		}
	})
	return func() {
		stop()
		reading.Lock()
		defer reading.Unlock()
		isDone = true
	}
}

// enroll lists the call among those under way. It returns the error of a call whose account
// has ended already.
func (c *Call) enroll() error {
	switch {
	case c.repeats != nil || c.Recorder.Preview:
	case c.Account == nil:
		c.Recorder.EnrollWithoutAccount()
	default:
		c.Account.Ring.Enroll(c.Recorder)
	}
	return c.over()
}

// hold lets the call wait because of scenarios, each in its turn. It returns the error of a
// call that must not go on, because its account has ended. The entry shows meanwhile what
// the call waits for, and then for how long it does. A preview does not wait, but says the same.
func (c *Call) hold(by []scenario.Hold) error {
	for _, h := range by {
		if !c.Recorder.Preview {
			if err := c.enroll(); err != nil {
				return err
			}
			c.Recorder.Wait("held by scenario "+h.Scenario, h.Scenario, c.Wall())
			if c.Account != nil {
				c.Account.PublishHeld(c.AssignID(), h.Scenario)
			}
			err := c.pause(h)
			c.Recorder.Resume()
			if err != nil {
				return err
			}
		}
		if note := h.Note(); note != "" {
			c.Recorder.Note(note)
		}
	}
	return nil
}

// afterDelay is the time to read the rest of a call after its delay, and then
// the time to write its answer.
const afterDelay = 60 * time.Second

// pause waits until the time of a hold is over, its scenario is deactivated by hand, the
// client goes away, the sandbox stops, or the account ends: then it returns the error of
// over. It moves the server's deadlines, because otherwise they would end a long delay early;
// it does not remove them, because otherwise an endless body would hold the call for ever.
// Deadlines are times of the machine, whatever the wall clock shows.
func (c *Call) pause(h scenario.Hold) error {
	if h.For > 0 {
		putOff(c.Writer, clock.System().Add(h.For))
		c.Turn.without(func() {
			timer := time.NewTimer(h.For)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-h.Released.Done():
			case <-c.Context.Done():
			case <-c.life().Done():
			}
		})
	}
	return c.over()
}

// putOff gives a call its time after the end of a delay.
func putOff(w http.ResponseWriter, end time.Time) {
	deadlines, end := http.NewResponseController(w), end.Add(afterDelay)
	_ = deadlines.SetReadDeadline(end) // a writer without deadlines has none to move
	_ = deadlines.SetWriteDeadline(end.Add(afterDelay))
}
