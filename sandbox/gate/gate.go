// Package gate is the one path from either wire to the shop. It checks, always
// in this order, which account is meant, whether the caller proved to be it,
// whether the Accept header will do, what scenarios want done with the call,
// and whether the account has the feature the operation needs. Each check is
// noted in the call's journal entry with what was given and what was expected,
// so that a refusal explains itself.
//
// An admitted call knows its account, the account's settlement as scenarios
// bend it, and its terms, with a moment read once. Parameters and state are
// left to the wires and the shop, formats to the wires. On the way out the
// package numbers, explains, counts, logs and closes the call, the same for both
// wires.
package gate

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// Accounts says what happens to unknown vendor codes.
type AccountPolicy string

// The ways to treat an unknown vendor code.
const (
	OpenAccounts   AccountPolicy = "open"   // signed with the sandbox's secret it opens an account
	ClosedAccounts AccountPolicy = "closed" // it is refused
)

// Gate admits calls.
type Gate struct {
	Registry *account.Registry
	Wall     clock.Wall
	Accounts AccountPolicy
	First    string // code of the account that answers calls which need no credentials
	Journal  *journal.Journal
	Coverage *coverage.Counters // over all accounts
	Log      *slog.Logger

	// OnEnd, unless it is nil, is told of every call that ends, with or without
	// an operation, a status and an error code.
	OnEnd func(operation string, status int, code string, took time.Duration)
}

// Call is one call on its way. The wire fills in the first part, the gate the
// second.
type Call struct {
	Context   context.Context // done when the caller goes away
	Writer    http.ResponseWriter
	Operation *catalog.Operation // nil when the call meets none
	Recorder  *journal.Recorder
	OneCall   []string      // scenarios that the call asks for, for itself
	Seen      scenario.Call // the call as conditions of scenarios see it

	Account  *account.Account  // nil while unknown
	Settings *account.Settings // nil while the account is
	Terms    commerce.Terms
	Decision scenario.Decision

	misnamed error                // why the call cannot have a scenario that it asks for, told when their turn comes
	leaned   []catalog.QuestionID // on whose answers the call came through
}

// Credentials are the headers that a REST call is admitted by.
type Credentials struct {
	Header string   // value of the credential header, "" when there is none
	Accept []string // values of the Accept header
}

// Admit lets a REST call in or returns the problem that keeps it out. Even then
// the call has its account, when it is known, so that it is noted in that
// account's journal.
func (g *Gate) Admit(c *Call, by Credentials) error {
	if err := g.identify(c, by.Header); err != nil {
		return err
	}
	if err := checkAccept(c, by.Accept); err != nil {
		return err
	}
	return g.pass(c)
}

// pass makes the checks that both wires share, once the caller is known.
func (g *Gate) pass(c *Call) error {
	if err := play(c); err != nil {
		return err
	}
	return checkFeature(c)
}

// enter gives the call its account, with what scenarios in force make of it.
func (c *Call) enter(a *account.Account) {
	c.Account = a
	c.Decision, c.misnamed = a.Director.Begin(c.Operation.ID, c.OneCall)
	c.Settings = a.Settings()
	c.Recorder.Secret(c.Settings.Secret) // some send it where it does not belong
	if o := c.Decision.Overrides; o.Features != nil {
		if bent, err := c.Settings.With(o.Features, o.Answers); err == nil { // checked when the scenario was read
			c.Settings = bent
		}
	}
	c.Terms = c.Settings.Terms
	c.Terms.Now = a.Clock.Now()
}

// leave takes the account back from a call that turns out to have none.
func (c *Call) leave() {
	c.Decision.Release()
	c.Account, c.Settings, c.Terms = nil, nil, commerce.Terms{}
	c.Decision, c.misnamed = scenario.Decision{}, nil
}

// lean notes that the call came through by the answers to some questions, which
// its outcome does not tell. A scenario that gave one of them bent the call.
func (c *Call) lean(on ...catalog.QuestionID) { c.leaned = append(c.leaned, on...) }

// overridden reports whether scenarios gave answers in place of the account's.
func (c *Call) overridden() bool { return len(c.Decision.Overrides.Answers) > 0 }

// checkAccept wants application/json named where the operation lists Accept
// (section 4, open question accept).
func checkAccept(c *Call, accept []string) error {
	if !c.Operation.Accept {
		return nil
	}
	given := strings.Join(accept, ", ")
	if namesJSON(given) {
		c.Recorder.Check(journal.Check{Name: "accept", Passed: true, Given: given})
		return nil
	}
	if c.Settings.Answers.Is(catalog.Accept, "lenient") {
		c.lean(catalog.Accept)
		return nil
	}
	problem := commerce.Problemf(catalog.InvalidAcceptHeader, "Accept must name application/json, got %q", given).
		Of("Accept", given, "application/json")
	if given == "" {
		problem.Message = "Accept is required and must name application/json"
	}
	return note(c.Recorder, "accept", problem)
}

func namesJSON(accept string) bool {
	for part := range strings.SplitSeq(accept, ",") {
		name, _, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), "application/json") {
			return true
		}
	}
	return false
}

// checkFeature wants the flag that the operation is gated by (section 4.2,
// rule 4).
func checkFeature(c *Call) error {
	flag := c.Operation.Feature
	if flag == "" {
		return nil
	}
	if c.Settings.Features[flag] {
		c.Recorder.Check(journal.Check{Name: "feature", Passed: true, Given: string(flag)})
		return nil
	}
	return note(c.Recorder, "feature", commerce.Problemf(catalog.Forbidden, "The account does not have the feature %s", flag).
		Of("feature", "off", string(flag)+" on"))
}

// note records a failed check and returns its problem.
func note(entry *journal.Recorder, name string, p *commerce.Problem) error {
	entry.Check(journal.Check{Name: name, Field: p.Field, Given: p.Given, Expected: p.Expected, Message: p.Message})
	return p
}
