package commerce

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// OrderByInvoice returns the reference of the order of an invoice (section 4.4).
func (s *Shop) OrderByInvoice(_ Terms, invoice string) (string, error) {
	const field, rule = invoiceField, "the invoice id of a paid order"
	if invoice == "" {
		return "", Problemf(catalog.InvalidInvoiceID, "%s is required", field).Of(field, "", rule)
	}
	var ref string
	err := s.store.View(func(tx Tx) error {
		found, ok := tx.Orders().ByInvoice(invoice)
		if !ok {
			return Problemf(catalog.InvalidInvoiceID, "No order has the %s %q%s", field, invoice, otherID(tx, field, invoice)).Of(field, invoice, rule)
		}
		ref = found
		return nil
	})
	return ref, err
}
