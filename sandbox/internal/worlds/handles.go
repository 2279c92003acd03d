package worlds

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// The interface's names of further ids in a handle.
const (
	externalRefParameter = "ExternalRefNo"      // section 4.1
	upgradeParameter     = "UpgradeProductCode" // section 4.9
	partnerParameter     = "PartnerCode"        // section 2.1
)

// collectHandles adds every handle of the file.
func (t *template) collectHandles(e *entries) {
	for i, entry := range e.Products {
		t.addHandle(entry.Handle, record.ProductKind, map[string]string{catalog.NamesProduct: entry.Code, upgradeParameter: firstUpgrade(&t.products[i])})
	}
	for _, entry := range e.Partners {
		t.addHandle(entry.Handle, record.PartnerKind, map[string]string{partnerParameter: entry.Code})
	}
	for i, entry := range e.Customers {
		t.addHandle(entry.Handle, record.CustomerKind, customerIDs(&t.customers[i]))
	}
	for i := range t.listed {
		p := &t.listed[i]
		t.addHandle(p.entry.Handle, record.OrderKind, p.ids())
		for j := range p.lines {
			ids := p.ids()
			ids[catalog.NamesSubscription] = p.lines[j].reference
			ids[catalog.NamesProduct] = p.lines[j].product.Code
			ids[upgradeParameter] = firstUpgrade(p.lines[j].product)
			t.addHandle(p.lines[j].entry.Subscription.Handle, record.SubscriptionKind, ids)
		}
	}
	for _, c := range t.campaigns {
		t.addHandle(c.entry.Handle, record.CampaignKind, map[string]string{catalog.NamesCampaign: c.code, catalog.NamesProduct: t.productCode(c.entry.Primary.Product)})
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
	ids := map[string]string{catalog.NamesCustomer: strconv.FormatInt(c.Reference, 10)}
	if c.ExternalReference != nil {
		ids[catalog.NamesExternalCustomer] = *c.ExternalReference
	}
	return ids
}

func (p *purchase) ids() map[string]string {
	ids := map[string]string{}
	if p.customer != nil {
		ids = customerIDs(p.customer)
	}
	ids[catalog.NamesOrder], ids[externalRefParameter], ids[catalog.NamesInvoice] = referenceOf(p), string(p.entry.ExternalReference), p.invoice
	if p.sale != 0 {
		ids[catalog.NamesSale] = strconv.FormatInt(p.sale, 10)
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
