package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// BenchmarkLogin compares the login of section 5 with a bare net/http handler that
// reads the body and writes the same bytes.
func BenchmarkLogin(b *testing.B) {
	s := sandboxtest.Start(b, sandboxtest.Frozen)
	date := s.Now().Format(time.DateTime)
	body := rpcCall("login", "<merchantCode>DEMO</merchantCode><date>"+date+"</date><hash>"+
		credential.Sign(credential.SHA256, "DEMO", date, s.Secret())+"</hash><algorithm>sha256</algorithm>")
	of := posting(strings.TrimPrefix(s.URL(), "http://"), soap.Path, func(int64) string { return body })
	answer := of.answer(b)
	compare(b, of, posting(bareSOAP(b, answer, func() error { return nil }), soap.Path, of.body))
}

// BenchmarkUpgrade compares the upgrade of one subscription (section 4.9) in an
// ephemeral sandbox with a bare bbolt Update, without sync, of the same keys
// and bytes: once called directly, once in a bare net/http handler.
func BenchmarkUpgrade(b *testing.B) {
	w := startUpgrades(b)
	of := posting(strings.TrimPrefix(w.URL(), "http://"), soap.Path, func(int64) string { return w.envelope(w.next.Add(1) - 1) })
	b.Run("of a direct Update", func(b *testing.B) { compare(b, of, openRewriter(b, w)) })
	b.Run("of an Update behind net/http", func(b *testing.B) {
		bare := openRewriter(b, w)
		compare(b, of, posting(bareSOAP(b, of.answer(b), bare.update), soap.Path, func(int64) string { return w.envelope(0) }))
	})
}

func rpcCall(operation, parameters string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:commerce-sandbox:6.0">` +
		`<SOAP-ENV:Body><ns1:` + operation + `>` + parameters + `</ns1:` + operation + `></SOAP-ENV:Body></SOAP-ENV:Envelope>`
}

// postings is a load of envelopes, each made from its number.
type postings struct {
	load
	body func(n int64) string
}

func posting(address, path string, body func(int64) string) postings {
	return postings{load{address: address, status: http.StatusOK, request: func(n int64) []byte {
		text := body(n)
		return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s",
			path, address, len(text), text)
	}}, body}
}

// answer returns the answer to the first call.
func (p postings) answer(b *testing.B) []byte {
	b.Helper()
	response, err := http.Post("http://"+p.address+soap.Path, "text/xml", strings.NewReader(p.body(0)))
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		b.Fatalf("got %d %s, %v", response.StatusCode, answer, err)
	}
	return answer
}

// bareSOAP starts a net/http handler that reads the body, does the work and writes an
// answer. It returns the address.
func bareSOAP(b *testing.B, answer []byte, work func() error) string {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+soap.Path, func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		if err == nil {
			err = work()
		}
		if err != nil {
			b.Error(err)
		}
		w.Header().Set("Content-Type", "text/xml; charset=utf-8")
		_, _ = w.Write(answer)
	})
	server := httptest.NewServer(mux)
	b.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// upgrades is a sandbox whose subscriptions can be upgraded forth and back without
// end.
type upgrades struct {
	*sandbox.Sandbox
	world      string
	references []string
	session    string
	next       atomic.Int64
}

// upgradable is the number of subscriptions: so many that none is in two calls at
// once.
const upgradable = 1024

func startUpgrades(b *testing.B) *upgrades {
	w := &upgrades{world: filepath.Join(b.TempDir(), "upgrades.yaml")}
	if err := os.WriteFile(w.world, upgradesWorld(), 0o600); err != nil {
		b.Fatal(err)
	}
	w.Sandbox = run(b, sandbox.Options{World: w.world, Ephemeral: true})
	b.Cleanup(func() { halt(b, w.Sandbox) })
	w.read(b)
	return w
}

func upgradesWorld() []byte {
	var text bytes.Buffer
	text.WriteString("summary: Subscriptions to upgrade\nproducts:\n" +
		"  - {code: A, name: Product A, prices: {EUR: 49}, months: 12, upgrades: [B]}\n" +
		"  - {code: B, name: Product B, prices: {EUR: 99}, months: 12, upgrades: [A]}\n" +
		"partners:\n  - {code: P, name: Partner, currency: EUR, margin: 25}\nsubscriptions:\n")
	for i := range upgradable {
		fmt.Fprintf(&text, "  - {handle: s%d, partner: P, product: A, date: -30d}\n", i)
	}
	return text.Bytes()
}

func run(b *testing.B, o sandbox.Options) *sandbox.Sandbox {
	o.Listen, o.Answers = "127.0.0.1:0", map[string]string{"session-life": "24h"}
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

// read reads the subscriptions and logs in.
func (w *upgrades) read(b *testing.B) {
	a := w.FirstAccount()
	err := a.Shop.View(func(tx commerce.Tx) error {
		handles, err := tx.Handles().All()
		for i := range upgradable {
			w.references = append(w.references, handles[fmt.Sprintf("s%d", i)].IDs["SubscriptionReference"])
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	w.session = credential.IssueSession(credential.Session{Code: a.Code, Issued: clock.System(), Epoch: a.Settings().Epoch}, a.Settings().Secret)
}

// envelope returns the call with a number: all subscriptions in turn, to B and back.
func (w *upgrades) envelope(n int64) string {
	product := string(rune('B' - n/upgradable%2))
	return rpcCall("upgradePartnerSubscriptions", "<sessionID>"+w.session+"</sessionID><Items><item>"+
		"<SubscriptionReference>"+w.references[n%upgradable]+"</SubscriptionReference><UpgradeProductCode>"+product+"</UpgradeProductCode>"+
		"<Quantity>1</Quantity><PricingOptions/></item></Items>")
}

// rewriter repeats the writes of an upgrade with bbolt alone.
type rewriter struct {
	file   *bolt.DB
	writes []write
	number int64
}

// write is one value that an upgrade put, in the bucket at the end of a path.
type write struct {
	path       []string
	key, value []byte
	fresh      bool // under a key that was not there
}

// openRewriter makes one upgrade in a lasting sandbox, and compares its file before
// and after.
func openRewriter(b *testing.B, w *upgrades) *rewriter {
	before, after := filepath.Join(b.TempDir(), "before.db"), filepath.Join(b.TempDir(), "after.db")
	o := sandbox.Options{World: w.world, Data: after}
	halt(b, run(b, o))
	content, err := os.ReadFile(after)
	if err == nil {
		err = os.WriteFile(before, content, 0o600)
	}
	if err != nil {
		b.Fatal(err)
	}
	s := run(b, o)
	once := &upgrades{Sandbox: s}
	once.read(b)
	posting(strings.TrimPrefix(s.URL(), "http://"), soap.Path, once.envelope).answer(b)
	halt(b, s)
	was, is := contents(b, before), contents(b, after)
	r := &rewriter{}
	for place, value := range is {
		if old, known := was[place]; !known || old != value {
			path := strings.Split(place, "\x00/\x00")
			r.writes = append(r.writes, write{path[:len(path)-1], []byte(path[len(path)-1]), []byte(value), !known})
		}
	}
	r.file, err = bolt.Open(before, 0o600, &bolt.Options{NoSync: true, NoGrowSync: true, NoFreelistSync: true, FreelistType: bolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := r.file.Close(); err != nil {
			b.Error(err)
		}
	})
	return r
}

// contents returns all values of a file by their place.
func contents(b *testing.B, path string) map[string]string {
	file, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	all := map[string]string{}
	var walk func(at *bolt.Bucket, path string)
	walk = func(at *bolt.Bucket, path string) {
		_ = at.ForEach(func(key, value []byte) error {
			place := path + "\x00/\x00" + string(key)
			if value == nil {
				walk(at.Bucket(key), place)
			} else {
				all[place] = string(value)
			}
			return nil
		})
	}
	err = file.View(func(tx *bolt.Tx) error {
		return tx.ForEach(func(name []byte, at *bolt.Bucket) error {
			walk(at, string(name))
			return nil
		})
	})
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// update writes once what an upgrade writes, under new keys where the upgrade has
// new ones.
func (r *rewriter) update() error {
	return r.file.Update(func(tx *bolt.Tx) error {
		r.number++
		for _, w := range r.writes {
			at := tx.Bucket([]byte(w.path[0]))
			for _, name := range w.path[1:] {
				at = at.Bucket([]byte(name))
			}
			key := slices.Clone(w.key)
			for i, n := len(key)-1, r.number; w.fresh && i >= 0 && n > 0; i-- {
				n += int64(key[i])
				key[i], n = byte(n), n>>8
			}
			if err := at.Put(key, w.value); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *rewriter) rate(tb testing.TB, span time.Duration) float64 {
	tb.Helper()
	began, count := clock.System(), 0
	for clock.System().Sub(began) < span {
		if err := r.update(); err != nil {
			tb.Fatal(err)
		}
		count++
	}
	return float64(count) / clock.System().Sub(began).Seconds()
}
