package control

import (
	"errors"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// verifyRequests verifies that the expected calls of an account were made: one
// expectation, or several over the same calls.
func (api *API) verifyRequests(c *gin.Context, a *account.Account) (answer, error) {
	var asked verify.AskedAll
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	if asked.IsOne() {
		expected, err := asked.Expected()
		if err != nil {
			return answer{}, err
		}
		return verified(api.verifier(c, a).Verify(c.Request.Context(), a.Ring, expected))
	}
	all, err := asked.All()
	if err != nil {
		return answer{}, err
	}
	outcome, err := api.verifier(c, a).All(c.Request.Context(), a.Ring, all, 0)
	return verified(outcome.Verifications, err)
}

// verified answers the result of a verification.
func verified[T any](found T, err error) (answer, error) {
	if errors.Is(err, journal.ErrRemoved) {
		err = account.ErrUnknown
	}
	if err != nil {
		return answer{}, err
	}
	return ok(found), nil
}

func (api *API) verifier(c *gin.Context, a *account.Account) verify.Verifier {
	return verify.Verifier{
		XPath:             api.XPath,
		CredentialHeaders: api.CredentialHeaders,
		Query:             func(text string) (calls.Query, error) { return api.callView().Parse(text, a.Clock.Now()) },
		Show:              func(e *journal.Entry) client.Entry { return api.masked(c, e) },
	}
}
