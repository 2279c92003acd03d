package control

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// FragmentFunc reads a file in the format of a world, for adding its records to an
// account. Its error shows what is wrong with the file.
type FragmentFunc func(text []byte) (account.Fragment, error)

// addWorld adds the fragment of the body to the account, all of it or nothing, or with
// dry_run shows its faults. A whole world is only checked, because an account can only
// start with it.
func (api *API) addWorld(c *gin.Context, a *account.Account) (answer, error) {
	dryRun, err := queryFlag(c, "dry_run", false)
	if err != nil {
		return answer{}, err
	}
	whole, err := queryFlag(c, "whole", false)
	if err != nil {
		return answer{}, err
	}
	if whole && !dryRun {
		return answer{}, badRequest("add dry_run=true to check it; serve --world FILE starts with it", "a whole world cannot be added to an account")
	}
	text, err := bodyTextOf(c, transfer.MaxYAML) // before its turn, because a body may wait for others that add
	if err != nil {
		return answer{}, err
	}
	end, err := api.adding.take(c.Request.Context())
	if err != nil {
		return answer{}, err
	}
	defer end()
	if dryRun {
		err := api.checkWorldText(a, text, whole)
		return ok(client.WorldCheck{Valid: err == nil, Faults: faultsOf(err)}), nil
	}
	return api.addFragment(c.Request.Context(), a, text)
}

// addFragment adds a fragment to the account, and lists the new records.
func (api *API) addFragment(ctx context.Context, a *account.Account, text []byte) (answer, error) {
	fragment, err := api.Fragment(text)
	if err != nil {
		return answer{}, invalidFragment(err)
	}
	changes, err := a.Add(ctx, fragment)
	if invalid := (*account.WorldError)(nil); errors.As(err, &invalid) {
		return answer{}, invalidFragment(invalid.Err)
	}
	if err != nil {
		return answer{}, err
	}
	var rows []client.AddedRecord
	for _, change := range changes {
		if change.Before == nil { // it is new
			rows = append(rows, client.AddedRecord{Kind: change.Kind, ID: change.ID})
		}
	}
	added := list("records", rows)
	added.status = http.StatusCreated
	return added, nil
}

// checkWorldText returns the faults of a world, or of a fragment in the account.
func (api *API) checkWorldText(a *account.Account, text []byte, whole bool) error {
	if whole {
		return api.World(text)
	}
	fragment, err := api.Fragment(text)
	if err != nil {
		return err
	}
	return a.Check(fragment)
}

// maxFragments is how many fragments are made and written at once, and imports. A
// fragment takes up to 60 MB.
const maxFragments = 2

func invalidFragment(err error) error {
	return &client.Error{Status: http.StatusBadRequest, Text: err.Error(),
		Hint: "a fragment is YAML in the format of a world, and may refer to records of the account", Faults: faultsOf(err)}
}
