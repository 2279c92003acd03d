package scenario_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestWhatRulesDo writes the effects of rules of every kind, and the group of their scenario.
func TestWhatRulesDo(t *testing.T) {
	t.Parallel()
	shipped := []string{"login-internal-error", "flaky", "slow", "feature-off", "lost-answer", "FORBIDDEN", "order-completes-at-third-read"}
	var out strings.Builder
	for _, rule := range []string{
		`rules: [{on: login, fail: INTERNAL_ERROR}]`,
		`rules: [{on: login, fail: INTERNAL_ERROR, status: 503}]`,
		`rules: [{on: [login, retrieve-order], fail: INTERNAL_ERROR}]`,
		`rules: [{on: login, delay: 1s}, {on: login, fail: INTERNAL_ERROR}]`,
		`rules: [{on: login, answer: {status: 418, error_code: TEA}, skip: 1, times: 2, chance: 50%}]`,
		`rules: [{on: login, cut: reset, before: credential}]`,
		`rules: [{on: login, cut: reset, after: true}]`,
		`rules: [{on: login, limit: {calls: 2, per: 1m}}]`,
		`rules: [{on: login, delay: {from: 1s, to: 2s}, every: 3}]`,
		`rules: [{on: retrieve-order, change: [{at: $.Status, set: REFUND}, {at: $.Errors, remove: true}]}]`,
		`rules: [{on: retrieve-order, when: order.Status == "PENDING", do: {before: {complete: order}, after: [{advance: 1d}, {end_dispute: order order-complete}]}}]`,
		`rules: [{on: retrieve-order, nth: {operation: login, call: 2}, cut: empty}]`,
		`rules: [{on: retrieve-order, during: {every: 30s, for: 5s}, cut: empty}]`,
		`rules: [{on: login, pace: 1KB/s}]`,
		`rules: [{on: login, pace: 2MB/s}, {on: login, pace: 1500B/s}]`,
		`rules: [{on: login, length: -67108864, keep_alive: stale}, {on: login, length: +67108864}]`,
		`rules: [{on: login, cut: {after: 0, in: head}}, {on: login, cut: {after: 67108864, in: body}, pace: 1000MB/s}]`,
		`rules: [{on: retrieve-order, lag: 5s}, {on: retrieve-order, stale: {reads: 2}}]`,
		`rules: [{on: "*", lag: 5s}]`,
		`rules: [{on: retrieve-order, change: [{at: $.A, set: [0x10, 0o17, 1_000, .5, 5., +3, -4, 1-2, 01]}, {at: $.B, set: [1, two, 3.50]}, {at: $.C, set: [1e5, 12345678901234567890123, -12345678901234567890123]}]}]`,
		`rules: [{on: retrieve-order, change: [{at: $.A, set: {a: 1, b: {c: null, d: true}}}, {at: $.B, set: ["7", []]}]}]`,
		`rules: [{on: retrieve-order, delay: 1s, lag: 5s}, {on: retrieve-order, lag: 1h, stale: {reads: 1000}, do: {after: {advance: 366d}}}, {on: "*", stale: {reads: 1}}]`,
		`rules: [{on: search-orders, do: {before: [{expire: order 7}, {expire: subscription S}, {remove: campaign C}, {refund: order 7, amount: 1.00, reason: any, comment: c}, {dispute: order 7, reason: FRAUD}, {cancel: order 7}, {approve: order 7}, {complete: order  7}]}}]`,
		`rules: [{on: retrieve-order, when: status == 200, do: {after: [{advance: 1m}, {dispute: order, resolution: WON}]}}]`,
		`rules: [{on: ["path:/a/*", "POST path:/b", "soap:placeOrder", "* path:/c"], cut: reset}, {on: ["path:/a", "POST path:/b"], before: credential, when: method == "POST", cut: reset}, {on: [unknown-path], cut: reset}]`,
		`rules: [{on: retrieve-order, when: status == 200, delay: 1s}, {on: retrieve-order, when: status == 200, cut: truncate}, {on: retrieve-order, when: status == 200, cut: reset}]`,
		`rules: [{on: [POST path:/carts, PUT path:/carts], place: COMPLETE}, {on: login, do: {after: [{place: P}, {place: P, quantity: 2, currency: usd, status: AUTHRECEIVED, customer: c, external_reference: e}]}}]`,
		`rules: [{on: retrieve-order, change: [{at: $.A, set: null}, {at: $.B, insert: null}, {at: $.C, set: ["1e5", '12345678901234567890123', 9e5, 0e1, -1e5, -a, "", abc]}]}, {on: login, change: [{at: //A, set: null}, {at: //B, double: true}, {at: //C, wrap: D}]}]`,
		`rules: [{on: "*", before: credential, cut: reset}, {on: [login, "path:/a"], cut: reset}, {on: unknown-path, when: method == "GET", cut: reset}]`,
		"features: {API_GET_CUSTOMER_ORDERS: false}",
		"assume: {search-status: \"200\"}",
	} {
		parsed, err := scenario.Parse("x", []byte(rule))
		if err != nil {
			t.Fatalf("%s: %v", rule, err)
		}
		fmt.Fprintf(&out, "%s\n", rule)
		for _, c := range parsed.Effects() {
			fmt.Fprintf(&out, "  %s\n", given(c))
		}
		library := libraryOf(t, map[string]string{"own": rule})
		for _, e := range library.List() {
			if e.Name == "own" || rule == "rules: [{on: login, fail: INTERNAL_ERROR}]" && slices.Contains(shipped, e.Name) {
				fmt.Fprintf(&out, "  %s is of group %s, source %s\n", e.Name, e.Group, e.Source)
			}
		}
	}
	golden(t, "testdata/consequences.txt", out.String())
}

// given writes the fields of a struct, without zero ones.
func given(of any) string {
	var fields []string
	v := reflect.ValueOf(of)
	for i := range v.NumField() {
		if f := v.Field(i); !f.IsZero() {
			fields = append(fields, fmt.Sprintf("%s: %v", v.Type().Field(i).Name, reflect.Indirect(f)))
		}
	}
	return strings.Join(fields, ", ")
}

// TestLimitsOfConditions distinguishes conditions that end undecided from wrong ones.
func TestLimitsOfConditions(t *testing.T) {
	t.Parallel()
	for text, undecided := range map[string]bool{
		`let some = 1..1000; any(some, any(some, # < 0))`: true,
		`len(1..int(query.Page) * 100000) == 0`:           true,
		`any(1..90000, query.Page == "1")`:                true,
		`len(repeat("x", 20000000)) > 1`:                  true,
		`body.Name > 3`:                                   false,
		`repeat("x", -1) == ""`:                           false,
	} {
		if _, err := match(t, text, exampleCall); err == nil || errors.Is(err, scenario.ErrUndecided) != undecided {
			t.Errorf("%s: got %v, want it undecided: %t", text, err, undecided)
		}
	}
}
