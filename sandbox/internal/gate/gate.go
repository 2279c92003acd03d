// Package gate is the one path from both protocols to the shop. It checks a call in a
// fixed order: the account, the credentials, the Accept header, the scenarios, the
// feature that the operation needs. It records each check in the call's journal entry
// with the given and the expected value, so that a failed call explains itself.
// Scenarios before the credential can affect a call with an earlier failure, or without
// an operation.
//
// An admitted call has its account, the account's settings with the overrides
// of active scenarios, and its terms with a moment read once. When the call
// ends, the package numbers, explains, counts, logs and closes it.
//
// It leaves parameters and formats to the protocols, rules and state to the
// shop.
package gate

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/address"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// AccountPolicy is the policy for unknown vendor codes.
type AccountPolicy string

// The ways to treat an unknown vendor code.
const (
	OpenAccounts   AccountPolicy = "open"   // a call signed with the sandbox's secret opens the account
	ClosedAccounts AccountPolicy = "closed" // the call fails
)

// Gate admits calls and ends them.
type Gate struct {
	Registry *account.Registry
	Wall     clock.Wall
	Accounts AccountPolicy
	First    string // code of the account of calls without credentials
	Journal  *journal.Journal
	Coverage *coverage.Counters // over all accounts
	Log      *slog.Logger
	Faults   *Faults        // gets each call explained only by the log; may be nil
	Address  address.Policy // at which clients reach the sandbox
	CORS     *CORS          // nil when no page of another origin may call

	CredentialHeaders []string // canonical names, the first with a value counts

	// OnEnd, unless it is nil, is called when a call ends. The operation is ""
	// for an unknown one, the status 0 without an answer, the code "" for a
	// success. It is not called for a preview.
	OnEnd func(operation string, status int, code string, cause client.Cause, took time.Duration)

	dates     dates
	searching sync.Mutex // held while the mistake of a wrong hash is searched
}

// Call is one call. The protocol fills in the first part, the gate the second.
type Call struct {
	Context      context.Context // done when the client goes away
	Writer       http.ResponseWriter
	Turn         *Turn              // of a large body, nil for a small one
	Operation    *catalog.Operation // nil while unknown
	Recorder     *journal.Recorder
	OneCall      []string      // scenarios named by the call for itself: first in its header, then in its values
	InHeader     int           // how many of them are from its header
	InCredential []string      // scenarios in its credential
	Credential   string        // value of the credential header, "" when there is none
	Misplaced    string        // header with credentials in its place, "" for none
	Repeatable   Repeatable    // carries the call out again; nil while the operation is unknown
	ScenarioCall scenario.Call // the call as scenario conditions read it

	// Circumstances grow while the call is read, checked and answered.
	Circumstances catalog.Circumstances

	Account  *account.Account  // nil while unknown
	Shop     *commerce.Shop    // of the account; stores nothing in a preview
	Settings *account.Settings // of the account, with the overrides of scenarios; nil while unknown
	Terms    commerce.Terms
	Decision scenario.Decision

	Subscriptions []string // that a SOAP call names

	read         Records              // of the call's records
	moved        int                  // moves made by scenarios
	afterwards   []func() error       // work after the entry of the call
	carried      bool                 // scenarios let the call reach its operation
	broken       bool                 // the client does not get the whole answer
	director     *scenario.Director   // of the call, nil while unknown
	moments      [2]time.Time         // the date of the credential must be near one
	named        string               // vendor code in the call, "" for none
	stub         string               // name of the call in a scenario, "" for none
	own          *account.Settings    // without the overrides of scenarios
	stage        stage                // the check begun last
	fault        bool                 // the sandbox failed, or its disk is full
	preview      string               // value of the header X-Sandbox-Preview
	repeats      *repetition          // nil for the call of a client
	oneCallError error                // why the call cannot have one of its scenarios
	dependsOn    []catalog.QuestionID // questions whose answers let the call pass a check
	values       headerValues         // of the answer
}

// Admit admits a REST call by its credential and the values of its Accept header, or
// returns the problem of the first failed check. A failed call has its account too, if
// known, because its entry belongs to the account's journal.
func (g *Gate) Admit(c *Call, accept []string) error {
	if err := g.identify(c); err != nil {
		return g.early(c, err)
	}
	if err := checkAccept(c, accept); err != nil {
		return g.early(c, err)
	}
	return admit(c)
}

// admit makes the checks of both protocols, after the account is known.
func admit(c *Call) error {
	if err := c.checkPreview(); err != nil {
		return err
	}
	c.sight()
	if err := applyScenarios(c); err != nil || c.Decision.Effect.SkipsOperation() {
		return err
	}
	if err := checkFeature(c); err != nil {
		return err
	}
	c.stage = operationStage
	return nil
}

// attach binds the account to the call and applies its active scenarios.
func (c *Call) attach(a *account.Account) {
	c.Account, c.Shop = a, a.Shop
	c.own = c.repeats.settings(a.Settings())
	c.Settings = c.own
	c.Recorder.Secret(c.own.Secret) // some clients send it, and the journal must mask it
	a.Called(c.Recorder.WallTime)
	if c.own.DiscardWrites {
		c.Shop = a.Shop.Discarding()
	}
	if c.Recorder.Preview {
		c.Shop = a.Shop.Preview()
	}
	c.begin(a.Director)
	if o := c.Decision.Overrides; o.Features != nil {
		if overridden, err := c.own.With(o.Features, o.Answers); err == nil { // checked when the scenario was read
			c.Settings = overridden
		}
	}
	c.Terms = c.Settings.Terms
	c.Terms.Now = c.repeats.moment(a.Clock)
	if c.repeats == nil && !c.Recorder.Preview {
		a.Clock.Tick()
	}
}

// begin begins the decision of a director about the call.
func (c *Call) begin(d *scenario.Director) {
	c.director = d
	begin := d.Begin
	if c.Recorder.Preview {
		begin = d.Preview
	}
	if c.repeats == nil {
		c.Decision, c.oneCallError = begin(c.Operation.ID, c.OneCall)
	}
}

// detach undoes attach, for a call without an account after all.
func (c *Call) detach() {
	c.Decision.Release()
	c.Account, c.Shop, c.own, c.Settings, c.Terms = nil, nil, nil, nil, commerce.Terms{}
	c.director, c.Decision, c.oneCallError = nil, scenario.Decision{}, nil
}

// dependOn records questions whose answers let the call pass a check, because the
// outcome does not name them. A scenario with one of the answers affected the call.
func (c *Call) dependOn(on ...catalog.QuestionID) { c.dependsOn = append(c.dependsOn, on...) }

// hasOverrides reports whether scenarios replaced answers of the account.
func (c *Call) hasOverrides() bool { return len(c.Decision.Overrides.Answers) > 0 }

// checkAccept checks that Accept names application/json where the operation lists the
// header (section 4, open question accept).
func checkAccept(c *Call, accept []string) error {
	if !c.Operation.Accept {
		return nil
	}
	c.stage = acceptStage
	given := strings.Join(accept, ", ")
	if named, excluded := namesJSON(given); named {
		c.Recorder.Check(journal.Check{Name: "accept", Passed: true, Given: given})
		if excluded {
			c.Recorder.Note("Accept excludes application/json with q=0; the sandbox answers in JSON all the same")
		}
		return nil
	}
	if c.Settings.Answers.Is(catalog.Accept, "lenient") {
		c.dependOn(catalog.Accept)
		return nil
	}
	problem := commerce.Problemf(catalog.InvalidAcceptHeader, "Accept must name application/json, got %q", given).
		Of("Accept", given, "application/json")
	if given == "" {
		problem.Message = "Accept is required and must name application/json"
	}
	return failCheck(c.Recorder, "accept", problem)
}

// namesJSON reports whether Accept names application/json, and whether it does so
// only to exclude it.
func namesJSON(accept string) (named, excluded bool) {
	if accept == "application/json" {
		return true, false
	}
	for part := range strings.SplitSeq(accept, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "application/json") {
			continue
		}
		if !hasZeroQuality(parameters) {
			return true, false
		}
		named, excluded = true, true
	}
	return named, excluded
}

// hasZeroQuality reports whether the parameters of a media type have q=0, for "not
// acceptable" (RFC 9110, section 12.4.2).
func hasZeroQuality(parameters string) bool {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			quality, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return err == nil && quality == 0
		}
	}
	return false
}

// checkFeature checks that the account has the feature of the operation (section 4.2,
// rule 4).
func checkFeature(c *Call) error {
	flag := c.Operation.Feature
	if flag == "" {
		return nil
	}
	c.stage = featureStage
	if c.Settings.Features[flag] {
		c.Recorder.Check(journal.Check{Name: "feature", Passed: true, Given: string(flag)})
		return nil
	}
	return failCheck(c.Recorder, "feature", commerce.Problemf(catalog.Forbidden, "The account does not have the feature %s", flag).
		Of("feature", "off", string(flag)+" on"))
}

// failCheck records a failed check and returns its problem.
func failCheck(entry *journal.Recorder, name string, p *commerce.Problem) error {
	entry.Check(journal.Check{Name: name, Field: p.Field, Given: p.Given, Expected: p.Expected, Message: p.Message})
	return p
}
