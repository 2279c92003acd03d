package client

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// SubscriptionChange is a change of a subscription. Nil and empty fields change
// nothing.
type SubscriptionChange struct {
	Enabled        *bool  `json:"enabled,omitempty"`                // true only when its order is COMPLETE and it has not expired
	Upgradable     *bool  `json:"upgradable,omitempty"`             // true only when it is enabled, has not expired and its product has upgrades
	NeedsApproval  *bool  `json:"upgrade_needs_approval,omitempty"` // whether an upgrade waits for approval
	ExpirationDate string `json:"expiration_date,omitempty"`        // Y-m-d H:i:s, Y-m-d, or from now on the account's clock, such as +30d or -1d; a moment up to now disables it
}

// ChangeSubscription changes a subscription, and how the orders show it. The reference
// may be a handle: @subscription-upgradable. The *Error of an impossible state has status
// 409.
func (a *Account) ChangeSubscription(ctx context.Context, reference string, change SubscriptionChange) (Subscription, error) {
	return ask[Subscription](ctx, a.client, http.MethodPatch, a.at(string(Subscriptions), reference), change)
}

// CustomerChange is a change of a customer, in the names of the interface. Nil fields
// change nothing. A field that a customer may lack is removed by an empty text, or by
// null in JSON.
type CustomerChange struct {
	ExternalReference *string `json:"ExternalCustomerReference,omitempty"` // may be removed; no two customers have the same
	FirstName         *string `json:"FirstName,omitempty"`
	LastName          *string `json:"LastName,omitempty"`
	Company           *string `json:"Company,omitempty"`    // may be removed
	FiscalCode        *string `json:"FiscalCode,omitempty"` // may be removed
	Address1          *string `json:"Address1,omitempty"`
	Address2          *string `json:"Address2,omitempty"` // may be removed
	City              *string `json:"City,omitempty"`
	State             *string `json:"State,omitempty"` // may be removed
	Zip               *string `json:"Zip,omitempty"`
	CountryCode       *string `json:"CountryCode,omitempty"` // two letters, lower case
	Phone             *string `json:"Phone,omitempty"`       // may be removed
	Fax               *string `json:"Fax,omitempty"`         // may be removed
	Email             *string `json:"Email,omitempty"`
	Enabled           *bool   `json:"Enabled,omitempty"`
	Trial             *bool   `json:"Trial,omitempty"`
	Language          *string `json:"Language,omitempty"` // two letters, lower case
}

// ChangeCustomer changes a customer, and the CustomerDetails of the customer's orders.
// The reference may be a handle: @customer-regular. The *Error of another customer's
// external reference has status 409.
func (a *Account) ChangeCustomer(ctx context.Context, reference string, change CustomerChange) error {
	return a.client.call(ctx, http.MethodPatch, a.at(string(Customers), reference), change, nil)
}

// RecordName names a record.
type RecordName struct {
	Kind string `json:"kind"` // such as order
	ID   string `json:"id"`
}

// Deletion lists what went with a deleted record.
type Deletion struct {
	Removed []RecordName `json:"removed"`         // the record itself first, with handles
	Changed []RecordName `json:"changed"`         // orders that no longer show a removed subscription
	Forms   int          `json:"forms,omitempty"` // uploaded forms of removed orders
	DryRun  bool         `json:"dry_run,omitempty"`
}

// DeleteRecord deletes a record with its dependents: with an order its subscriptions and
// forms, with a customer the orders, and with each record its handles. The id may be a
// handle: @order-refund. The *Error of a product or partner in use has status 409.
func (a *Account) DeleteRecord(ctx context.Context, kind Kind, id string) (Deletion, error) {
	return ask[Deletion](ctx, a.client, http.MethodDelete, a.at(string(kind), id), nil)
}

// PreviewDeleteRecord returns what DeleteRecord would do, and changes nothing.
func (a *Account) PreviewDeleteRecord(ctx context.Context, kind Kind, id string) (Deletion, error) {
	return ask[Deletion](ctx, a.client, http.MethodDelete, a.at(string(kind), id)+"?dry_run=true", nil)
}

// ChangeRecord changes fields of a record of any kind but partners by their names in the
// control interface, such as {"refund": {"amount": 1}}. The id may be a handle. The
// *Error of an unchangeable kind has status 405.
func (a *Account) ChangeRecord(ctx context.Context, kind Kind, id string, fields map[string]any) error {
	return a.client.call(ctx, http.MethodPatch, a.at(string(kind), id), fields, nil)
}

// CampaignChange is a change of a campaign, in the names of the interface. Absent fields
// change nothing; Discount and Description are replaced as a whole.
type CampaignChange struct {
	Name                     *string          `json:"Name,omitempty"`
	StartDate                *string          `json:"StartDate,omitempty"` // Y-m-d, or null in JSON for none
	EndDate                  *string          `json:"EndDate,omitempty"`   // likewise
	DisplayForManualRenewals *bool            `json:"DisplayForManualRenewals,omitempty"`
	Enabled                  *bool            `json:"Enabled,omitempty"`
	Discount                 map[string]any   `json:"Discount,omitempty"`
	PrimaryProduct           map[string]any   `json:"PrimaryProduct,omitempty"`
	RecommendedProduct       map[string]any   `json:"RecommendedProduct,omitempty"`
	Description              []map[string]any `json:"Description,omitempty"`
}

// ChangeCampaign changes a campaign by the rules of update-upsell. The code may be a handle:
// @campaign-enabled.
func (a *Account) ChangeCampaign(ctx context.Context, code string, change CampaignChange) error {
	return a.client.call(ctx, http.MethodPatch, a.at(string(Campaigns), code), change, nil)
}

// ProductChange is a change of a product. Nil fields change nothing.
type ProductChange struct {
	Name             *string            `json:"name,omitempty"`
	ShortDescription *string            `json:"short_description,omitempty"`
	Prices           map[string]float64 `json:"prices,omitempty"` // net unit price by currency, in place of all; orders keep theirs
	Months           *int               `json:"months,omitempty"` // of later subscriptions, 0 for none
	UpgradeProducts  []string           `json:"upgrade_products,omitempty"`
}

// ChangeProduct changes a product. Past sales stay as they were.
func (a *Account) ChangeProduct(ctx context.Context, code string, change ProductChange) error {
	return a.client.call(ctx, http.MethodPatch, a.at(string(Products), code), change, nil)
}

// OrderChange is a change of an order (open question transitions). Empty fields
// change nothing.
type OrderChange struct {
	Status        string       `json:"status,omitempty"`         // such as REFUND
	ApproveStatus string       `json:"approve_status,omitempty"` // such as FRAUD, one of those that go with the status
	PurchaseOrder string       `json:"purchase_order,omitempty"` // such as awaiting_payment
	Refund        *OrderRefund `json:"refund,omitempty"`         // of a COMPLETE order; it becomes REFUND when nothing is left
	Dispute       *Dispute     `json:"dispute,omitempty"`        // the zero value ends a dispute; in JSON null
}

// OrderRefund gives money back to the buyer.
type OrderRefund struct {
	Amount  *float64 `json:"amount,omitempty"` // in the order's currency, such as 12.50; nil for all that is left
	Reason  string   `json:"reason,omitempty"`
	Comment string   `json:"comment,omitempty"`
}

// Dispute is the dispute of an order (section 2.1).
type Dispute struct {
	Resolution string `json:"resolution"`       // such as OPEN
	Reason     string `json:"reason,omitempty"` // such as FRAUD; when empty, a dispute keeps its reason
}

// ChangeOrder changes an order along the legal transitions. The reference may be a
// handle: @order-pending. The *Error of an
// illegal one has status 409 and lists the legal ones.
func (a *Account) ChangeOrder(ctx context.Context, reference string, change OrderChange) error {
	asked := struct {
		OrderChange
		Dispute any `json:"dispute,omitempty"`
	}{OrderChange: change}
	switch {
	case change.Dispute == nil:
	case *change.Dispute == Dispute{}:
		asked.Dispute = json.RawMessage("null")
	default:
		asked.Dispute = change.Dispute
	}
	return a.client.call(ctx, http.MethodPatch, a.at(string(Orders), reference), asked, nil)
}

// ByHand lists the changes beside the calls of an account: by a person or a program
// through the control interface, or by a scenario.
type ByHand struct {
	Since   time.Time    `json:"since,omitzero"` // when the account was opened or reset, its calls were deleted, or too many records changed at once; earlier changes are not kept
	Why     string       `json:"why,omitempty"`  // what happened then
	Total   int          `json:"total"`
	Lost    int          `json:"lost,omitempty"` // changes without room
	Changes []HandChange `json:"changes"`        // the newest first
}

// HandChange is one change beside calls.
type HandChange struct {
	WallTime time.Time    `json:"wall_time"`
	Kind     EventKind    `json:"kind"`              // record, clock, scenario, feature, question, account or library
	Name     string       `json:"name,omitempty"`    // of the scenario, the feature, the question or the setting
	Value    string       `json:"value,omitempty"`   // on, off or the answer; of a scenario activated, deactivated, saved or deleted
	From     *time.Time   `json:"from,omitempty"`    // what a clock showed before
	To       *time.Time   `json:"to,omitempty"`      // what it showed then
	Moved    string       `json:"moved,omitempty"`   // before or after a call, when a scenario made the change
	Records  []RecordName `json:"records,omitempty"` // that changed, at most 100 of them
	Change   *Change      `json:"change,omitempty"`  // of the record that was asked for
}

// ByHand returns the changes beside the calls of the account. A record such as
// order/100031545 or campaign/@campaign-enabled leaves out all other changes, "" none.
// Limit is how many changes are returned, 100 when it is 0, at most 1,000.
func (a *Account) ByHand(ctx context.Context, record string, limit int) (ByHand, error) {
	return get[ByHand](ctx, a.client, with(a.at("by-hand"), "record", record, "limit", limit))
}
