package worlds

import (
	"fmt"
	"strconv"
	"time"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// The first numbers of a world. Listed and generated records have separate ranges,
// so a further listed record does not change the generated ones.
const (
	firstListedOrder       = 100_000_000
	firstGeneratedOrder    = 200_000_000
	orderStep              = 701 // references have gaps, as in a busy shop
	firstSale              = 40_000_001
	firstInvoice           = 7_000_000_001
	firstOrderNo           = 51_001
	firstRecordSale        = 70_000_001
	firstRecordInvoice     = 9_000_000_001
	firstListedCustomer    = 410_001
	firstGeneratedCustomer = 500_001
	firstAddedCustomer     = 1_000_001
)

// aside is the distance for moving a number given by an entry to another record:
// beyond all others, to keep it unique.
const aside = 10 * MaxOrders

// given are the identifiers that entries give, with the path of the first use. No other
// record gets them.
type given map[identifier]string

type identifier struct{ kind, name string }

func (g given) hasName(kind, name string) bool {
	_, is := g[identifier{kind, name}]
	return is
}

func (g given) has(kind string, number int64) bool {
	return g.hasName(kind, strconv.FormatInt(number, 10))
}

// free returns a number, moved aside if an entry gives it.
func (g given) free(kind string, number int64) int64 {
	for g.has(kind, number) {
		number += aside
	}
	return number
}

// ids give new records the identifiers missing from their entries: a number of a kind, or the
// code of a campaign.
type ids struct {
	number   func(kind string) (int64, error)
	campaign func(index int, seed int64) (string, error)
}

// campaignsCreated is the creation time of a world's campaigns on every clock. A
// code contains it and must be the same in every account. It is earlier than the
// likely moments of tests, so a campaign created by a call is later than all of
// them.
var campaignsCreated = time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC)

// worldIDs returns the identifiers of a world. They are the same in every account.
func worldIDs(g given) ids {
	last := map[string]int64{ // by kind
		orderName: firstListedOrder, saleName: firstSale - 1, invoiceName: firstInvoice - 1, customerName: firstListedCustomer - 1,
	}
	number := func(kind string) (int64, error) {
		step := int64(1)
		switch kind {
		case numberName:
			return 0, nil // numberedOrders gives them in the order of the dates
		case saleName, invoiceName:
			last[kind]++
			return g.free(kind, last[kind]), nil
		case orderName:
			step = orderStep
		}
		for last[kind] += step; g.has(kind, last[kind]); last[kind]++ {
		}
		return last[kind], nil
	}
	return ids{number, func(index int, seed int64) (string, error) {
		return campaignCode(campaignsCreated.Add(time.Duration(index)*time.Second), newFaker(seed, "campaign code", uint64(index))), nil
	}}
}

// fragmentIDs returns the identifiers of a fragment: the next of the account's sequences, and the
// first free references of customers, who have no sequence. A campaign gets a code as a call would
// give it, so an added campaign is the latest, whatever the account's clock shows.
func fragmentIDs(tx commerce.Tx, g given, now time.Time) ids {
	customer, latest := int64(firstAddedCustomer-1), commerce.LatestCampaignCode(tx.Campaigns())
	sequences := map[string]commerce.Sequence{
		orderName: commerce.OrderReferences, saleName: commerce.Sales, invoiceName: commerce.Invoices, numberName: commerce.OrderNumbers,
	}
	number := func(kind string) (int64, error) {
		for {
			taken, next := false, uint64(0)
			var err error
			if kind == customerName {
				customer++
				next = uint64(customer)
				_, taken, err = tx.Customers().Get(customer)
			} else {
				next, err = tx.Next(sequences[kind])
			}
			if err != nil || !taken && !g.has(kind, int64(next)) {
				return int64(next), err
			}
		}
	}
	return ids{number, func(int, int64) (string, error) {
		creation, err := tx.Next(commerce.Creations)
		if err != nil {
			return "", err
		}
		latest = commerce.NewCampaignCode(now, latest, creation)
		return latest, nil
	}}
}

// campaignCode returns a UUID of version 7. It begins with the creation time, so
// codes sort by it.
func campaignCode(made time.Time, f *gofakeit.Faker) string {
	ms, random := uint64(made.UnixMilli()), f.Uint64()
	return fmt.Sprintf("%08x-%04x-7%03x-%04x-%012x", ms>>16, ms&0xffff, f.Uint64()&0xfff, 0x8000|random>>48&0x3fff, random&(1<<48-1))
}

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
