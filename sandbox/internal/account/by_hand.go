package account

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"

// ByHand changes records by hand by one of the shop's methods.
func (a *Account) ByHand(change func(*commerce.Shop) ([]commerce.Change, error)) error {
	changes, err := change(a.Shop)
	a.publishRecords(changes)
	return err
}
