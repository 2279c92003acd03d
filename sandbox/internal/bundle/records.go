package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// recordKind is a kind of records: its file in a bundle, and the records of an
// account by their ids.
type recordKind struct {
	kind  string // as changes name it
	file  string
	ids   func(commerce.Tx) iter.Seq[string]
	count func(*client.BundleCounts) *int // nil for kinds that are not counted
}

// recordKinds returns all kinds, owners before what they own.
func recordKinds() []recordKind {
	return []recordKind{
		{"product", "products.jsonl", commerce.ProductIDs, func(c *client.BundleCounts) *int { return &c.Products }},
		{"partner", "partners.jsonl", commerce.PartnerIDs, func(c *client.BundleCounts) *int { return &c.Partners }},
		{"customer", "customers.jsonl", commerce.CustomerIDs, func(c *client.BundleCounts) *int { return &c.Customers }},
		{"order", "orders.jsonl", commerce.OrderIDs, func(c *client.BundleCounts) *int { return &c.Orders }},
		{"subscription", "subscriptions.jsonl", commerce.SubscriptionIDs, func(c *client.BundleCounts) *int { return &c.Subscriptions }},
		{"campaign", "campaigns.jsonl", commerce.CampaignIDs, func(c *client.BundleCounts) *int { return &c.Campaigns }},
		{"settings", "settings.jsonl", func(commerce.Tx) iter.Seq[string] { return slices.Values([]string{"upsell"}) }, nil},
		{"handle", "handles.jsonl", handleIDs, nil},
	}
}

func handleIDs(tx commerce.Tx) iter.Seq[string] {
	all, _ := tx.Handles().All() // a damaged one fails when it is read
	return slices.Values(slices.Sorted(maps.Keys(all)))
}

// line returns a record as a line: the JSON of the interface, and for an order with
// the key sandbox, which has its forms with their bytes.
func (k recordKind) line(tx commerce.Tx, id string) ([]byte, error) {
	image, err := tx.Image(k.kind, id)
	if err != nil {
		return nil, err
	}
	if k.kind != "order" {
		return oneLine(bytes.TrimPrefix(image, []byte(" ")))
	}
	body, side, err := splitOrder(image)
	if err != nil {
		return nil, err
	}
	if side.PurchaseOrder == nil || len(side.PurchaseOrder.Forms) == 0 {
		return oneLine(image)
	}
	side.PurchaseOrder = side.PurchaseOrder.Parts().Whole(tx.Orders(), id)
	beside, err := json.Marshal(side)
	if err != nil {
		return nil, err
	}
	return oneLine(commerce.WithInternals(body, beside))
}

// oneLine returns JSON that has line breaks as one JSON text, so that all its bytes
// stay, and other JSON as it is.
func oneLine(text []byte) ([]byte, error) {
	if !bytes.ContainsAny(text, "\n\r") {
		return text, nil
	}
	return json.Marshal(string(text))
}

// wholeLine returns what oneLine was made from.
func wholeLine(line []byte) ([]byte, error) {
	if len(line) == 0 || line[0] != '"' {
		return line, nil
	}
	var text string
	err := json.Unmarshal(line, &text)
	return []byte(text), err
}

// orderSide is what the interface does not show of an order.
type orderSide struct {
	commerce.OrderInternals
	PurchaseOrder *commerce.WholePurchaseOrder `json:"purchase_order,omitempty"`
	Verbatim      bool                         `json:"verbatim,omitempty"` // the order is its text
}

// splitOrder splits the line of an order.
func splitOrder(line []byte) (body []byte, side orderSide, err error) {
	body, internals, ok := commerce.CutInternals(line)
	if !ok {
		return nil, side, errors.New("an order has no sandbox at its end")
	}
	return body, side, json.Unmarshal(internals, &side)
}

// write writes the record of a line.
func (k recordKind) write(tx commerce.Tx, line []byte) error {
	line, err := wholeLine(line)
	if err != nil || !json.Valid(line) {
		return errors.New("it is no JSON")
	}
	if k.kind != "order" {
		return tx.Restore(k.kind, "in this line", bytes.Clone(line))
	}
	body, side, err := splitOrder(line)
	if err != nil {
		return err
	}
	r := commerce.OrderRecord{OrderInternals: side.OrderInternals}
	r.PurchaseOrder = side.PurchaseOrder.Parts()
	if side.Verbatim {
		r.Text = string(body)
	}
	if err := commerce.DecodeText(body, &r.Order); err != nil {
		return fmt.Errorf("it is no order: %w", err)
	}
	return tx.Orders().Put(r)
}
