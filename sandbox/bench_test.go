package sandbox_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// getting is a load of one read of a sandbox, signed with the account's secret.
func getting(b *testing.B, s *sandboxtest.Running, path string) load {
	address := strings.TrimPrefix(s.URL(), "http://")
	request := []byte("GET /rest/6.0" + path + " HTTP/1.1\r\nHost: " + address + "\r\nAccept: application/json\r\n" +
		"X-Service-Authentication: " + s.Sign() + "\r\n\r\n")
	return load{address: address, status: read(b, s, path), request: func(int64) []byte { return request }}
}

// read makes a call that must succeed, and returns its status.
func read(b *testing.B, s *sandboxtest.Running, path string) int {
	got := s.Get(path)
	if got.Status >= http.StatusMultipleChoices {
		b.Fatalf("GET %s of %s: got %d %s", path, s.Code(), got.Status, got.Body)
	}
	return got.Status
}

// BenchmarkSizeOfWorld times single calls in a small and in a large world.
// Lookups and listings must not grow with it.
func BenchmarkSizeOfWorld(b *testing.B) {
	for _, orders := range []int{1_000, 100_000} {
		if testing.Short() && orders > 1_000 {
			b.Skip("the larger world takes long to make")
		}
		began := time.Now()
		s := sandboxtest.Start(b, sandboxtest.Lasting(filepath.Join(b.TempDir(), "bench.db")), func(o *sandbox.Options) { o.Orders = orders })
		seeding := time.Since(began)
		b.Run(fmt.Sprintf("orders=%d/seeding", orders), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(seeding.Seconds(), "s")
			}
		})
		for name, path := range map[string]string{
			"retrieve":       "/orders/" + s.ID("order-complete", "OrderReference") + "/",
			"sale":           "/orders/0/sale/?SaleId=" + s.ID("sale", "SaleId"),
			"invoice":        "/orders/0/invoice/?InvoiceId=" + s.ID("invoice", "InvoiceId"),
			"customer":       "/orders/customer/?CustomerReference=" + s.ID("customer-with-11-orders", "CustomerReference"),
			"window-of-100":  fmt.Sprintf("/orders/?Newer=%d", hundredth(b, s).Unix()),
			"window-of-all":  "/orders/?StartDate=2000-01-01&IncludeTestOrders=YES&PartnerOrders=1",
			"window-filters": "/orders/?StartDate=2000-01-01&Status=REFUND&ExternalRefNo=none",
		} {
			b.Run(fmt.Sprintf("orders=%d/%s", orders, name), func(b *testing.B) {
				for b.Loop() {
					read(b, s, path)
				}
			})
		}
	}
}

// hundredth returns the date of the hundredth newest order that an ordinary search finds.
func hundredth(b *testing.B, s *sandboxtest.Running) (date time.Time) {
	n := 0
	err := s.Sandbox().FirstAccount().Shop.View(func(tx commerce.Tx) error {
		for facts := range tx.Orders().Between(time.Time{}, time.Now().UTC()) {
			if facts.Test || facts.Partner {
				continue
			}
			if n++; n == 100 {
				date = facts.Date
				break
			}
		}
		return nil
	})
	must(b, err)
	return date
}

// BenchmarkActiveScenarios compares retrieving an order while scenarios are active
// that do not match, with the same while none is active. One of the five is on
// another operation, the others have a condition that is false.
func BenchmarkActiveScenarios(b *testing.B) {
	plain, loaded := sandboxtest.Start(b, sandboxtest.Frozen), sandboxtest.Start(b, sandboxtest.Frozen)
	account := controlled(loaded)
	for i := range 50 {
		rule := `{on: "*", when: query.Page == "none", fail: INTERNAL_ERROR}`
		if i == 0 {
			rule = "{on: search-orders, fail: INTERNAL_ERROR}"
		}
		name := fmt.Sprintf("mine-%d", i)
		must(b, loaded.Control().PutScenario(b.Context(), name, "summary: never true\nrules: ["+rule+"]\n"))
		if i >= 5 {
			continue
		}
		must(b, account.Activate(b.Context(), name, client.ActivationLimits{}))
	}
	path := "/orders/" + plain.ID("order-complete", "OrderReference") + "/"
	compare(b, getting(b, loaded, path), getting(b, plain, path))
}

// BenchmarkChange compares a page of ten orders of which a scenario changes one field
// with the same page unchanged.
func BenchmarkChange(b *testing.B) {
	plain, changed := sandboxtest.Start(b, sandboxtest.Frozen), sandboxtest.Start(b, sandboxtest.Frozen)
	must(b, changed.Control().PutScenario(b.Context(), "change", "rules: [{on: '*', change: [{at: '$.Items[*].Status', set: LOST}]}]"))
	changed.Activate("change")
	compare(b, getting(b, changed, "/orders/?Limit=10"), getting(b, plain, "/orders/?Limit=10"))
}

// BenchmarkAccounts opens 500 accounts and compares the rate of calls that go
// to all of them with that of calls to one.
func BenchmarkAccounts(b *testing.B) {
	s, one := sandboxtest.Start(b, sandboxtest.Frozen), sandboxtest.Start(b, sandboxtest.Frozen)
	accounts := int64(500)
	if testing.Short() {
		accounts = 10
	}
	path := "/orders/" + s.ID("order-complete", "OrderReference") + "/"
	all := getting(b, s, path)
	requests := make([][]byte, accounts)
	for i := range requests {
		requests[i] = getting(b, s.As(fmt.Sprintf("ACCOUNT-%d", i)), path).request(0)
	}
	all.request = func(n int64) []byte { return requests[n%accounts] }
	compare(b, all, getting(b, one, path))
}
