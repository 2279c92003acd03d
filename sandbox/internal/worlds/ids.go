package worlds

import (
	"fmt"
	"strconv"
	"time"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
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

// given are the identifiers that entries give. No other record gets them.
type given map[identifier]bool

type identifier struct{ kind, name string }

func givenBy(e *entries) given {
	g := given{}
	for i := range e.Customers {
		g[identifier{customerName, strconv.FormatInt(e.Customers[i].Reference, 10)}] = true
	}
	for i := range e.Subscriptions {
		g[identifier{subscriptionName, string(e.Subscriptions[i].Terms.Reference)}] = true
	}
	for i := range e.Orders {
		o := &e.Orders[i]
		g[identifier{orderName, string(o.Reference)}] = true
		g[identifier{saleName, strconv.FormatInt(o.Sale, 10)}] = true
		g[identifier{invoiceName, string(o.Invoice)}] = true
		for j := range o.Lines {
			g[identifier{subscriptionName, string(o.Lines[j].Subscription.Reference)}] = true
		}
	}
	return g
}

func (g given) has(kind string, number int64) bool {
	return g[identifier{kind, strconv.FormatInt(number, 10)}]
}

// free returns a number, moved aside if an entry gives it.
func (g given) free(kind string, number int64) int64 {
	for g.has(kind, number) {
		number += aside
	}
	return number
}

// idSource gives new records the identifiers missing from their entries: a number of a kind,
// or the code of a campaign.
type idSource interface {
	number(kind string) (int64, error)
	campaign(index int, seed int64) (string, error)
}

// worldIDs gives the identifiers of a world. They are the same in every account.
type worldIDs struct {
	given given
	last  map[string]int64 // by kind
}

func newWorldIDs(g given) *worldIDs {
	return &worldIDs{g, map[string]int64{
		orderName: firstListedOrder, saleName: firstSale - 1, invoiceName: firstInvoice - 1, customerName: firstListedCustomer - 1,
	}}
}

func (n *worldIDs) number(kind string) (int64, error) {
	step := int64(1)
	switch kind {
	case numberName:
		return 0, nil // numberedOrders gives them in the order of the dates
	case saleName, invoiceName:
		n.last[kind]++
		return n.given.free(kind, n.last[kind]), nil
	case orderName:
		step = orderStep
	}
	for n.last[kind] += step; n.given.has(kind, n.last[kind]); n.last[kind]++ {
	}
	return n.last[kind], nil
}

// campaignsCreated is the creation time of a world's campaigns on every clock. A
// code contains it and must be the same in every account. It is earlier than the
// likely moments of tests, so a campaign created by a call is later than all of
// them.
var campaignsCreated = time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC)

func (n *worldIDs) campaign(index int, seed int64) (string, error) {
	return campaignCode(campaignsCreated.Add(time.Duration(index)*time.Second), newFaker(seed, "campaign code", uint64(index))), nil
}

// fragmentIDs gives the identifiers of a fragment: the next of the account's sequences, and the
// first free references of customers, who have no sequence.
type fragmentIDs struct {
	tx       commerce.Tx
	given    given
	customer int64  // the last one
	latest   string // code of the latest campaign, "" for none
	now      time.Time
}

func newFragmentIDs(tx commerce.Tx, g given, now time.Time) *fragmentIDs {
	return &fragmentIDs{tx, g, firstAddedCustomer - 1, commerce.LatestCampaignCode(tx.Campaigns()), now}
}

func (n *fragmentIDs) number(kind string) (int64, error) {
	sequence := map[string]commerce.Sequence{
		orderName: commerce.OrderReferences, saleName: commerce.Sales, invoiceName: commerce.Invoices, numberName: commerce.OrderNumbers,
	}[kind]
	for {
		taken, next := false, uint64(0)
		var err error
		if kind == customerName {
			n.customer++
			next = uint64(n.customer)
			_, taken, err = n.tx.Customers().Get(n.customer)
		} else {
			next, err = n.tx.Next(sequence)
		}
		if err != nil || !taken && !n.given.has(kind, int64(next)) {
			return int64(next), err
		}
	}
}

// campaign returns a code as a call would, so an added campaign is the latest,
// whatever the account's clock shows.
func (n *fragmentIDs) campaign(int, int64) (string, error) {
	creation, err := n.tx.Next(commerce.Creations)
	if err != nil {
		return "", err
	}
	n.latest = commerce.NewCampaignCode(n.now, n.latest, creation)
	return n.latest, nil
}

// campaignCode returns a UUID of version 7. It begins with the creation time, so
// codes sort by it.
func campaignCode(made time.Time, f *gofakeit.Faker) string {
	ms, random := uint64(made.UnixMilli()), f.Uint64()
	return fmt.Sprintf("%08x-%04x-7%03x-%04x-%012x", ms>>16, ms&0xffff, f.Uint64()&0xfff, 0x8000|random>>48&0x3fff, random&(1<<48-1))
}
