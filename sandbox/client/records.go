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

// RecordNotes are what the sandbox adds to each record, as its object sandbox.
type RecordNotes struct {
	Handles []string `json:"handles"` // that name the record
}

// OrderNotes are what the sandbox adds to an order: facts beyond the interface, and
// possible moves.
type OrderNotes struct {
	Sale          int64          `json:"sale,omitempty"`           // SaleId (section 4.3), 0 until paid
	Invoice       string         `json:"invoice,omitempty"`        // InvoiceId (section 4.4), empty until paid
	PurchaseOrder *PurchaseOrder `json:"purchase_order,omitempty"` // nil for other orders
	Proforma      string         `json:"proforma,omitempty"`       // ProformaNumber (section 4.9)
	Comment       *string        `json:"comment,omitempty"`        // (section 4.9)
	Moves         []Move         `json:"moves"`                    // that ChangeOrder accepts now
	Handles       []string       `json:"handles"`                  // that name the order
}

// PurchaseOrder is the state of a purchase order and its uploaded forms (section
// 4.7).
type PurchaseOrder struct {
	State string      `json:"state"` // such as awaiting_payment
	Forms []OrderForm `json:"forms"`
}

// OrderForm is an uploaded order form.
type OrderForm struct {
	FileName   string `json:"file_name"`
	Size       int    `json:"size"`             // in bytes, decoded
	SHA256     string `json:"sha256,omitempty"` // of the bytes, in hex; empty when none are stored
	ClientTime string `json:"client_time"`      // as it was sent
	UploadedAt string `json:"uploaded_at"`      // Y-m-d H:i:s, on the account's clock
}

// Move is a legal change of one field of an order (open question transitions).
type Move struct {
	Field string `json:"field"` // status, approve_status, purchase_order or dispute
	To    string `json:"to"`    // of a dispute its resolution, empty to end it
}

// Standing is where a campaign is on the account's clock.
type Standing string

// The standings of a campaign.
const (
	Disabled Standing = "disabled" // whatever its dates are
	Upcoming Standing = "upcoming" // enabled, and StartDate is later
	Running  Standing = "running"  // enabled and within its dates
	Expired  Standing = "expired"  // enabled, and EndDate is earlier
)

// CampaignNotes are what the sandbox adds to a campaign.
type CampaignNotes struct {
	Standing Standing       `json:"standing"`
	Texts    []CampaignText `json:"texts"`    // its Description with the markers filled
	Warnings []Warning      `json:"warnings"` // what a merchant may not have meant
	Handles  []string       `json:"handles"`  // that name the campaign
}

// CampaignText is a text in one language, as a buyer reads it.
type CampaignText struct {
	Language string `json:"language"`
	Text     string `json:"text"`
}

// Warning is something that a merchant may not have meant.
type Warning struct {
	Kind    string `json:"kind"` // such as unknown_marker
	Message string `json:"message"`
}

// Handle is a record named by the account's world: its kind, and its ids by the names of
// the interface's parameters, such as OrderReference.
type Handle struct {
	Kind string
	IDs  map[string]string
}

// Handles returns the handles of the account by their names.
func (a *Account) Handles(ctx context.Context) (map[string]Handle, error) {
	shown, err := get[map[string]map[string]string](ctx, a.client, a.at("handles"))
	if err != nil {
		return nil, err
	}
	handles := make(map[string]Handle, len(shown))
	for name, ids := range shown {
		kind := ids["kind"]
		delete(ids, "kind")
		handles[name] = Handle{Kind: kind, IDs: ids}
	}
	return handles, nil
}
