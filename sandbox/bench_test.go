package sandbox_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// BenchmarkRetrieveOrder compares section 4.5, with its credential check, its
// journal and its store, with a bare net/http handler that writes the same bytes.
func BenchmarkRetrieveOrder(b *testing.B) {
	s := sandboxtest.Start(b, sandboxtest.Frozen)
	compareGet(b, s, "/orders/"+s.ID("order-complete", "OrderReference")+"/")
}

// BenchmarkPageOfTen does the same for a page of ten orders (section 4.1).
func BenchmarkPageOfTen(b *testing.B) {
	s := sandboxtest.Start(b, sandboxtest.Frozen)
	compareGet(b, s, "/orders/?Limit=10")
}

func compareGet(b *testing.B, s *sandboxtest.Running, path string) {
	answer := s.Get(path)
	signed := s.Sign()
	compare(b,
		getting(strings.TrimPrefix(s.URL(), "http://"), "/rest/6.0"+path, signed, answer.Status),
		getting(bare(b, answer), "/rest/6.0/bare", signed, answer.Status))
}

// bare starts a net/http handler that only writes an answer, and returns its address.
func bare(b *testing.B, answer sandboxtest.Answer) string {
	body := []byte(answer.Body)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /rest/6.0/{any...}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(answer.Status)
		_, _ = w.Write(body)
	})
	server := httptest.NewServer(mux)
	b.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

func getting(address, path, signed string, status int) load {
	request := []byte("GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nAccept: application/json\r\n" +
		"X-Service-Authentication: " + signed + "\r\n\r\n")
	return load{address: address, status: status, request: func(int64) []byte { return request }}
}

// BenchmarkSizeOfWorld times single calls in a small and in a large world.
// Lookups and listings must not grow with it.
func BenchmarkSizeOfWorld(b *testing.B) {
	for _, orders := range []int{1_000, 100_000} {
		if orders > 1_000 {
			leaveOutWhenShort(b)
		}
		s, seeding := start(b, orders)
		b.Run(fmt.Sprintf("orders=%d/seeding", orders), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(seeding.Seconds(), "s")
			}
		})
		for name, path := range s.paths(b) {
			b.Run(fmt.Sprintf("orders=%d/%s", orders, name), func(b *testing.B) {
				for b.Loop() {
					s.get(b, path)
				}
			})
		}
	}
}

// world is a sandbox on the machine's own clock.
type world struct {
	*sandbox.Sandbox
}

func start(b *testing.B, orders int) (world, time.Duration) {
	s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Data: filepath.Join(b.TempDir(), "bench.db"), Orders: orders})
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if err := s.Start(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Stop(context.Background()); err != nil {
			b.Error(err)
		}
	})
	return world{s}, time.Since(began)
}

// paths returns the calls to time. The search for 100 orders begins at the date of
// the hundredth newest.
func (w world) paths(b *testing.B) map[string]string {
	var handles map[string]record.Handle
	var hundredth time.Time
	account := w.FirstAccount()
	err := account.Shop.View(func(tx commerce.Tx) (err error) {
		n := 0
		for facts := range tx.Orders().Between(time.Time{}, time.Now().UTC()) {
			if facts.Test || facts.Partner {
				continue
			}
			if n++; n == 100 {
				hundredth = facts.Date
				break
			}
		}
		handles, err = tx.Handles().All()
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return map[string]string{
		"retrieve":       "/orders/" + handles["order-complete"].IDs["OrderReference"] + "/",
		"sale":           "/orders/0/sale/?SaleId=" + handles["sale"].IDs["SaleId"],
		"invoice":        "/orders/0/invoice/?InvoiceId=" + handles["invoice"].IDs["InvoiceId"],
		"customer":       "/orders/customer/?CustomerReference=" + handles["customer-with-11-orders"].IDs["CustomerReference"],
		"window-of-100":  fmt.Sprintf("/orders/?Newer=%d", hundredth.Unix()),
		"window-of-all":  "/orders/?StartDate=2000-01-01&IncludeTestOrders=YES&PartnerOrders=1",
		"window-filters": "/orders/?StartDate=2000-01-01&Status=REFUND&ExternalRefNo=none",
	}
}

func (w world) get(b *testing.B, path string) {
	r, err := http.NewRequest(http.MethodGet, w.URL()+"/rest/6.0"+path, nil)
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("X-Service-Authentication", credential.Header("DEMO", time.Now().UTC().Format(time.DateTime), "demo-secret", credential.SHA256))
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer a.Body.Close()
	if _, err := a.Body.Read(make([]byte, 1)); err != nil || a.StatusCode >= 300 {
		b.Fatalf("GET %s: got %d, %v", path, a.StatusCode, err)
	}
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
		if err := loaded.Control().PutScenario(b.Context(), name, "summary: never true\nrules: ["+rule+"]\n"); err != nil {
			b.Fatal(err)
		}
		if i >= 5 {
			continue
		}
		if err := account.Activate(b.Context(), name, client.ActivationLimits{}); err != nil {
			b.Fatal(err)
		}
	}
	path := "/orders/" + plain.ID("order-complete", "OrderReference") + "/"
	signed := plain.Sign()
	to := func(s *sandboxtest.Running) load {
		return getting(strings.TrimPrefix(s.URL(), "http://"), "/rest/6.0"+path, signed, http.StatusOK)
	}
	compare(b, to(loaded), to(plain))
}

// BenchmarkChange compares a page of ten orders of which a scenario changes one field
// with the same page unchanged.
func BenchmarkChange(b *testing.B) {
	plain, changed := sandboxtest.Start(b, sandboxtest.Frozen), sandboxtest.Start(b, sandboxtest.Frozen)
	if err := changed.Control().PutScenario(b.Context(), "change", "rules: [{on: '*', change: [{at: '$.Items[*].Status', set: LOST}]}]"); err != nil {
		b.Fatal(err)
	}
	changed.Activate("change")
	to := func(s *sandboxtest.Running) load {
		return getting(strings.TrimPrefix(s.URL(), "http://"), "/rest/6.0/orders/?Limit=10", s.Sign(), http.StatusCreated)
	}
	compare(b, to(changed), to(plain))
}

// BenchmarkJournal compares retrieving an order with the same where the journal
// keeps nothing.
func BenchmarkJournal(b *testing.B) {
	keeps, none := sandboxtest.Start(b, sandboxtest.Frozen), sandboxtest.Start(b, sandboxtest.Frozen)
	none.Sandbox().KeepNoCalls()
	path := "/orders/" + keeps.ID("order-complete", "OrderReference") + "/"
	to := func(s *sandboxtest.Running) load {
		return getting(strings.TrimPrefix(s.URL(), "http://"), "/rest/6.0"+path, s.Sign(), http.StatusOK)
	}
	compare(b, to(keeps), to(none))
}

// BenchmarkAccounts opens 500 accounts and compares the rate of calls that go
// to all of them with that of calls to one.
func BenchmarkAccounts(b *testing.B) {
	s, one := sandboxtest.Start(b, sandboxtest.Frozen), sandboxtest.Start(b, sandboxtest.Frozen)
	accounts := int64(500)
	if testing.Short() {
		accounts = 10
	}
	ref := s.ID("order-complete", "OrderReference")
	requests := make([][]byte, accounts)
	for i := range requests {
		as := s.As(fmt.Sprintf("ACCOUNT-%d", i))
		if got := as.Get("/orders/" + ref + "/"); got.Status != http.StatusOK {
			b.Fatalf("account %d: got %d %s", i, got.Status, got.Body)
		}
		requests[i] = getting(strings.TrimPrefix(s.URL(), "http://"), "/rest/6.0/orders/"+ref+"/", as.Sign(), 0).request(0)
	}
	all := load{address: strings.TrimPrefix(s.URL(), "http://"), status: http.StatusOK, request: func(n int64) []byte { return requests[n%accounts] }}
	compare(b, all, getting(strings.TrimPrefix(one.URL(), "http://"), "/rest/6.0/orders/"+ref+"/", one.Sign(), http.StatusOK))
}
