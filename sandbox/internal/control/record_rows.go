package control

import (
	"encoding/json"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// The records, each in the names of the interface where it has them, and beside
// them what the sandbox adds.
type (
	orderRecord struct {
		commerce.Order
		Sandbox client.OrderNotes `json:"sandbox"`
	}
	campaignRecord struct {
		commerce.Campaign
		Sandbox client.CampaignNotes `json:"sandbox"`
	}
	customerRecord struct {
		commerce.Customer
		Sandbox client.RecordNotes `json:"sandbox"`
	}
	productRecord struct {
		commerce.Product
		Sandbox client.RecordNotes `json:"sandbox"`
	}
	partnerRecord struct {
		commerce.Partner
		Sandbox client.RecordNotes `json:"sandbox"`
	}
)

func showOrder(r *recordReader, id string) (any, bool, error) {
	record, known, err := r.tx.Orders().Get(id)
	if err != nil || !known {
		return nil, known, err
	}
	handles, err := r.handles(orderKind, id)
	return orderRecord{record.Order, orderNotes(&record, handles)}, true, err
}

func orderNotes(record *commerce.OrderRecord, handles []string) client.OrderNotes {
	notes := client.OrderNotes{
		Sale: record.Sale, Invoice: record.Invoice, Proforma: record.Proforma, Comment: record.Comment,
		Moves: []client.Move{}, Handles: handles,
	}
	for _, move := range record.Moves() {
		notes.Moves = append(notes.Moves, client.Move(move))
	}
	if po := record.PurchaseOrder; po != nil {
		shown := client.PurchaseOrder{State: string(po.State), Forms: []client.OrderForm{}}
		for _, form := range po.Forms {
			shown.Forms = append(shown.Forms, client.OrderForm{
				FileName: form.FileName, Size: form.Size, ClientTime: form.ClientTime, UploadedAt: form.UploadedAt.Format(commerce.MomentFormat),
			})
		}
		notes.PurchaseOrder = &shown
	}
	return notes
}

func showCampaign(r *recordReader, id string) (any, bool, error) {
	body, known := r.tx.Campaigns().Body(id)
	if !known {
		return nil, false, nil
	}
	var shown campaignRecord
	if err := json.Unmarshal(body, &shown.Campaign); err != nil {
		return nil, false, err
	}
	notes, err := r.campaignNotes(&shown.Campaign)
	shown.Sandbox = notes
	return shown, true, err
}

func (r *recordReader) campaignNotes(c *commerce.Campaign) (client.CampaignNotes, error) {
	facts := c.Facts()
	notes := client.CampaignNotes{Standing: client.Standing(facts.Standing(r.today)), Texts: []client.CampaignText{}, Warnings: []client.Warning{}}
	around, err := r.surroundings(c)
	if err != nil {
		return notes, err
	}
	for _, text := range c.Texts(around.Recommended) {
		notes.Texts = append(notes.Texts, client.CampaignText(text))
	}
	for _, warning := range c.Warnings(around) {
		notes.Warnings = append(notes.Warnings, client.Warning(warning))
	}
	notes.Handles, err = r.handles(campaignKind, c.Code)
	return notes, err
}

// surroundings returns what the warnings of a campaign depend on.
func (r *recordReader) surroundings(c *commerce.Campaign) (around commerce.CampaignSurroundings, err error) {
	around.Today = r.today
	if around.Language, err = r.mostRead(); err != nil {
		return around, err
	}
	if around.Primary, err = r.product(c.PrimaryProduct.Code); err != nil {
		return around, err
	}
	around.Recommended, err = r.product(c.RecommendedProduct.Code)
	return around, err
}

// product returns a product, nil when the shop does not sell it.
func (r *recordReader) product(code string) (*commerce.Product, error) {
	p, known, err := r.tx.Products().Product(code)
	if !known {
		return nil, err
	}
	return &p, err
}

func showCustomer(r *recordReader, id string) (any, bool, error) {
	reference, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, false, nil
	}
	c, known, err := r.tx.Customers().Get(reference)
	if err != nil || !known {
		return nil, known, err
	}
	handles, err := r.handles(customerKind, strconv.FormatInt(reference, 10))
	return customerRecord{c, client.RecordNotes{Handles: handles}}, true, err
}

func showProduct(r *recordReader, id string) (any, bool, error) {
	p, known, err := r.tx.Products().Product(id)
	if err != nil || !known {
		return nil, known, err
	}
	handles, err := r.handles(productKind, id)
	return productRecord{p, client.RecordNotes{Handles: handles}}, true, err
}

func showPartner(r *recordReader, id string) (any, bool, error) {
	p, known, err := r.tx.Products().Partner(id)
	if err != nil || !known {
		return nil, known, err
	}
	handles, err := r.handles(partnerKind, id)
	return partnerRecord{p, client.RecordNotes{Handles: handles}}, true, err
}

func showSubscription(r *recordReader, id string) (any, bool, error) {
	s, known, err := r.tx.Subscriptions().Get(id)
	if err != nil || !known {
		return nil, known, err
	}
	product, _, err := r.tx.Products().Product(s.Product)
	if err != nil {
		return nil, true, err
	}
	shown := client.Subscription{
		Reference: s.Reference, Order: s.Order, Product: s.Product, Quantity: s.Quantity, Upgradable: s.Upgradable,
		PricingOptions: texts(s.PricingOptions), UpgradeProducts: texts(product.UpgradeProducts),
		StartDate: s.StartDate.Format(commerce.MomentFormat), ExpirationDate: s.ExpirationDate.Format(commerce.MomentFormat), Enabled: s.Enabled,
	}
	if s.Customer != 0 {
		shown.Customer = &s.Customer
	}
	if s.Partner != "" {
		shown.Partner = &s.Partner
	}
	shown.Sandbox.Handles, err = r.handles(subscriptionKind, id)
	return shown, true, err
}
