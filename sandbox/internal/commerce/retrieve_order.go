package commerce

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// RetrieveOrder shows an order (section 4.5), paid or not (open question
// retrieve-unpaid). show receives stored bytes, valid only until it returns.
func (s *Shop) RetrieveOrder(_ Terms, ref string, show func(order []byte)) error {
	return s.store.View(func(tx Tx) error {
		body, ok := tx.Orders().Body(ref)
		if !ok {
			return unknownOrder(tx, catalog.OrderNotFound, ref)
		}
		show(body)
		return nil
	})
}

// findOrder returns an order to be changed. An unknown reference fails with the
// code.
func findOrder(tx Tx, code catalog.Code, ref string) (record.StoredOrder, error) {
	stored, known, err := tx.Orders().Get(ref)
	if err != nil || known {
		return stored, err
	}
	return stored, unknownOrder(tx, code, ref)
}

func unknownOrder(tx Tx, code catalog.Code, ref string) error {
	return Problemf(code, "No order has the reference %q%s", ref, otherID(tx, referenceField, ref)).
		Of(referenceField, ref, "the reference of an order of this account")
}
