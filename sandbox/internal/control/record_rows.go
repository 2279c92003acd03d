package control

import (
	"encoding/json"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/listing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
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

func showOrder(r *listing.Reader, id string) (any, bool, error) {
	stored, known, err := r.Tx.Orders().Get(id)
	if err != nil || !known {
		return nil, known, err
	}
	handles, err := r.Handles(listing.Order, id)
	if err != nil {
		return nil, true, err
	}
	notes := orderNotes(&stored, handles)
	return shownAs(stored.Text, notes, orderRecord{stored.Order, notes})
}

// shownAs returns a record with the sandbox's notes: in its original bytes, if it has
// some, otherwise as it is.
func shownAs(text string, notes, row any) (any, bool, error) {
	if text == "" {
		return row, true, nil
	}
	added, err := encode(notes)
	if err != nil {
		return nil, true, err
	}
	whole, err := verbatim.Set([]byte(text), "sandbox", added)
	return json.RawMessage(whole), true, err
}

func orderNotes(stored *record.StoredOrder, handles []string) client.OrderNotes {
	notes := client.OrderNotes{
		Sale: stored.Sale, Invoice: stored.Invoice, Proforma: stored.Proforma, Comment: stored.Comment,
		Moves: []client.Move{}, Handles: handles,
	}
	for _, move := range commerce.Moves(stored) {
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
	return notes
}

func showCampaign(r *listing.Reader, id string) (any, bool, error) {
	campaign, known, err := r.Tx.Campaigns().Get(id)
	if err != nil || !known {
		return nil, known, err
	}
	notes, err := campaignNotes(r, &campaign)
	if err != nil {
		return nil, true, err
	}
	return shownAs(campaign.Text, notes, campaignRecord{campaign, notes})
}

func campaignNotes(r *listing.Reader, c *record.Campaign) (client.CampaignNotes, error) {
	facts := c.Facts()
	notes := client.CampaignNotes{Standing: client.Standing(facts.State(r.Today())), Texts: []client.CampaignText{}, Warnings: []client.Warning{}}
	around, err := r.Surroundings(c)
	if err != nil {
		return notes, err
	}
	for _, text := range c.Texts(around.Recommended) {
		notes.Texts = append(notes.Texts, client.CampaignText(text))
	}
	for _, warning := range commerce.Warnings(c, around) {
		notes.Warnings = append(notes.Warnings, client.Warning(warning))
	}
	notes.Handles, err = r.Handles(listing.Campaign, c.Code)
	return notes, err
}

func showCustomer(r *listing.Reader, id string) (any, bool, error) {
	reference, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, false, nil
	}
	c, known, err := r.Tx.Customers().Get(reference)
	if err != nil || !known {
		return nil, known, err
	}
	handles, err := r.Handles(listing.Customer, strconv.FormatInt(reference, 10))
	if err != nil {
		return nil, true, err
	}
	notes := client.RecordNotes{Handles: handles}
	return shownAs(c.Text, notes, customerRecord{c, notes})
}

func showProduct(r *listing.Reader, id string) (any, bool, error) {
	p, known, err := r.Tx.Products().Product(id)
	if err != nil || !known {
		return nil, known, err
	}
	handles, err := r.Handles(listing.Product, id)
	return productRecord{p, client.RecordNotes{Handles: handles}}, true, err
}

func showPartner(r *listing.Reader, id string) (any, bool, error) {
	p, known, err := r.Tx.Products().Partner(id)
	if err != nil || !known {
		return nil, known, err
	}
	handles, err := r.Handles(listing.Partner, id)
	return partnerRecord{p, client.RecordNotes{Handles: handles}}, true, err
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
