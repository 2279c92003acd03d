package account

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// MoveOrder changes an order by hand and returns the changes; see
// commerce.Shop.MoveOrder.
func (a *Account) MoveOrder(terms commerce.Terms, ref string, move commerce.OrderMove) ([]commerce.Change, error) {
	changes, err := a.Shop.MoveOrder(terms, ref, move)
	a.publishRecords(changes)
	return changes, err
}

// ChangeSubscription changes a subscription by hand; see
// commerce.Shop.ChangeSubscription.
func (a *Account) ChangeSubscription(terms commerce.Terms, reference string, change commerce.SubscriptionChange) error {
	changes, err := a.Shop.ChangeSubscription(terms, reference, change)
	a.publishRecords(changes)
	return err
}

// ChangeCustomer changes a customer by hand; see commerce.Shop.ChangeCustomer.
func (a *Account) ChangeCustomer(reference int64, apply func(*record.Customer)) error {
	changes, err := a.Shop.ChangeCustomer(reference, apply)
	a.publishRecords(changes)
	return err
}

// ChangeCampaign changes by hand the fields that the draft gives, whatever the account
// answers to campaign-update; see commerce.Shop.UpdateUpsell.
func (a *Account) ChangeCampaign(terms commerce.Terms, code string, draft commerce.CampaignDraft) error {
	terms.MergeUpdates = true
	_, changes, err := a.Shop.UpdateUpsell(terms, code, draft)
	a.publishRecords(changes)
	return err
}

// ChangeProduct changes a product by hand; see commerce.Shop.ChangeProduct.
func (a *Account) ChangeProduct(code string, change commerce.ProductChange) error {
	changes, err := a.Shop.ChangeProduct(code, change)
	a.publishRecords(changes)
	return err
}

// DeleteRecord deletes a record by hand; see commerce.Shop.DeleteRecord.
func (a *Account) DeleteRecord(of record.Name) (commerce.Deletion, error) {
	deletion, changes, err := a.Shop.DeleteRecord(of)
	a.publishRecords(changes)
	return deletion, err
}
