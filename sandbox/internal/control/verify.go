package control

import (
	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

func (api *API) verifier(c *gin.Context, a *account.Account) verify.Verifier {
	return verify.Verifier{
		XPath:   api.XPath,
		Query:   func(text string) (*calls.Query, error) { return calls.Fields().Parse(text, a.Clock.Now()) },
		Records: api.recordsOf(c, a),
		Now:     a.Clock.Now,
		Wall:    api.Registry.Wall,
		Show:    func(e *journal.Entry) client.Entry { return api.mask(c, e) },
	}
}

// recordsOf returns a reader of an account's records for expectations, in its turn.
func (api *API) recordsOf(c *gin.Context, a *account.Account) verify.RecordsFunc {
	return func(kind catalog.RecordKind, do func(scenario.Record) error) error {
		end, err := api.takeRead(c.Request.Context())
		if err != nil {
			return err
		}
		defer end()
		return a.Shop.View(func(tx commerce.Tx) error {
			for id := range commerce.KindOf(string(kind)).IDs(tx) {
				stored, err := recordOf(tx, kind, id)
				if err == nil && stored != nil {
					err = do(stored)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// recordOf returns a record as rules of scenarios read it, nil when there is none.
func recordOf(tx commerce.Tx, kind catalog.RecordKind, id string) (record.Value, error) {
	if kind == catalog.OrderRecord {
		body, _ := tx.Orders().Body(id)
		return body, nil
	}
	return tx.Image(string(kind), id)
}
