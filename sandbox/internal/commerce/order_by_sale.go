package commerce

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// OrderBySale returns the reference of the order of a sale (section 4.3). nil is no
// sale and fails.
func (s *Shop) OrderBySale(_ Terms, sale *int64) (string, error) {
	const field, rule = saleField, "the sale id of a paid order"
	if sale == nil {
		return "", Problemf(catalog.InvalidSaleID, "%s is required", field).Of(field, "", rule)
	}
	var ref string
	err := s.store.View(func(tx Tx) error {
		found, ok := tx.Orders().BySale(*sale)
		if !ok {
			given := strconv.FormatInt(*sale, 10)
			return Problemf(catalog.InvalidSaleID, "No order has the %s %s%s", field, given, otherID(tx, field, given)).Of(field, given, rule)
		}
		ref = found
		return nil
	})
	return ref, err
}
