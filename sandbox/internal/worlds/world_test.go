package worlds

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// records are a built world with its sequences collected.
type records struct {
	commerce.World
	customers     []record.Customer
	orders        []record.StoredOrder
	subscriptions []record.Subscription
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func collected(w commerce.World) records {
	return records{World: w, customers: slices.Collect(w.Customers), orders: slices.Collect(w.Orders), subscriptions: slices.Collect(w.Subscriptions)}
}

// loaded returns a world by its name or path.
func loaded(t testing.TB, name string) *World {
	t.Helper()
	w, err := new(Library).Load(name)
	must(t, err)
	return w
}

func built(t *testing.T, world string, r BuildRequest) records {
	t.Helper()
	if r.Now.IsZero() {
		r.Now = moment
	}
	b, err := loaded(t, world).Build(r)
	must(t, err)
	return collected(b)
}

// goldenDefault is the digest of the default world of seed 1 at moment. Every change
// of its records changes it: look at the change before you replace it.
const goldenDefault = "4e2fc4695ec54953a4a6c598a97a9341af015068a302be9cc9650278e98a24b7"

func TestDefaultWorldIsFrozen(t *testing.T) {
	t.Parallel()
	w := built(t, "default", BuildRequest{Merchant: "ACME0001", Seed: 1})
	if got := digest(t, w); got != goldenDefault {
		t.Errorf("digest of the default world: got %s, want %s", got, goldenDefault)
	}
}

func digest(t *testing.T, w records) string {
	t.Helper()
	h := sha256.New()
	for _, list := range []any{w.Products, w.Partners, w.customers, w.subscriptions, w.Campaigns, w.Settings, w.Handles} {
		encodeInto(t, h, list)
	}
	for _, o := range w.orders {
		encodeInto(t, h, o.Order)
		encodeInto(t, h, o.OrderInternals)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func encodeInto(t *testing.T, h hash.Hash, v any) {
	t.Helper()
	b, err := record.Encode(v)
	must(t, err)
	h.Write(b)
}

func TestSequencesRepeat(t *testing.T) {
	t.Parallel()
	w := built(t, "default", BuildRequest{Merchant: "ACME", Seed: 3})
	if got, want := slices.Collect(w.Orders), w.orders; !reflect.DeepEqual(got, want) {
		t.Error("the orders differ the second time")
	}
	if got, want := slices.Collect(w.Subscriptions), w.subscriptions; !reflect.DeepEqual(got, want) {
		t.Error("the subscriptions differ the second time")
	}
}

func TestOnlyTheMerchantDiffersBetweenAccounts(t *testing.T) {
	t.Parallel()
	one := built(t, "default", BuildRequest{Merchant: "ONE", Seed: 1})
	two := built(t, "default", BuildRequest{Merchant: "TWO", Seed: 1})
	for i := range two.orders {
		two.orders[i].Order.MerchantCode = "ONE"
	}
	if got, want := digest(t, two), digest(t, one); got != want {
		t.Errorf("digest of the second account: got %s, want %s", got, want)
	}
}

func TestOnlyDatesDifferBetweenMoments(t *testing.T) {
	t.Parallel()
	early := built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1})
	late := built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1, Now: moment.Add(1000 * time.Hour)})
	if got, want := late.Handles, early.Handles; !reflect.DeepEqual(got, want) {
		t.Errorf("handles: got %v, want %v", got, want)
	}
	if got, want := late.customers, early.customers; !reflect.DeepEqual(got, want) {
		t.Error("the customers differ")
	}
	if got, want := undated(late), undated(early); !slices.Equal(got, want) {
		t.Errorf("orders but for dates: got %v, want %v", got, want)
	}
}

// undated returns the parts of each order that do not depend on a date.
func undated(w records) []string {
	var all []string
	for _, r := range w.orders {
		o := r.Order
		all = append(all, strings.Join([]string{
			o.RefNo, string(o.Status), string(o.ApproveStatus), o.Items[0].Code, o.Items[0].LineItemReference,
			o.GrossPrice.String(), r.Invoice, *o.PaymentDetails.CustomerIP,
		}, " "))
	}
	return all
}

// TestAccountsOpenAtOnce is for the race detector.
func TestAccountsOpenAtOnce(t *testing.T) {
	t.Parallel()
	var library Library
	var group sync.WaitGroup
	counts := make([]int, 8)
	for i := range counts {
		group.Go(func() {
			w, err := library.Load("default")
			if err != nil {
				t.Error(err)
				return
			}
			b, err := w.Build(BuildRequest{Merchant: "ACME", Now: moment, Seed: int64(i % 2)})
			if err != nil {
				t.Error(err)
				return
			}
			for range b.Orders {
				counts[i]++
			}
		})
	}
	group.Wait()
	if want := slices.Repeat([]int{284}, 8); !slices.Equal(counts, want) {
		t.Errorf("orders: got %v, want %v", counts, want)
	}
}

func TestSeedsDiffer(t *testing.T) {
	t.Parallel()
	one, two := built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1}), built(t, "default", BuildRequest{Merchant: "ACME", Seed: 2})
	if digest(t, one) == digest(t, two) {
		t.Error("two seeds give the same world")
	}
}

func TestOrdersFillUpToWhatIsAsked(t *testing.T) {
	t.Parallel()
	for world, counts := range map[string]map[int]int{
		"default": {0: 284, 100: 100, 2000: 2000},
		"paging":  {0: 401, 500: 500},
		"empty":   {0: 0, 1: 1, 50: 50},
	} {
		for asked, want := range counts {
			if got := len(built(t, world, BuildRequest{Merchant: "ACME", Seed: 1, Orders: asked}).orders); got != want {
				t.Errorf("%s with %d orders asked for: got %d, want %d", world, asked, got, want)
			}
		}
	}
}

func TestMaxOrders(t *testing.T) {
	t.Parallel()
	_, err := loaded(t, "empty").Build(BuildRequest{Now: moment, Orders: MaxOrders})
	must(t, err)
}

// TestRecentOrders counts the plain orders of the last days.
func TestRecentOrders(t *testing.T) {
	t.Parallel()
	for asked, want := range map[int]int{0: 40, 2000: 40, 10_000: 166} {
		if got := built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1, Orders: asked}).found(moment); got != want {
			t.Errorf("%d orders asked for: got %d recent ones, want %d", asked, got, want)
		}
	}
	for text, want := range map[string]int{"generate: {orders: 100}": 40, "generate: {orders: 100, recent: 7}": 7, "generate: {orders: 30}": 30} {
		if got := parsed(t, text).found(moment); got != want {
			t.Errorf("%s: got %d recent orders, want %d", text, got, want)
		}
	}
}

// Each generated order has a line, also when the only product's subscriptions expire now.
func TestGeneratedOrdersOfOneProduct(t *testing.T) {
	t.Parallel()
	w := parsed(t, "products: [{code: MONTHLY, name: Monthly, prices: {EUR: 1}, months: 1}]\ngenerate: {orders: 300, customers: 3}")
	for _, o := range w.orders {
		if items := o.Order.Items; len(items) != 1 || items[0].Code != "MONTHLY" {
			t.Errorf("order %s of %s has %d lines, want one of the product", o.Order.RefNo, o.Order.OrderDate, len(items))
		}
	}
}

func TestManyOrdersAreSpreadOverTheYear(t *testing.T) {
	t.Parallel()
	w := built(t, "empty", BuildRequest{Merchant: "ACME", Seed: 1, Orders: 10_000})
	perMonth := map[int]int{}
	perCustomer := map[int64]int{}
	for _, r := range w.orders {
		perMonth[int(moment.Sub(r.Order.OrderDate.Time)/days(30))]++
		if c := r.Order.CustomerDetails; c != nil {
			perCustomer[c.Reference]++
		}
	}
	for month := range 12 { // of some 820 each
		if n := perMonth[month]; n < 725 || n > 925 {
			t.Errorf("orders %d months back: got %d, want from 725 to 925", month, n)
		}
	}
	for reference, n := range perCustomer {
		if n > 25 {
			t.Errorf("orders of customer %d: got %d, want 25 at most", reference, n)
		}
	}
}
