package control

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
)

// resetAccount takes an account back to its world, to nothing or to a snapshot.
func (i *API) resetAccount(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	asked := struct {
		To   string         `json:"to"`
		Keep []account.Part `json:"keep"`
	}{To: account.ToWorld}
	if err := r.decode(&asked); err != nil {
		return answer{}, err
	}
	for _, kept := range asked.Keep {
		if all := account.Parts(); !slices.Contains(all, kept) {
			return answer{}, refuse(http.StatusBadRequest, fmt.Sprintf("keep is a list of some of %v", all), "a reset cannot keep %q", kept)
		}
	}
	err = a.Reset(r.Context(), asked.To, asked.Keep)
	if errors.Is(err, account.ErrUnknownSnapshot) {
		return answer{}, unknownSnapshot(a, asked.To, account.ToWorld, account.ToEmpty)
	}
	if err != nil {
		return answer{}, err
	}
	return ok(i.view(r, a)), nil
}
