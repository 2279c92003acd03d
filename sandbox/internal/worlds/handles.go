package worlds

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// The interface's names of the ids in a handle.
const (
	orderParameter            = "OrderReference"            // sections 4.5 to 4.7
	saleParameter             = "SaleId"                    // section 4.3
	invoiceParameter          = "InvoiceId"                 // section 4.4
	externalRefParameter      = "ExternalRefNo"             // section 4.1
	customerParameter         = "CustomerReference"         // section 4.2
	externalCustomerParameter = "ExternalCustomerReference" // section 4.2
	campaignParameter         = "upsellCode"                // section 4.8
	productParameter          = "ProductCode"               // section 4.8
	subscriptionParameter     = "SubscriptionReference"     // section 4.9
	upgradeParameter          = "UpgradeProductCode"        // section 4.9
	partnerParameter          = "PartnerCode"               // section 2.1
)

// collectHandles adds every handle of the file.
func (t *template) collectHandles(e *entries) {
	for i, entry := range e.Products {
		t.addHandle(entry.Handle, "product", map[string]string{productParameter: entry.Code, upgradeParameter: firstUpgrade(&t.products[i])})
	}
	for _, entry := range e.Partners {
		t.addHandle(entry.Handle, "partner", map[string]string{partnerParameter: entry.Code})
	}
	for i, entry := range e.Customers {
		t.addHandle(entry.Handle, "customer", customerIDs(&t.customers[i]))
	}
	for i := range t.listed {
		t.addPurchaseHandles(&t.listed[i])
	}
	for _, c := range t.campaigns {
		t.addHandle(c.entry.Handle, "campaign", map[string]string{campaignParameter: c.code, productParameter: t.productCode(c.entry.Primary.Product)})
	}
}

// addHandle adds a handle with its non-empty ids.
func (t *template) addHandle(handle, kind string, ids map[string]string) {
	if handle == "" {
		return
	}
	for parameter, id := range ids {
		if id == "" {
			delete(ids, parameter)
		}
	}
	t.handles[handle] = record.Handle{Kind: kind, IDs: ids}
}

func customerIDs(c *record.Customer) map[string]string {
	ids := map[string]string{customerParameter: strconv.FormatInt(c.Reference, 10)}
	if c.ExternalReference != nil {
		ids[externalCustomerParameter] = *c.ExternalReference
	}
	return ids
}

// addPurchaseHandles adds the handles of an order and of its subscriptions.
func (t *template) addPurchaseHandles(p *purchase) {
	t.addHandle(p.entry.Handle, "order", p.ids())
	for i := range p.lines {
		ids := p.ids()
		ids[subscriptionParameter] = p.lines[i].reference
		ids[productParameter] = p.lines[i].product.Code
		ids[upgradeParameter] = firstUpgrade(p.lines[i].product)
		t.addHandle(p.entry.Lines[i].Subscription.Handle, "subscription", ids)
	}
}

func (p *purchase) ids() map[string]string {
	ids := map[string]string{}
	if p.customer != nil {
		ids = customerIDs(p.customer)
	}
	ids[orderParameter], ids[externalRefParameter], ids[invoiceParameter] = referenceOf(p), string(p.entry.ExternalReference), p.invoice
	if p.sale != 0 {
		ids[saleParameter] = strconv.FormatInt(p.sale, 10)
	}
	if p.partner != nil {
		ids[partnerParameter] = p.partner.Code
	}
	return ids
}

func referenceOf(p *purchase) string { return strconv.FormatUint(p.number, 10) }

// firstUpgrade returns the first upgrade product of p, "" for none.
func firstUpgrade(p *record.Product) string {
	if len(p.UpgradeProducts) == 0 {
		return ""
	}
	return p.UpgradeProducts[0]
}
