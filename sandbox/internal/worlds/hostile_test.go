package worlds

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

const order = "{customer: customer-with-one-order, date: -1h, lines: [{product: STUDIO-PRO-1Y}]"

// The records of a fragment are counted before any of them is made.
func TestFragmentsHaveLimits(t *testing.T) {
	t.Parallel()
	lines := "lines: [" + strings.Repeat("{product: STUDIO-PRO-1Y},", 100) + "]"
	for text, want := range map[string]string{
		"orders: [" + order + ", repeat: {times: 1000000, every: 1s}}]":                   "a fragment may make at most 10000 orders, those of repeat.times and of subscriptions included, got 1000000",
		"orders: [" + strings.Repeat(order+", repeat: {times: 5000}},", 2) + order + "}]": "a fragment may make at most 10000 orders, those of repeat.times and of subscriptions included, got 10001",
		"orders: [{customer: a, repeat: {times: 9223372036854775807}}]":                   "a fragment may make at most 10000 orders, those of repeat.times and of subscriptions included, got 1000001",
		"orders: [{customer: a, repeat: {times: 201}, " + lines + "}]":                    "the orders of a fragment may have at most 20000 lines together, got 20100",
		"summary: " + strings.Repeat("x", 8<<20):                                          "the file must have at most 8388608 bytes, got 8388617",
	} {
		_, err := ParseFragment([]byte(text), "fragment")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got  %.300v\nwant %s", err, want)
		}
	}
}

// A world too large for the memory says so with the estimate.
func TestWorldsNeedMemory(t *testing.T) {
	t.Parallel()
	customer := "customers: [{handle: customer-with-one-order}]\n"
	lines := "lines: [" + strings.Repeat("{product: STUDIO-PRO-1Y},", 100) + "]"
	_, err := Parse([]byte(customer+"orders: ["+strings.Repeat(order+", repeat: {times: 600000}},", 2)+"]"), "big.yaml")
	if want := "a world may have at most 1000000 orders, those of repeat.times and of subscriptions included, got 1200000"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, err = Parse([]byte(customer+"orders: [{customer: customer-with-one-order, date: -1h, repeat: {times: 600000}, "+lines+"}]"), "big.yaml")
	if want := "the orders of a world may have at most 5000000 lines together, those of repeat.times included, got 60000000"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	for _, place := range []string{"purchase_order: awaiting_payment, set: {sandbox: {purchase_order: {forms: [{client_time: X}]}}}", "set: {Errors: {X: X}}", "billing: {company: X}"} {
		big := strings.Repeat("x", 1<<20/strings.Count(place, "X"))
		_, err = Parse([]byte(customer+"orders: [{customer: customer-with-one-order, "+strings.ReplaceAll(place, "X", big)+", date: -1h, repeat: {times: 1100}, lines: [{product: STUDIO-PRO-1Y}]}]"), "big.yaml")
		if want := "the orders of repeat may have at most 1024 MB of texts and forms together, got 1100 MB"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got  %.300v\nwant %s", place, err, want)
		}
	}
}

// A world takes at most half of GOMEMLIMIT.
func TestWorldsTakeHalfOfTheMemory(t *testing.T) { //nolint:paralleltest // it sets the limit of the process
	w, err := Parse([]byte("generate: {campaigns: 200000}"), "big.yaml")
	must(t, err)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	_, err = w.Build(BuildRequest{Merchant: "ACME", Now: moment})
	if err == nil || !strings.Contains(err.Error(), "needs about 572 MB of memory") || !strings.Contains(err.Error(), "and may take 512 MB: ") {
		t.Errorf("got %v", err)
	}
}

// Thousands of mistakes make one error of a readable size.
func TestManyFaults(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("products:\n")
	for i := range 2000 {
		fmt.Fprintf(&text, "- {code: P%d, name: a, prices: {EUR: 1}}\n", i)
	}
	text.WriteString("orders:\n" + strings.Repeat("- {customer: x, lines: [{product: y}]}\n", 2000))
	_, err := Parse([]byte(text.String()), "wrong.yaml")
	if err == nil || len(err.Error()) > 250_000 || !strings.HasSuffix(err.Error(), "\nwrong.yaml: and 3900 more") {
		t.Errorf("got %.3000v", err)
	}
	_, err = Parse([]byte("orders:\n- {customer: x, lines: [{product: y}]}\ncustomers:\n"+strings.Repeat("- {nobody: 1}\n", 150)), "wrong.yaml")
	if err == nil || !strings.HasSuffix(err.Error(), "\nwrong.yaml: and 52 more") {
		t.Errorf("got %v of unknown fields", err)
	}
}

// A fragment is checked without the one writer.
func TestCheckNeedsNoWriter(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	const late = "the date is in the future: the account's clock shows 2026-10-02 09:14:51"
	for text, want := range map[string]string{
		"orders: [{customer: nobody, lines: [{product: STUDIO-PRO-1Y}]}]":                                                                                                                     `fragment: [1:21] unknown customer "nobody"`,
		"orders: [{customer: customer-with-one-order, date: 2026-10-02 09:14:52, lines: [{product: STUDIO-PRO-1Y}]}]":                                                                         "fragment: [1:52] " + late,
		"orders: [{customer: customer-with-one-order, date: -2d, lines: [{product: STUDIO-PRO-1Y, quantity: 2}], set: {Refunds: [{Date: 2026-10-01 09:14:51, Amount: 5, Currency: EUR}]}}]":   "",
		"orders: [{customer: customer-with-one-order, date: -2d, lines: [{product: STUDIO-PRO-1Y, quantity: 2}], set: {Refunds: [{Date: 2026-09-29 09:14:51, Amount: 5, Currency: EUR}]}}]":   "fragment: [1:10] the date of refund 1 is 2026-09-29 09:14:51, before FinishDate, 2026-09-30 09:22:02. An order is finished after its OrderDate and refunded after its FinishDate, in the order of its refunds.",
		"subscriptions: [{customer: customer-with-one-order, product: STUDIO-PRO-1Y, set: {ExpirationDate: 2025-01-01 00:00:00}}]":                                                            "fragment: [1:17] it starts 2026-07-04 09:22:02 and expires 2025-01-01 00:00:00. A subscription expires after its start.",
		"subscriptions: [{customer: customer-with-one-order, date: 2026-10-02 09:14:52, product: STUDIO-PRO-1Y}]":                                                                             "fragment: [1:59] " + late,
		"orders: [{customer: customer-with-one-order, date: 2026-10-02 09:14:51, lines: [{product: STUDIO-PRO-1Y}]}]":                                                                         "",
		"orders: [{customer: customer-with-one-order, date: -1s, lines: [{product: STUDIO-PRO-1Y}], repeat: {times: 5}}]":                                                                     "",
		"orders: [{customer: customer-with-one-order, date: 2026-10-02 09:00:00, finished: -1d, lines: [{product: STUDIO-PRO-1Y}]}]":                                                          "fragment: [1:83] the order is finished before its date, 2026-10-02 09:00:00",
		"orders: [{customer: customer-with-one-order, date: 2026-10-02 09:00:00, finished: 2026-10-02 09:00:00, lines: [{product: STUDIO-PRO-1Y}]}]":                                          "",
		"orders: [{customer: customer-with-one-order, date: -2d, finished: 2026-10-02 09:14:52, lines: [{product: STUDIO-PRO-1Y}]}]":                                                          "fragment: [1:67] " + late,
		"orders: [{customer: customer-with-one-order, date: 2026-10-02 09:00:00, lines: [{product: STUDIO-PRO-1Y, quantity: 2}], refunds: [{date: -1d, amount: 5}]}]":                         "fragment: [1:138] the refund is before the order is finished, 2026-10-02 09:07:11",
		"orders: [{customer: customer-with-one-order, date: -3d, lines: [{product: STUDIO-PRO-1Y, quantity: 2}], refunds: [{date: 2026-10-02 09:00:00, amount: 5}, {date: -1d, amount: 5}]}]": "fragment: [1:162] the refund is before the refund above it, 2026-10-02 09:00:00",
		"subscriptions: [{customer: customer-with-one-order, product: STUDIO-PRO-1Y, date: -2d, start: 2026-10-02 09:00:00, expires: -1d}]":                                                   "fragment: [1:125] the subscription expires before it starts, 2026-10-02 09:00:00",
		"orders: [{customer: customer-with-one-order, date: -2d, lines: [{product: STUDIO-PRO-1Y, subscription: {start: 2026-10-02 09:00:00, expires: -1d}}]}]":                               "fragment: [1:142] the subscription expires before it starts, 2026-10-02 09:00:00",
	} {
		f, err := ParseFragment([]byte(text), "fragment")
		must(t, err)
		err = s.View(func(tx commerce.Tx) error { return f.Check(tx, moment) })
		if err == nil && want == "" {
			continue
		}
		if err == nil || strings.Split(err.Error(), "\n")[0] != want {
			t.Errorf("%s:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// FuzzFragment reads and builds any text as a fragment, within the time and the memory of
// the limits.
func FuzzFragment(f *testing.F) {
	f.Add("orders: [{repeat: {times: 3, every: 1s}, customer: a, lines: [{product: b}]}]\ncustomers: [{handle: a}]", 1)
	f.Add("- ", 1000)
	f.Add("k: 1\n", 1000)
	f.Add("customers: [{handle: a, country: de}]\nsubscriptions: [{customer: a, product: BACKUP-1Y}]", 1)
	f.Add("campaigns: [{name: a, percent: 5, primary: {product: a}, recommended: {product: b}}]", 1)
	f.Fuzz(func(t *testing.T, seed string, times int) {
		text := strings.Repeat(seed, max(0, min(times, 20_000/max(1, len(seed)))))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if fragment, err := ParseFragment([]byte(text), "fragment"); err == nil {
			if _, err := fragment.source.check(&fragment.entries, nil, faults{}); err != nil {
				_ = err.Error()
			}
		}
		runtime.ReadMemStats(&after)
		if after.TotalAlloc-before.TotalAlloc > 512<<20 {
			t.Errorf("%d bytes of %.100q took %d MB", len(text), seed, (after.TotalAlloc-before.TotalAlloc)>>20)
		}
	})
}
