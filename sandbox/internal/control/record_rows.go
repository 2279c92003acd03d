package control

import (
	"encoding/json"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/listing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// The records, each in the names of the interface where it has them, beside the sandbox's
// own.
type (
	orderRecord struct {
		record.Order
		Sandbox client.OrderNotes `json:"sandbox"`
	}
	campaignRecord struct {
		record.Campaign
		Sandbox client.CampaignNotes `json:"sandbox"`
	}
	customerRecord struct {
		record.Customer
		Sandbox client.RecordNotes `json:"sandbox"`
	}
	productRecord struct {
		record.Product
		Sandbox client.RecordNotes `json:"sandbox"`
	}
	partnerRecord struct {
		record.Partner
		Sandbox client.RecordNotes `json:"sandbox"`
	}
)

// showing returns a function that shows a record in its stored bytes, with the sandbox's notes
// about it.
func showing(kind catalog.RecordKind, notes func(r *listing.Reader, id string) (any, error)) showFunc {
	return func(r *listing.Reader, id string) (any, bool, error) {
		stored, err := recordOf(r.Tx, kind, id)
		if err != nil || stored == nil {
			return nil, false, err
		}
		about, err := notes(r, id)
		if err != nil {
			return nil, true, err
		}
		text, err := encode(about)
		return json.RawMessage(record.WithInternals(stored, text)), true, err
	}
}

// handleNotes returns a function that notes the handles of a record.
func handleNotes(kind string) func(*listing.Reader, string) (any, error) {
	return func(r *listing.Reader, id string) (any, error) {
		handles, err := r.Handles(kind, id)
		return client.RecordNotes{Handles: handles}, err
	}
}

// showCustomer shows a customer by a reference that may begin with zeros.
func showCustomer(r *listing.Reader, id string) (any, bool, error) {
	reference, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, false, nil
	}
	return showing(listing.Customer, handleNotes(listing.Customer))(r, strconv.FormatInt(reference, 10))
}

func orderNotes(r *listing.Reader, id string) (any, error) {
	stored, _, err := r.Tx.Orders().Get(id)
	if err != nil {
		return nil, err
	}
	handles, err := r.Handles(listing.Order, id)
	notes := client.OrderNotes{
		Sale: stored.Sale, Invoice: stored.Invoice, Proforma: stored.Proforma, Comment: stored.Comment,
		Moves: []client.Move{}, Handles: handles,
	}
	for _, move := range commerce.Moves(&stored) {
		notes.Moves = append(notes.Moves, client.Move(move))
	}
	if po := stored.PurchaseOrder; po != nil {
		shown := client.PurchaseOrder{State: string(po.State), Forms: []client.OrderForm{}}
		for _, form := range po.Forms {
			shown.Forms = append(shown.Forms, client.OrderForm{
				FileName: form.FileName, Size: form.Size, SHA256: form.SHA256,
				ClientTime: form.ClientTime, UploadedAt: form.UploadedAt.Format(record.MomentFormat),
			})
		}
		notes.PurchaseOrder = &shown
	}
	return notes, err
}

func campaignNotes(r *listing.Reader, code string) (any, error) {
	c, _, err := r.Tx.Campaigns().Get(code)
	if err != nil {
		return nil, err
	}
	facts := c.Facts()
	notes := client.CampaignNotes{Standing: client.Standing(facts.State(r.Today())), Texts: []client.CampaignText{}, Warnings: []client.Warning{}}
	around, err := r.Surroundings(&c)
	if err != nil {
		return notes, err
	}
	for _, text := range c.Texts(around.Recommended) {
		notes.Texts = append(notes.Texts, client.CampaignText(text))
	}
	for _, warning := range commerce.Warnings(&c, around) {
		notes.Warnings = append(notes.Warnings, client.Warning(warning))
	}
	notes.Handles, err = r.Handles(listing.Campaign, c.Code)
	return notes, err
}

func showSubscription(r *listing.Reader, id string) (any, bool, error) {
	s, known, err := r.Tx.Subscriptions().Get(id)
	if err != nil || !known {
		return nil, known, err
	}
	product, _, err := r.Tx.Products().Product(s.Product)
	if err != nil {
		return nil, true, err
	}
	why, err := commerce.WhyNotUpgradable(&s, r.Tx.Products(), r.Now)
	if err != nil {
		return nil, true, err
	}
	shown := client.Subscription{
		Reference: s.Reference, Order: s.Order, Product: s.Product, Quantity: s.Quantity, PricingOptions: texts(s.PricingOptions),
		StartDate: s.StartDate.String(), ExpirationDate: s.ExpirationDate.String(), Enabled: s.Enabled,
		Expired: s.ExpiredAt(r.Now), Lifetime: s.Lifetime, Trial: s.Trial, NeedsApproval: s.NeedsApproval,
		PreviousOrders: s.PreviousOrders, UpgradeOrder: s.UpgradeOrder,
		Upgradable: why == "", WhyNot: why, UpgradeProducts: texts(product.UpgradeProducts),
	}
	if s.Customer != 0 {
		shown.Customer = &s.Customer
	}
	if s.Partner != "" {
		shown.Partner = &s.Partner
	}
	shown.Sandbox.Handles, err = r.Handles(listing.Subscription, id)
	return shown, true, err
}
