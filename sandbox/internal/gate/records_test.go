package gate_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// countedStore counts how often a store is read.
type countedStore struct {
	commerce.Store
	views int
}

// View counts and reads.
func (c *countedStore) View(fn func(commerce.Tx) error) error {
	c.views++
	return c.Store.View(fn)
}

// retrieving is a call that retrieves an order.
type retrieving struct {
	scenario.Call
	ref     string
	records *gate.Records
}

func (c *retrieving) Path(string) string        { return c.ref }
func (c *retrieving) Records() scenario.Records { return c.records }

const storedOrder = "100000001"

// openOrder opens a store with one order of the usual size.
func openOrder(t testing.TB) *countedStore {
	t.Helper()
	order := record.StoredOrder{Order: record.Order{RefNo: storedOrder, Status: catalog.Complete, OrderDate: record.At(time.Date(2026, 5, 13, 12, 0, 0, 0, time.UTC)),
		Items: []record.Item{{Code: "A"}, {Code: "B"}, {Code: strings.Repeat("C", 500)}}}}
	order.Sale, order.Invoice = 7, "70"
	world := commerce.World{Orders: slices.Values([]record.StoredOrder{order})}
	return &countedStore{Store: commercetest.OpenStore(t, world)}
}

// retrieve returns a call that retrieves an order.
func retrieve(store commerce.Store, ref string) *retrieving {
	op, _ := catalog.Find(catalog.RetrieveOrder)
	c := &retrieving{ref: ref}
	c.records = &gate.Records{Call: c, Operation: op, Shop: commerce.NewShop("SHOP", store), Sightings: &account.Sightings{}}
	return c
}

// TestRecordIsReadOnce evaluates many conditions over one call: the record is read once,
// also one that does not exist, and by none that does not need it.
func TestRecordIsReadOnce(t *testing.T) {
	t.Parallel()
	store := openOrder(t)
	for _, ref := range []string{storedOrder, "404"} {
		store.views = 0
		c := retrieve(store, ref)
		for _, test := range []struct {
			when  string
			views int
		}{
			{`path.OrderReference == "other" and order.Status == "COMPLETE"`, 0}, {`customer == nil and campaign == nil`, 0},
			{`order.Status == "COMPLETE"`, 1}, {`order.Items[1].Code == "B"`, 1}, {`order == nil`, 1},
		} {
			condition, err := scenario.Compile(test.when)
			must(t, err)
			for range 3 {
				_, _ = condition.Match(t.Context(), c) // an absent order has no fields
			}
			if store.views != test.views {
				t.Errorf("%s, %s: read %d times, want %d", ref, test.when, store.views, test.views)
			}
		}
	}
}

// TestSeenByAnyName counts calls that name an order in three ways, and none of a call that
// names no record.
func TestSeenByAnyName(t *testing.T) {
	t.Parallel()
	c := retrieve(openOrder(t), storedOrder)
	for _, name := range []account.RecordName{{Parameter: catalog.NamesSale, Value: "7"}, {Parameter: catalog.NamesInvoice, Value: "70"},
		{Parameter: catalog.NamesOrder, Value: storedOrder}, {Parameter: catalog.NamesOrder, Value: "7"}} {
		c.records.Sightings.Add(name)
	}
	if got, err := c.records.Seen(); got != 3 || err != nil {
		t.Errorf("got %d, %v", got, err)
	}
	c.records.Operation, _ = catalog.Find(catalog.SearchOrders)
	c.records.Uncounted = true
	if got, err := c.records.Seen(); got != 0 || err != nil {
		t.Errorf("got %d, %v without a record", got, err)
	}
}

// BenchmarkRecordInCondition is what a condition pays that reads one field of an order, with
// finding the order. It must take at most 10 µs.
func BenchmarkRecordInCondition(b *testing.B) {
	condition, err := scenario.Compile(`order.Status == "PENDING"`)
	must(b, err)
	store := openOrder(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := condition.Match(b.Context(), retrieve(store, storedOrder)); err != nil {
			b.Fatal(err)
		}
	}
}
