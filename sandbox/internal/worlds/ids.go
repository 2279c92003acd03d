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

// idSource gives new records the identifiers missing from their entries.
type idSource interface {
	order() (uint64, error)
	sale() (int64, error)
	invoice() (string, error)
	customer() (int64, error)
	campaign(index int, seed int64) (string, error)
	orderNo() (int64, error)
}

// worldIDs gives the identifiers of a world. They are the same in every account.
type worldIDs struct {
	orders       map[string]bool // references given by entries
	customers    map[int64]bool  // references given by entries
	sales        map[int64]bool  // given by entries
	invoices     map[string]bool // given by entries
	nextOrder    uint64
	nextSale     int64
	nextInvoice  int64
	nextCustomer int64
}

func newWorldIDs(e *entries) *worldIDs {
	return &worldIDs{
		orders: givenOrders(e), customers: givenCustomers(e), sales: givenSales(e), invoices: givenInvoices(e),
		nextOrder: firstListedOrder, nextSale: firstSale, nextInvoice: firstInvoice, nextCustomer: firstListedCustomer,
	}
}

func givenOrders(e *entries) map[string]bool {
	given := map[string]bool{}
	for i := range e.Orders {
		given[string(e.Orders[i].Reference)] = true
	}
	return given
}

func givenCustomers(e *entries) map[int64]bool {
	given := map[int64]bool{}
	for i := range e.Customers {
		given[e.Customers[i].Reference] = true
	}
	return given
}

func (n *worldIDs) order() (uint64, error) {
	n.nextOrder += orderStep
	for n.orders[strconv.FormatUint(n.nextOrder, 10)] {
		n.nextOrder++
	}
	return n.nextOrder, nil
}

func (n *worldIDs) sale() (int64, error) {
	n.nextSale++
	return freeSale(n.nextSale-1, n.sales), nil
}

func (n *worldIDs) invoice() (string, error) {
	n.nextInvoice++
	return freeInvoice(n.nextInvoice-1, n.invoices), nil
}

// aside is the distance for moving a number given by an entry to another record:
// beyond all others, to keep it unique.
const aside = 10 * MaxOrders

// freeSale returns a number, moved aside if another record has it.
func freeSale(n int64, given map[int64]bool) int64 {
	for given[n] {
		n += aside
	}
	return n
}

func freeInvoice(n int64, given map[string]bool) string {
	for given[strconv.FormatInt(n, 10)] {
		n += aside
	}
	return strconv.FormatInt(n, 10)
}

func givenSales(e *entries) map[int64]bool {
	given := map[int64]bool{}
	for i := range e.Orders {
		if sale := e.Orders[i].Sale; sale != 0 {
			given[sale] = true
		}
	}
	return given
}

func givenInvoices(e *entries) map[string]bool {
	given := map[string]bool{}
	for i := range e.Orders {
		if invoice := e.Orders[i].Invoice; invoice != "" {
			given[string(invoice)] = true
		}
	}
	return given
}

func (n *worldIDs) customer() (int64, error) {
	for n.nextCustomer++; n.customers[n.nextCustomer-1]; n.nextCustomer++ {
	}
	return n.nextCustomer - 1, nil
}

func (n *worldIDs) orderNo() (int64, error) { return 0, nil } // builder.orders gives them in date order

// campaignsCreated is the creation time of a world's campaigns on every clock. A
// code contains it and must be the same in every account. It is earlier than the
// likely moments of tests, so a campaign created by a call is later than all of
// them.
var campaignsCreated = time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC)

func (n *worldIDs) campaign(index int, seed int64) (string, error) {
	return campaignCode(campaignsCreated.Add(time.Duration(index)*time.Second), newFaker(seed, "campaign code", uint64(index))), nil
}

// fragmentIDs gives the identifiers of a fragment: the next of the account's
// sequences.
type fragmentIDs struct {
	tx           commerce.Tx
	orders       map[string]bool // references given by entries
	customers    map[int64]bool  // references given by entries
	sales        map[int64]bool  // given by entries
	invoices     map[string]bool // given by entries
	nextCustomer int64
	latest       string // code of the latest campaign, "" for none
	now          time.Time
}

func newFragmentIDs(tx commerce.Tx, e *entries, now time.Time) *fragmentIDs {
	return &fragmentIDs{
		tx: tx, orders: givenOrders(e), customers: givenCustomers(e), sales: givenSales(e), invoices: givenInvoices(e), nextCustomer: firstAddedCustomer,
		latest: commerce.LatestCampaignCode(tx.Campaigns()), now: now,
	}
}

func (n *fragmentIDs) order() (uint64, error) {
	for {
		next, err := n.tx.Next(commerce.OrderReferences)
		if err != nil || !n.orders[strconv.FormatUint(next, 10)] {
			return next, err
		}
	}
}

func (n *fragmentIDs) sale() (int64, error) {
	for {
		next, err := n.tx.Next(commerce.Sales)
		if err != nil || !n.sales[int64(next)] {
			return int64(next), err
		}
	}
}

func (n *fragmentIDs) invoice() (string, error) {
	for {
		next, err := n.tx.Next(commerce.Invoices)
		if invoice := strconv.FormatUint(next, 10); err != nil || !n.invoices[invoice] {
			return invoice, err
		}
	}
}

func (n *fragmentIDs) orderNo() (int64, error) {
	next, err := n.tx.Next(commerce.OrderNumbers)
	return int64(next), err
}

// customer returns the first free reference, because customers have no sequence.
func (n *fragmentIDs) customer() (int64, error) {
	for {
		n.nextCustomer++
		_, taken, err := n.tx.Customers().Get(n.nextCustomer - 1)
		if err != nil {
			return 0, err
		}
		if !taken && !n.customers[n.nextCustomer-1] {
			return n.nextCustomer - 1, nil
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
