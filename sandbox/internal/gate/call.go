package gate

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Call is one call.
type Call struct {
	Input
	Admission
	repeats *repetition // nil for the call of a client

	// Circumstances grow while the call is read, checked and answered.
	Circumstances catalog.Circumstances

	dependsOn  []catalog.QuestionID // questions whose answers let the call pass a check
	refusing   []catalog.QuestionID // questions whose other answers would have refused its credentials
	stage      stage                // the check begun last
	moved      int                  // moves made by scenarios
	movedAfter []moved              // those after the call, recorded once its entry is closed
	arrived    *account.Account     // at which it arrived, nil for a call without a body
	answered   bool                 // the operation was carried out, or failed
	cutOff     bool                 // the account ended after the operation: the client gets no answer
	read       Records              // of the call's records
}

// Input is the call as its protocol read it. For a call without an operation the gate sets
// Operation, Stub and Repeatable.
type Input struct {
	Context       context.Context // done when the client goes away
	Request       *http.Request
	Writer        http.ResponseWriter
	Wall          clock.Wall
	Turn          *Turn // of a large body, nil for a small one
	Recorder      *journal.Recorder
	Operation     *catalog.Operation // nil while unknown
	Stub          string             // name in a scenario of a call without an operation, "" for any other
	Credential    Credential
	OneCall       []string      // scenarios named by the call for itself: first in its header, then in its values
	InHeader      int           // how many of them are from its header
	InCredential  []string      // scenarios in its credential
	Preview       string        // value of the header X-Sandbox-Preview
	Subscriptions []string      // in a SOAP call
	ScenarioCall  scenario.Call // the call as scenario conditions read it
	Repeatable    Repeatable    // carries the call out again; nil while the operation is unknown
}

// Admission is what the gate found out about the account of a call. Without an account,
// Account, Shop and Settings are nil; the baseline may decide all the same.
type Admission struct {
	Account  *account.Account
	Shop     *commerce.Shop    // of the account; stores nothing in a preview
	Settings *account.Settings // of the account, with the overrides of scenarios
	Terms    commerce.Terms

	decided      *scenario.Decision // nil while no scenario is active or named
	own          *account.Settings  // without the overrides of scenarios
	director     *scenario.Director // of the account, or of the baseline
	oneCallError error              // why the call cannot have one of its scenarios
}

// Begin opens the journal entry of a call of a protocol.
func (g *Gate) Begin(w http.ResponseWriter, r *http.Request, protocol catalog.Protocol) Input {
	in := Input{Context: r.Context(), Request: r, Writer: w, Wall: g.Wall, Recorder: g.Journal.Begin(r, g.Wall()), Credential: g.CredentialIn(r.Header)}
	in.Turn, _ = r.Body.(*Turn)
	in.Recorder.Protocol = string(protocol)
	if values, asked := r.Header[PreviewHeader]; asked {
		in.Recorder.Preview, in.Preview = true, strings.Join(values, ", ")
	}
	return in
}

// protocol returns the protocol of the call.
func (c *Call) protocol() catalog.Protocol { return catalog.Protocol(c.Recorder.Protocol) }

// Method returns the method of the request.
func (c *Call) Method() string { return c.Request.Method }

// Header returns the first value of a request header. Host is a header too, though net/http
// keeps it apart.
func (c *Call) Header(name string) string {
	if strings.EqualFold(name, "Host") {
		return c.Request.Host
	}
	return c.Request.Header.Get(name)
}

// Now returns the time of the call on the account's clock.
func (c *Call) Now() time.Time { return c.Terms.Now }

// OutsidePath returns what a condition reads of the path of a call outside of the interface:
// the whole path, or the name of the call as scenarios have it; false for any other call.
func (c *Call) OutsidePath(name string, stub func() string) (string, bool) {
	if c.Operation.ID != catalog.UnknownPath {
		return "", false
	}
	switch name {
	case catalog.WholePath:
		return catalog.OutsidePath(c.Request.URL.Path), true
	case catalog.StubName:
		return c.Stub, true
	case catalog.UncheckedStub:
		return stub(), true
	}
	return "", true
}

// attach gives the call its account, with its active scenarios.
func (c *Call) attach(a *account.Account) {
	own := c.repeats.settings(a.Settings())
	c.Recorder.Secret(own.Secret) // some clients send it, and the journal must mask it
	a.RecordCall(c.Recorder.WallTime)
	c.begin(a.Director)
	c.Account, c.own = a, own
	c.Shop, c.Settings = c.shopOf(a, own), c.withOverrides(own)
	c.Terms = c.Settings.Terms
	c.Terms.Now = c.repeats.moment(a.Clock)
	if c.repeats == nil && !c.Recorder.Preview {
		a.Clock.Tick()
	}
}

// begin lets a director decide about the call, which has no account yet.
func (c *Call) begin(d *scenario.Director) {
	c.Admission = Admission{director: d}
	begin := d.Begin
	if c.Recorder.Preview {
		begin = d.Preview
	}
	if c.repeats == nil {
		decision, err := begin(c.Operation.ID, c.OneCall)
		c.oneCallError = err
		c.keep(decision)
	}
}

// Decision returns the decision of the scenarios about the call. A call has room for one only
// while there are some, because it is large.
func (f *Admission) Decision() *scenario.Decision {
	if f.decided == nil {
		return &scenario.Decision{}
	}
	return f.decided
}

// keep keeps a decision if scenarios have a part in it.
func (f *Admission) keep(decision scenario.Decision) {
	if f.decided = nil; !decision.IsIdle() {
		kept := decision
		f.decided = &kept
	}
}

// shopOf returns the shop of an account for the call.
func (c *Call) shopOf(a *account.Account, own *account.Settings) *commerce.Shop {
	switch {
	case c.Recorder.Preview:
		return a.Shop.Preview()
	case own.DiscardWrites:
		return a.Shop.Discarding()
	}
	return a.Shop
}

// withOverrides returns the settings of an account with the overrides of active
// scenarios.
func (f *Admission) withOverrides(own *account.Settings) *account.Settings {
	o := f.Decision().Overrides
	if o.Features == nil {
		return own
	}
	overridden, err := own.With(o.Features, o.Answers)
	if err != nil { // checked when the scenario was read
		return own
	}
	return overridden
}

// detach makes the call one without an account after all.
func (c *Call) detach() {
	c.Decision().Release()
	c.Admission = Admission{}
}

// hasOverrides reports whether scenarios replaced answers of the account.
func (f *Admission) hasOverrides() bool { return len(f.Decision().Overrides.Answers) > 0 }

// dependOn records questions whose answers let the call pass a check, because the
// outcome does not name them. A scenario with one of the answers affected the call.
func (c *Call) dependOn(on ...catalog.QuestionID) { c.dependsOn = append(c.dependsOn, on...) }
