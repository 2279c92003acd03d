package sandbox_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// BenchmarkCreateUpsell compares the creation of campaigns (section 4.8) in a
// file on disk with putting the same bytes into a bare bbolt file by as many
// callers: by Batch with its defaults, and with its best settings for so many.
func BenchmarkCreateUpsell(b *testing.B) {
	s := startLasting(b)
	of := creating(s)
	created := s.Do(http.MethodPost, "/upsell", newCampaign)
	b.Run("of a Batch", func(b *testing.B) {
		compare(b, of, openPutter(b, created.Body))
	})
	b.Run("of a Batch of 16", func(b *testing.B) {
		bare := openPutter(b, created.Body)
		bare.file.MaxBatchSize, bare.file.MaxBatchDelay = connections, time.Millisecond
		compare(b, of, bare)
	})
}

// BenchmarkCreateUpsellAlone measures how much longer a single caller waits than
// for a bare synced put.
func BenchmarkCreateUpsellAlone(b *testing.B) {
	s := startLasting(b)
	of := alone{creating(s)}
	to := openPutter(b, s.Do(http.MethodPost, "/upsell", newCampaign).Body)
	pairs, span := comparison()
	var more, waits []float64
	for b.Loop() {
		for range pairs {
			wait := 1000 / of.rate(b, span)
			waits = append(waits, wait)
			more = append(more, wait-1000/to.rateAlone(b, span))
		}
	}
	b.ReportMetric(median(more), "ms-more")
	b.ReportMetric(median(waits), "ms")
	b.ReportMetric(0, "ns/op")
}

// startLasting starts a sandbox that syncs its writes.
func startLasting(b *testing.B) *sandboxtest.Running {
	return sandboxtest.Start(b, sandboxtest.Frozen, sandboxtest.Lasting(filepath.Join(b.TempDir(), "lasting.db")))
}

// BenchmarkSearchUpsell compares the search of the ten campaigns of a product
// among 100,000 with the same among 100.
func BenchmarkSearchUpsell(b *testing.B) {
	leaveOutWhenShort(b)
	few, many := startCampaigns(b, 100), startCampaigns(b, 100_000)
	b.Run("over HTTP", func(b *testing.B) { compare(b, many.searching(b), few.searching(b)) })
	b.Run("in the shop", func(b *testing.B) { compare(b, searcher{many.account(b)}, searcher{few.account(b)}) })
}

const newCampaign = `{"Name":"Autumn","StartDate":"2026-10-01","EndDate":null,"DisplayForManualRenewals":true,"Enabled":true,` +
	`"Discount":{"Type":"FIXED","Values":[{"Currency":"USD","Amount":19.99},{"Currency":"EUR","Amount":17.5}],"DefaultCurrency":"USD"},` +
	`"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"},` +
	`"Description":[{"Language":"en","Text":"Take <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->."}]}`

func creating(s *sandboxtest.Running) load {
	address := strings.TrimPrefix(s.URL(), "http://")
	request := fmt.Appendf(nil, "POST /rest/6.0/upsell HTTP/1.1\r\nHost: %s\r\nAccept: application/json\r\n"+
		"X-Service-Authentication: %s\r\nContent-Length: %d\r\n\r\n%s", address, s.Sign(), len(newCampaign), newCampaign)
	return load{address: address, status: http.StatusCreated, request: func(int64) []byte { return request }}
}

// alone is a load of one caller.
type alone struct{ load }

func (a alone) rate(tb testing.TB, span time.Duration) float64 {
	tb.Helper()
	var answers, number atomic.Int64
	stop := make(chan struct{})
	time.AfterFunc(span, func() { close(stop) })
	began := clock.System()
	if err := a.call(stop, &number, &answers); err != nil {
		tb.Error(err)
	}
	return float64(answers.Load()) / clock.System().Sub(began).Seconds()
}

// putter puts a campaign into a bare file again and again, each time under a new
// key as long as a code.
type putter struct {
	file *bolt.DB
	body []byte
	next atomic.Int64
}

func openPutter(b *testing.B, body string) *putter {
	file, err := bolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := file.Close(); err != nil {
			b.Error(err)
		}
	})
	err = file.Update(func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket([]byte("campaigns"))
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return &putter{file: file, body: []byte(body)}
}

func (p *putter) put(tx *bolt.Tx) error {
	return tx.Bucket([]byte("campaigns")).Put(fmt.Appendf(nil, "%036d", p.next.Add(1)), p.body)
}

// rate puts by Batch, with as many callers as a load has.
func (p *putter) rate(tb testing.TB, span time.Duration) float64 {
	tb.Helper()
	var rates [connections]float64
	var callers sync.WaitGroup
	for i := range rates {
		callers.Go(func() { rates[i] = repeat(tb, span, func() error { return p.file.Batch(p.put) }) })
	}
	callers.Wait()
	sum := 0.0
	for _, rate := range rates {
		sum += rate
	}
	return sum
}

// rateAlone puts one campaign after the other, each in its own transaction.
func (p *putter) rateAlone(tb testing.TB, span time.Duration) float64 {
	tb.Helper()
	return repeat(tb, span, func() error { return p.file.Update(p.put) })
}

// repeat does the work for a while and returns how often per second.
func repeat(tb testing.TB, span time.Duration, work func() error) float64 {
	began, count := clock.System(), 0
	for clock.System().Sub(began) < span {
		if err := work(); err != nil {
			tb.Error(err)
			return 0
		}
		count++
	}
	return float64(count) / clock.System().Sub(began).Seconds()
}

// sought is the primary product of ten campaigns.
const sought = "SOUGHT"

// startCampaigns starts a sandbox with a number of campaigns. Those of the product
// sought lie evenly among the others.
func startCampaigns(b *testing.B, campaigns int) world {
	o := sandbox.Options{Listen: "127.0.0.1:0", Data: filepath.Join(b.TempDir(), "campaigns.db"), World: "empty"}
	halt(b, run(b, o))
	file, err := boltstore.Open(boltstore.Options{Path: o.Data})
	if err != nil {
		b.Fatal(err)
	}
	_, err = file.Account("DEMO").Update(func(tx commerce.Tx) error {
		for n := range campaigns {
			if err := tx.Campaigns().Put(numbered(n, n%(campaigns/10) == 0)); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		b.Fatal(err)
	}
	s := run(b, o)
	b.Cleanup(func() { halt(b, s) })
	return world{s}
}

func numbered(n int, isSought bool) record.Campaign {
	c := record.Campaign{
		Code: fmt.Sprintf("0199a0b1-%04x-7000-8000-%012x", n>>16, n), Name: fmt.Sprint("Campaign ", n), Enabled: true,
		Discount: record.Discount{Type: catalog.FixedDiscount, DefaultCurrency: "USD",
			Values: []record.Amount{{Currency: "USD", Amount: record.Cents(1999)}, {Currency: "EUR", Amount: record.Cents(1750)}}},
		PrimaryProduct:     record.ProductRef{Code: fmt.Sprint("P-", n%97), PriceOptions: []record.PriceOption{}},
		RecommendedProduct: record.ProductRef{Code: "R", Quantity: 1, PriceOptions: []record.PriceOption{}},
		Description:        []record.Localized{{Language: "en", Text: "Take <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->."}},
	}
	if isSought {
		c.PrimaryProduct.Code = sought
	}
	return c
}

func (w world) account(b *testing.B) *account.Account {
	return w.FirstAccount()
}

func (w world) searching(b *testing.B) load {
	signed := credential.Header("DEMO", clock.System().UTC().Format(time.DateTime), "demo-secret", credential.SHA256)
	return getting(strings.TrimPrefix(w.URL(), "http://"), "/rest/6.0/upsell?PrimaryProductCodes="+sought, signed, http.StatusOK)
}

// searcher searches in the shop, without a protocol.
type searcher struct{ *account.Account }

func (s searcher) rate(tb testing.TB, span time.Duration) float64 {
	tb.Helper()
	question := commerce.CampaignSearch{Primary: []string{sought}, Paging: commerce.FirstPage()}
	return repeat(tb, span, func() error {
		page, err := s.Shop.SearchUpsell(commerce.Terms{Now: clock.System()}, question)
		if err == nil && (page.Count != 10 || len(page.Campaigns) != 10) {
			err = fmt.Errorf("got %d campaigns of %d, want 10", len(page.Campaigns), page.Count)
		}
		return err
	})
}

func run(b *testing.B, o sandbox.Options) *sandbox.Sandbox {
	s, err := sandbox.New(o)
	if err == nil {
		err = s.Start(context.Background())
	}
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func halt(b *testing.B, s *sandbox.Sandbox) {
	if err := s.Stop(context.Background()); err != nil {
		b.Error(err)
	}
}
