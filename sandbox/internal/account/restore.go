package account

import (
	"context"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// RestoreRequest is an account as it was at some moment, in this sandbox or in
// another one.
type RestoreRequest struct {
	Code      string
	Document  Document
	Scenarios scenario.State
	Seed      func(commerce.Tx) error // writes the records
}

// Restore opens an account as it was. Its errors are those of Open, or Seed's.
func (r *Registry) Restore(ctx context.Context, request RestoreRequest) (*Account, error) {
	return r.open(ctx, request.Code, func(a *Account) error {
		d := request.Document
		if err := a.prepare(d); err != nil {
			return err
		}
		a.Director.Restore(request.Scenarios)
		record, err := d.record(a.Code)
		if err != nil {
			return err
		}
		return r.store.CreateAccount(ctx, record, request.Seed)
	})
}
