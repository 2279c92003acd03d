package verify

import (
	"context"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// Verify is All for one expectation, with its NothingElse and Within.
func (v Verifier) Verify(ctx context.Context, ring *journal.Ring, e client.Expectation) (client.Verification, error) {
	all := client.Expectations{NothingElse: e.NothingElse, Within: e.Within}
	e.NothingElse = false
	all.Expectations = []client.Expectation{e}
	outcome, err := v.All(ctx, ring, all, 0)
	if err != nil {
		return client.Verification{}, err
	}
	found := outcome.Results[0]
	if all.NothingElse {
		found.Verified, found.Unexpected, found.Message, found.Uncertain = outcome.Verified, outcome.Unexpected, outcome.Message, outcome.Uncertain
	}
	return found, nil
}
