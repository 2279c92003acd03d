package commerce

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"

// OrderByInvoice returns the reference of the order that an invoice belongs to
// (section 4.4).
func (s *Shop) OrderByInvoice(_ Terms, invoice string) (string, error) {
	var ref string
	err := s.store.View(func(tx Tx) error {
		found, ok := tx.Orders().ByInvoice(invoice)
		if !ok {
			return Problemf(catalog.InvalidInvoiceID, "No order has the InvoiceId %q", invoice).
				Of("InvoiceId", invoice, "the invoice id of a paid order")
		}
		ref = found
		return nil
	})
	return ref, err
}
