package client

import (
	"context"
	"encoding/json"
	"net/http"
)

// Kind is a kind of record of an account.
type Kind string

// The kinds of records.
const (
	Orders        Kind = "orders"
	Campaigns     Kind = "campaigns"
	Customers     Kind = "customers"
	Subscriptions Kind = "subscriptions"
	Products      Kind = "products"
	Partners      Kind = "partners"
)

// Subscription is a record of the kind Subscriptions.
type Subscription struct {
	Reference       string   `json:"reference"`
	Customer        *int64   `json:"customer"` // reference, nil for none
	Partner         *string  `json:"partner"`  // code, nil for none
	Order           string   `json:"order"`    // reference of the latest
	Product         string   `json:"product"`  // code
	Quantity        int      `json:"quantity"`
	PricingOptions  []string `json:"pricing_options"`           // codes
	Upgradable      bool     `json:"upgradable"`                // whether an upgrade can succeed now
	WhyNot          string   `json:"why_not,omitempty"`         // why it is not upgradable
	UpgradeProducts []string `json:"upgrade_products"`          // codes of the products that it can be upgraded to
	StartDate       string   `json:"start_date,omitempty"`      // Y-m-d H:i:s, in UTC; empty when an imported order does not say it
	ExpirationDate  string   `json:"expiration_date,omitempty"` // likewise; empty for no expiration
	Enabled         bool     `json:"enabled"`
	Expired         bool     `json:"expired,omitempty"` // on the account's clock
	Lifetime        bool     `json:"lifetime,omitempty"`
	Trial           bool     `json:"trial,omitempty"`
	NeedsApproval   bool     `json:"upgrade_needs_approval,omitempty"`
	PreviousOrders  []string `json:"previous_orders,omitempty"` // references, the purchase first
	UpgradeOrder    string   `json:"upgrade_order,omitempty"`   // reference of an incomplete upgrade

	Sandbox RecordNotes `json:"sandbox"`
}

// Page is a part of a list.
type Page struct {
	Query  string // such as status:REFUND after:-7d; see Client.QueryFields
	Sort   string // such as date; with - in front from the greatest down
	Limit  int    // how many rows, 100 when it is 0, at most 10,000
	Offset int    // how many rows to skip
}

// Records lists the records of a kind, in the names of the interface, and
// returns how many match in total.
func (a *Account) Records(ctx context.Context, kind Kind, p Page) (rows []json.RawMessage, total int, err error) {
	total, err = a.records(ctx, kind, p, "", &rows)
	return rows, total, err
}

// RecordLines lists the records of a kind in short into lines, a pointer to a
// slice such as *[]OrderLine, and returns how many match in total.
func (a *Account) RecordLines(ctx context.Context, kind Kind, p Page, lines any) (total int, err error) {
	return a.records(ctx, kind, p, "line", lines)
}

func (a *Account) records(ctx context.Context, kind Kind, p Page, view string, rows any) (total int, err error) {
	list, err := get[map[string]json.RawMessage](ctx, a.client, with(a.at(string(kind)), "q", p.Query, "sort", p.Sort, "view", view, "limit", p.Limit, "offset", p.Offset))
	if err != nil {
		return 0, err
	}
	if err := json.Unmarshal(list[string(kind)], rows); err != nil {
		return 0, err
	}
	err = json.Unmarshal(list["total"], &total)
	return total, err
}

// Record decodes one record, in the names of the interface, into record. Its id may be a
// handle: @order-refund. Each record has one more object, sandbox, with facts beyond the
// interface: OrderNotes, CampaignNotes, and RecordNotes of the other kinds.
func (a *Account) Record(ctx context.Context, kind Kind, id string, record any) error {
	return a.client.call(ctx, http.MethodGet, a.at(string(kind), id), nil, record)
}
