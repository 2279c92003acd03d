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
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
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
	Faults   *Faults            // gets each call explained only by the log; may be nil
	Address  conn.AddressPolicy // at which clients reach the sandbox
	CORS     *CORS              // nil when no page of another origin may call

	CredentialHeaders []string // canonical names, the first with a value counts

	// OnEnd, unless it is nil, is called when a call ends. The operation is ""
	// for an unknown one, the status 0 without an answer, the code "" for a
	// success. It is not called for a preview.
	OnEnd func(operation string, status int, code string, cause client.Cause, took time.Duration)

	dates     dates
	searching sync.Mutex // held while the mistake of a wrong hash is searched
}

// Admit admits a REST call by its credential and the values of its Accept header, or
// returns the problem of the first failed check. A failed call has its account too, if
// known, because its entry belongs to the account's journal.
func (g *Gate) Admit(c *Call, accept []string) error {
	err := g.identify(c)
	if err == nil {
		err = checkAccept(c, accept)
	}
	if err != nil {
		return g.FailEarly(c, c.Credential.code(), err)
	}
	return admit(c)
}

// AdmitLogin admits a SOAP login by the claim in its arguments (section 5), or
// returns the problem of the first failed check (open question login-fault).
func (g *Gate) AdmitLogin(c *Call, claim credential.Claim) error {
	c.stage = accountStage
	if err := g.authenticate(c, claim, catalog.AuthenticationFailed); err != nil {
		return g.FailEarly(c, claim.Code, err)
	}
	if !strings.EqualFold(claim.Algo, string(credential.SHA256)) {
		c.Circumstances |= catalog.OtherLogin
		c.Depart(catalog.OtherAlgorithm)
	}
	return admit(c)
}

// admit makes the checks of both protocols, after the account is known.
func admit(c *Call) error {
	if err := c.checkPreview(); err != nil {
		return err
	}
	if err := c.enroll(); err != nil {
		return err
	}
	c.sight()
	if err := applyScenarios(c); err != nil || c.Decision().Effect.SkipsOperation() {
		return err
	}
	if err := checkFeature(c); err != nil {
		return err
	}
	c.stage = operationStage
	return nil
}

// checkAccept checks that Accept names application/json where the operation lists the
// header (section 4, open question accept).
func checkAccept(c *Call, accept []string) error {
	if !c.Operation.Accept {
		return nil
	}
	c.stage = acceptStage
	given := strings.Join(accept, ", ")
	accepted, excluded := acceptsJSON(given)
	if accepted {
		c.Recorder.Check(journal.Check{Name: "accept", Passed: true, Given: given})
		return nil
	}
	if c.Settings.Answers.Is(catalog.Accept, "lenient") {
		c.dependOn(catalog.Accept)
		return nil
	}
	problem := commerce.Problemf(catalog.InvalidAcceptHeader, "Accept must name application/json, got %q", given).
		Of("Accept", given, "application/json")
	switch {
	case given == "":
		problem.Message = "Accept is required and must name application/json"
	case excluded:
		problem.Message += ", which excludes it by q=0"
	}
	return failCheck(c.Recorder, "accept", problem)
}

// acceptsJSON reports whether Accept names application/json, and whether it names it only
// to exclude it.
func acceptsJSON(accept string) (accepted, excluded bool) {
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
		excluded = true
	}
	return false, excluded
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
