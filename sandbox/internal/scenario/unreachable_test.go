package scenario_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// A rule left without calls by earlier ones has a warning, and no other rule has one.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	const ends = " every call that it is on; put rule "
	for rules, want := range map[string]string{
		`{on: login, every: 1, cut: reset}, {on: login, cut: empty}`:                                                     "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: login, every: 2, cut: reset}, {on: login, cut: empty}`:                                                     "",
		`{on: login, nth: {operation: login, call: 1}, cut: reset}, {on: login, cut: empty}`:                             "",
		`{on: login, during: {every: 2s, for: 1s}, cut: reset}, {on: login, cut: empty}`:                                 "",
		`{on: "path:/a/*", cut: reset}, {on: "path:/a/*", cut: empty}`:                                                   "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: "path:/a/**", cut: reset}, {on: "path:/a/*", cut: empty}`:                                                  "", // which is on /a too
		`{on: "path:/a/*", cut: reset}, {on: "POST path:/a/b", cut: empty}`:                                              "",
		`{on: login, cut: reset}, {on: login, when: 'hour(now) > 9', delay: 1s}`:                                         "",
		`{on: login, cut: reset}, {on: search-orders, delay: 1s}`:                                                        "",
		`{on: "path:/a/*", cut: reset}, {on: "path:/a/b", delay: 1s}`:                                                    "",
		`{on: "path:/a", cut: reset}, {on: "path:/b", delay: 1s}`:                                                        "",
		`{on: login, cut: reset}, {on: login, delay: 1s}`:                                                                "",
		`{on: search-orders, cut: drip}, {on: search-orders, change: [{at: $.x, remove: true}]}`:                         "",
		`{on: login, when: 'hour(now) > 9', cut: reset}, {on: login, times: 1, delay: 1s}`:                               "",
		`{on: search-orders, change: [{at: $.x, remove: true}]}, {on: search-orders, change: [{at: $.y, remove: true}]}`: "",
		`{on: search-orders, change: [{at: $.x, remove: true}]}, {on: search-orders, times: 1, answer: {status: 500}}`:   "",
		`{on: search-orders, answer: {status: 500}}, {on: search-orders, change: [{at: $.x, remove: true}]}`:             "rule 2 can never act, because rule 1 ends every call that it is on; put it into a scenario that is activated later",
		`{on: search-orders, times: 1, answer: {status: 500}}, {on: search-orders, change: [{at: $.x, remove: true}]}`:   "",
		`{on: login, when: 'hour(now) > 9', cut: reset}, {on: login, when: 'hour(now) > 10', delay: 1s}`:                 "",
		`{on: login, limit: {calls: 1, per: 1s}}, {on: login, delay: 1s}`:                                                "",
		`{on: search-orders, limit: {calls: 1, per: 1s}}, {on: search-orders, change: [{at: $.x, remove: true}]}`:        "",
		`{on: [login, "path:/a"], cut: reset}, {on: login, cut: empty}`:                                                  "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: [login, "path:/a"], cut: reset}, {on: [login, "path:/b"], delay: 1s}`:                                      "",
		`{on: login, when: 'hour(now) > 9', cut: reset}, {on: login, when: 'hour(now) > 9', delay: 1s}`:                  "",
		`{on: login, before: credential, cut: reset}, {on: login, before: credential, cut: empty}`:                       "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: "POST path:/a/*", before: credential, cut: reset}, {on: "POST path:/a/b", cut: empty}`:                     "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: "POST path:/a/*", cut: reset}, {on: "POST path:/a/b", before: credential, cut: empty}`:                     "",
		`{on: retrieve-order, when: 'order.Status == "PENDIGN" && order.Status != ""', delay: 1s}`:                       `when: order.Status is never "PENDIGN", only COMPLETE, PENDING, CANCELED, REFUND, AUTHRECEIVED or REVERSED; did you mean PENDING?`,
		`{on: retrieve-order, when: '"X" in ["Y"] or order.ApproveStatus in ["OK", "ok"]', delay: 1s}`:                   `when: order.ApproveStatus is never "ok", only WAITING, OK, FRAUD or INVALIDDATA; did you mean OK?`,
		`{on: retrieve-order, when: 'order.Status != "PENDING" && order.RefNo == "x"', delay: 1s}`:                       "",
		`{on: login, delay: 1s}, {on: login, delay: 2s}`:                                                                 "",
		`{on: "*", cut: drip}, {on: [login, search-orders], fail: INTERNAL_ERROR}`:                                       "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: login, cut: reset}, {on: search-orders, cut: reset}, {on: [login, search-orders], cut: empty}`:             "rule 3 can never act, because rules 1 and 2 end" + ends + "3 first",
		`{on: login, when: 'hour(now) > 9', cut: reset}, {on: login, when: 'hour(now) > 9', cut: empty}`:                 "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: unknown-path, cut: reset}, {on: "path:/a/*", cut: empty}`:                                                  "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: "path:/a/*", cut: reset}, {on: "path:/a/b", cut: empty}`:                                                   "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: "*", fail: ORDER_NOT_FOUND}, {on: cancel-order, times: 1, limit: {calls: 1, per: 1s}}`:                     "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: search-orders, change: [{at: $.x, remove: true}]}, {on: search-orders, answer: {status: 500}}`:             "rule 1 can never act, because rule 2 ends every call that it is on; put it into a scenario that is activated later",
		`{on: login, before: credential, cut: reset}, {on: login, cut: empty}`:                                           "rule 2 can never act, because rule 1 ends" + ends + "2 first",
		`{on: "path:/orders/*/upload", cut: reset}`:                                                                      "path:/orders/*/upload is on paths outside of the interface only, so not on upload-order-form; name the operations that are meant, or the other calls there by * path:/orders/*/upload",
		`{on: ["path:/upsell/*/*", read-upsell-settings], cut: reset}`:                                                   "path:/upsell/*/* is on paths outside of the interface only, so not on recommended-upsell, update-upsell, delete-upsell and change-upsell-settings; name the operations that are meant, or the other calls there by * path:/upsell/*/*",
		`{on: "* path:/upsell", cut: reset}`:                                                                             "* path:/upsell is on calls that are none of an operation only, so not on search-upsell and create-upsell; name the operations that are meant",
		`{on: "POST path:/upsell/*", cut: reset}`:                                                                        "POST path:/upsell/* is on calls that are none of an operation only, so not on create-upsell; name the operations that are meant",
		`{on: "POST path:/upsell/*", before: credential, cut: reset}`:                                                    "POST path:/upsell/* is on calls that are none of an operation only, so not on create-upsell; name the operations that are meant",
		`{on: ["path:/orders/*/refund", "path:/leads/*"], cut: reset}`:                                                   "",
		`{on: login, cut: reset}, {on: login, before: credential, cut: empty}`:                                           "",
		`{on: "*", fail: ORDER_NOT_FOUND}, {on: [cancel-order, login], cut: reset}`:                                      "",
		`{on: login, delay: 1s}, {on: login, cut: reset}`:                                                                "",
		`{on: login, times: 1, cut: reset}, {on: login, cut: empty}`:                                                     "",
		`{on: login, skip: 1, cut: reset}, {on: login, cut: empty}`:                                                      "",
		`{on: login, chance: 99%, cut: reset}, {on: login, cut: empty}`:                                                  "",
		`{on: login, limit: {calls: 1, per: 1s}}, {on: login, cut: empty}`:                                               "",
		`{on: login, when: 'hour(now) > 9', cut: reset}, {on: login, cut: empty}`:                                        "",
		`{on: login, when: 'hour(now) > 9', cut: reset}, {on: login, when: 'hour(now) > 10', cut: empty}`:                "",
		`{on: "path:/a/*", cut: reset}, {on: "path:/a*", cut: empty}`:                                                    "",
		`{on: "path:/a/*", cut: reset}, {on: unknown-path, cut: empty}`:                                                  "",
		`{on: ["path:/a/*", login], cut: reset}, {on: ["path:/a/c", "path:/b", login], cut: empty}`:                      "",
		`{on: "*", cut: reset}, {on: unknown-path, cut: empty}`:                                                          "",
	} {
		parsed, err := scenario.Parse("x", []byte("rules: ["+rules+"]"))
		must(t, err)
		var got []string
		for _, w := range parsed.Warnings(nil) {
			got = append(got, w.Message)
			if w.Line != 1 || w.Column < 10 || !strings.Contains(w.Text, "^") {
				t.Errorf("%s: got %+v", rules, w)
			}
		}
		if all := strings.Join(got, "; "); all != want {
			t.Errorf("%s:\ngot  %s\nwant %s", rules, all, want)
		}
	}
}

// TestPassedOverOperations warns about a path that also fits operations of REST. Those of
// SOAP differ by their names.
func TestPassedOverOperations(t *testing.T) {
	t.Parallel()
	parsed, err := scenario.Parse("x", []byte(`rules: [{on: "path:/*", cut: reset}]`))
	if err != nil || len(parsed.Warnings(nil)) != 1 {
		t.Fatalf("got %+v, %v", parsed, err)
	}
	if m := parsed.Warnings(nil)[0].Message; !strings.Contains(m, "search-orders") || strings.Contains(m, "login") {
		t.Errorf("got %s", m)
	}
}

// TestUnknownHandles warns of handles in moves that are not among the known ones, with the
// nearest of these. Ids are no handles.
func TestUnknownHandles(t *testing.T) {
	t.Parallel()
	parsed, err := scenario.Parse("x", []byte(`rules:
  - on: login
    do:
      before: {refund: order order-compelte}
      after:
        - {place: P, customer: customer-regluar}
        - {complete: order order-pending}
        - {cancel: order 100028040}
        - {expire: subscription 7KQ2M9XW4B}
        - {remove: campaign 016f9a01-d528-7a61-8c8e-3ea4c7f401aa}
        - {expire: subscription mine}
        - {place: P}
`))
	must(t, err)
	known := []string{"order-complete", "order-pending", "customer-regular"}
	for _, test := range []struct {
		known []string
		want  []string
	}{
		{known, []string{"4:24 do: unknown handle order-compelte; did you mean order-complete?", "6:32 do: unknown handle customer-regluar; did you mean customer-regular?", "11:20 do: unknown handle mine"}},
		{append(known, "order-compelte", "customer-regluar", "mine"), nil},
		{[]string{}, []string{"4:24 do: unknown handle order-compelte", "6:32 do: unknown handle customer-regluar", "7:22 do: unknown handle order-pending", "11:20 do: unknown handle mine"}},
		{nil, nil},
	} {
		var got []string
		for _, w := range parsed.Warnings(func() []string { return test.known }) {
			got = append(got, fmt.Sprintf("%d:%d %s", w.Line, w.Column, w.Message))
			if head, _, _ := strings.Cut(w.Text, "\n"); head != fmt.Sprintf("[%d:%d] %s", w.Line, w.Column, w.Message) || !strings.Contains(w.Text, "^") {
				t.Errorf("got %s for %+v", w.Text, w.Fault)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q:\ngot  %q\nwant %q", test.known, got, test.want)
		}
	}
}

// Shipped scenarios have no warning.
func TestShippedHaveNoWarnings(t *testing.T) {
	t.Parallel()
	for _, e := range scenario.NewLibrary(scenario.LibraryOptions{}).List() {
		if got := e.Scenario.Warnings(func() []string { return nil }); got != nil {
			t.Errorf("%s: %+v", e.Name, got)
		}
	}
}
