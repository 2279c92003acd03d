package commerce

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// OrderBySale returns the reference of the order that a sale belongs to
// (section 4.3).
func (s *Shop) OrderBySale(_ Terms, sale int64) (string, error) {
	var ref string
	err := s.store.View(func(tx Tx) error {
		found, ok := tx.Orders().BySale(sale)
		if !ok {
			given := strconv.FormatInt(sale, 10)
			return Problemf(catalog.InvalidSaleID, "No order has the SaleId %s", given).
				Of("SaleId", given, "the sale id of a paid order")
		}
		ref = found
		return nil
	})
	return ref, err
}
