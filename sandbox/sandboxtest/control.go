package sandboxtest

import (
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Control returns a client of the control interface of the sandbox.
func (r *Running) Control() *client.Client {
	return client.New(r.sandbox.ControlURL(), client.Options{Token: r.token, HTTPClient: r.http})
}

func (r *Running) account() *client.Account { return r.Control().Account(r.code) }

// Activate activates a scenario for the account, such as
// customer-orders-forbidden, until the test ends. Control offers more, such as a
// limit of calls.
func (r *Running) Activate(scenario string) {
	r.t.Helper()
	if err := r.account().Activate(r.t.Context(), scenario, client.ActivationLimits{}); err != nil {
		r.t.Errorf("sandboxtest: %v", err)
	}
}

// Verify fails the test unless the account received the expected calls. It waits
// for them as long as the expectation says.
func (r *Running) Verify(e client.Expectation) {
	r.t.Helper()
	found, err := r.account().Verify(r.t.Context(), e)
	if err != nil {
		r.t.Errorf("sandboxtest: %v", err)
	} else if !found.Verified {
		r.t.Error(found.Message)
	}
}

// VerifyAll is Verify for several expectations over the same calls. Its failure
// names each unsatisfied one.
func (r *Running) VerifyAll(all client.Expectations) {
	r.t.Helper()
	found, err := r.account().VerifyAll(r.t.Context(), all)
	if err != nil {
		r.t.Errorf("sandboxtest: %v", err)
	} else if !found.Verified {
		r.t.Error(found.Message)
	}
}

// Verdict fails the test unless the verdict of the account passes: every
// expectation is satisfied, and every refused call matches one of them. It
// returns the verdict.
func (r *Running) Verdict(asked client.VerdictRequest) client.Verdict {
	r.t.Helper()
	found, err := r.account().Verdict(r.t.Context(), asked)
	if err != nil {
		r.t.Errorf("sandboxtest: %v", err)
	}
	for _, failure := range found.Failures {
		r.t.Error(failure)
	}
	return found
}

// Coverage returns the outcomes of the interface covered by the account's calls
// so far.
func (r *Running) Coverage() client.CoverageReport {
	r.t.Helper()
	report, err := r.account().Coverage(r.t.Context())
	if err != nil {
		r.t.Errorf("sandboxtest: %v", err)
	}
	return report
}

// Handles returns the named records of the world, with their ids.
func (r *Running) Handles() map[string]client.Handle { return maps.Clone(r.handles) }

// ID returns one id of a named record of the world, such as the OrderReference
// of order-complete. An unknown name fails the test.
func (r *Running) ID(handle, name string) string {
	r.t.Helper()
	named, ok := r.handles[handle]
	if !ok {
		r.t.Errorf("sandboxtest: unknown handle %q; %s", handle, phrase.Suggest(handle, slices.Sorted(maps.Keys(r.handles))))
		return ""
	}
	id, ok := named.IDs[name]
	if !ok {
		r.t.Errorf("sandboxtest: handle %s has no %q; %s", handle, name, phrase.Suggest(name, slices.Sorted(maps.Keys(named.IDs))))
	}
	return id
}
