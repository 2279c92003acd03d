package control

import (
	"errors"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// expectation is client.Expectation with a duration as text.
type expectation struct {
	client.Expectation
	Within string `json:"within"`
}

// verifyRequests verifies that the expected calls of an account were made.
func (api *API) verifyRequests(r *request, a *account.Account) (answer, error) {
	var asked expectation
	if err := r.decode(&asked); err != nil {
		return answer{}, err
	}
	if asked.Within != "" {
		d, err := clock.ParseDuration(asked.Within)
		if err != nil {
			return answer{}, badRequest("such as 500ms or 5s", "within: %v", err)
		}
		asked.Expectation.Within = d
	}
	verifier := verify.Verifier{
		XPath:             api.XPath,
		CredentialHeaders: api.CredentialHeaders,
		Query:             func(text string) (calls.Query, error) { return api.callView().Parse(text, a.Clock.Now()) },
		Show:              func(e *journal.Entry) client.Entry { return api.masked(r, e) },
	}
	found, err := verifier.Verify(r.Context(), a.Ring, asked.Expectation)
	if errors.Is(err, journal.ErrRemoved) {
		err = account.ErrUnknown
	}
	if err != nil {
		return answer{}, err
	}
	return ok(found), nil
}
