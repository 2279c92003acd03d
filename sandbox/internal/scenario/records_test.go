package scenario_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// records are records made of plain values. They count how often they are read.
type records struct {
	order         map[string]any
	subscriptions []any
	seen          int
	reads         []string
	fails         error
}

func (r *records) Record(kind catalog.RecordKind) (scenario.Record, error) {
	r.reads = append(r.reads, string(kind))
	if kind == catalog.OrderRecord && r.order != nil {
		return record{r.order, r}, nil
	}
	return nil, r.fails
}

func (r *records) Subscriptions() ([]any, error) { return r.subscriptions, r.fails }
func (r *records) Seen() (int, error)            { return r.seen, r.fails }

type record struct {
	fields map[string]any
	of     *records
}

func (r record) Field(name string) (any, bool) {
	r.of.reads = append(r.of.reads, name)
	value, ok := r.fields[name]
	return value, ok
}

func (r record) Whole() any { return r.fields }

func TestConditionsSeeTheShop(t *testing.T) {
	t.Parallel()
	order := map[string]any{"Status": "PENDING", "GrossPrice": 120.5, "FinishDate": nil, "Items": []any{map[string]any{"Code": "A"}, map[string]any{"Code": "B"}}}
	for when, want := range map[string]bool{
		`order.Status == "PENDING" and order.GrossPrice > 100`:                  true,
		`order["Status"] in ["COMPLETE", "REFUND"]`:                             false,
		`order.FinishDate == nil and order.Source == ""`:                        true,
		`any(order.Items, .Code == "B") and order.Items[-1].Code == "B"`:        true,
		`order != nil and customer == nil and subscription == nil`:              true,
		`order.Items[7].Code == "" and len(order.Items) == 2`:                   true,
		`seen == 3 and method == "GET"`:                                         true,
		`seen in [1, 2] or method != "GET"`:                                     false,
		`len(subscriptions) == 2 and all(subscriptions, .quantity >= 2)`:        true,
		`subscriptions[1].reference == "S2" and subscriptions[2].product == ""`: true,
		`let o = order; o.Status == "PENDING"`:                                  true,
		`order[query.Field] == "PENDING"`:                                       true,
	} {
		c := &call{operation: catalog.RetrieveOrder, method: "GET", query: map[string]string{"Field": "Status"}, records: &records{order: order, seen: 3,
			subscriptions: []any{map[string]any{"reference": "S1", "quantity": 2.0}, map[string]any{"reference": "S2", "quantity": 5.0}}}}
		if got, err := match(t, when, c); got != want || err != nil {
			t.Errorf("%s: got %t, %v", when, got, err)
		}
	}
}

// A condition without a record reads none, and one about a field reads just this one.
func TestRecordsAreReadOnDemand(t *testing.T) {
	t.Parallel()
	for when, want := range map[string][]string{
		`query.Page == "2"`: nil,
		`query.Page == "2" and order.Status == "PENDING"`: nil,
		`query.Page == "" and order.Status == "PENDING"`:  {"order", "Status"},
	} {
		read := &records{order: map[string]any{"Status": "PENDING"}}
		if _, err := match(t, when, &call{records: read}); err != nil || !slices.Equal(read.reads, want) {
			t.Errorf("%s: read %q, %v, want %q", when, read.reads, err, want)
		}
	}
}

// A condition over a missing record is false. It says so in the explanation, unless calls
// of the operation never name such a record.
func TestAbsentRecords(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"pending":     `rules: [{on: "*", when: order.Status == "PENDING", cut: reset}]`,
		"not-pending": `rules: [{on: "*", when: not (order.Status == "PENDING"), cut: reset}]`,
	}))
	activate(t, director, "not-pending", "pending")
	for operation, want := range map[catalog.OperationID][]string{
		catalog.RetrieveOrder: {"scenario pending, rule 1: when: the call names no order that exists",
			"scenario not-pending, rule 1: when: the call names no order that exists"},
		catalog.SearchOrders: nil,
	} {
		d := decideOn(t, director, &call{operation: operation, records: &records{}})
		if !d.Effect.Empty() || !slices.Equal(d.Notes, want) {
			t.Errorf("%s: got %+v, %q", operation, d.Effect, d.Notes)
		}
	}
}

// TestUnreadableRecords says why a condition could not read a record.
func TestUnreadableRecords(t *testing.T) {
	t.Parallel()
	for _, when := range []string{`order.Status == "x"`, `order == nil`, `len(subscriptions) == 0`, `seen == 0`} {
		if got, err := match(t, when, &call{records: &records{fails: errors.New("the file is closed")}}); got || err == nil || err.Error() != "the file is closed" {
			t.Errorf("%s: got %t, %v", when, got, err)
		}
		if got, err := match(t, when, &call{}); got || err == nil || err.Error() != "there are no records to read" {
			t.Errorf("%s without records: got %t, %v", when, got, err)
		}
	}
}

// TestFieldByValue reads a field of a record with a computed name.
func TestFieldByValue(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		order map[string]any
		want  bool
	}{{map[string]any{"RefNo": "7"}, true}, {map[string]any{"RefNo": "8"}, false}, {nil, false}} {
		got, err := match(t, `order["Ref" + query.Name] == "7"`, &call{query: map[string]string{"Name": "No"}, records: &records{order: test.order}})
		if err != nil || got != test.want {
			t.Errorf("%v: got %t, %v", test.order, got, err)
		}
	}
}

// A rule about the end of the call acts after it, and counts like any other.
func TestLateRules(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{
		"late":    `rules: [{on: retrieve-order, when: status == 200 and answer.Status == "COMPLETE", times: 1, fail: ORDER_NOT_FOUND}, {on: retrieve-order, when: code == "DOWN", delay: 2s, change: [{at: $.x, set: 1}]}]`,
		"down":    `rules: [{on: retrieve-order, answer: {status: 503, error_code: DOWN}}]`,
		"edited":  `rules: [{on: retrieve-order, delay: 1s, change: [{at: $.y, set: 1}]}]`,
		"both":    `rules: [{on: retrieve-order, answer: {status: 500}}, {on: retrieve-order, when: status == 200, cut: reset}]`,
		"cut":     `rules: [{on: retrieve-order, cut: empty}]`,
		"other":   `rules: [{on: retrieve-order, when: code == "DOWN", answer: {status: 418}}]`,
		"changed": `rules: [{on: retrieve-order, when: status == 200, change: [{at: $.x, set: 1}]}]`,
		"lost":    `rules: [{on: retrieve-order, when: status < 500, cut: reset}]`,
	})
	complete := ended{call: call{operation: catalog.RetrieveOrder}, status: 200, answer: map[string]any{"Status": "COMPLETE"}}
	down := ended{call: call{operation: catalog.RetrieveOrder}, status: 503, code: "DOWN"}
	for _, test := range []struct {
		active []string
		ended  ended
		want   decided
		fails  catalog.Code
		after  bool
	}{
		{[]string{"late", "edited"}, complete, decided{delay: 1e9, edits: "$.y", acted: "edited late"}, catalog.OrderNotFound, true},
		{[]string{"edited", "late"}, complete, decided{delay: 1e9, edits: "$.y", acted: "late edited"}, catalog.OrderNotFound, true},
		{[]string{"down", "late"}, down, decided{status: 503, delay: 2e9, edits: "$.x", acted: "late down"}, "", false},
		{[]string{"late", "down"}, down, decided{status: 503, acted: "down", notes: []string{"scenario late, rule 2: overruled by scenario down, rule 1"}}, "", false},
		{[]string{"down", "other"}, down, decided{status: 418, acted: "other down"}, "", true},
		{[]string{"other", "down"}, down, decided{status: 503, acted: "down", notes: []string{"scenario other, rule 1: overruled by scenario down, rule 1"}}, "", false},
		{[]string{"lost"}, complete, decided{cut: scenario.Reset, acted: "lost"}, "", true},
		{[]string{"lost", "late"}, complete, decided{acted: "late", notes: []string{"scenario lost, rule 1: overruled by scenario late, rule 1"}}, catalog.OrderNotFound, true},
		{[]string{"both"}, complete, decided{status: 500, acted: "both", notes: []string{"scenario both, rule 2: overruled by scenario both, rule 1"}}, "", false},
		{[]string{"cut", "changed"}, complete, decided{cut: scenario.Empty, acted: "cut", notes: []string{"scenario changed, rule 1: overruled by scenario cut, rule 1"}}, "", false},
	} {
		director := newDirector(t, library)
		activate(t, director, test.active...)
		d := decide(t, director, catalog.RetrieveOrder)
		if !d.Waits() {
			t.Fatalf("%q: nothing waits", test.active)
		}
		d = director.DecideLate(t.Context(), &test.ended, d)
		if got := decidedBy(d); !reflect.DeepEqual(got, test.want) || failure(d) != test.fails || d.Effect.After() != test.after {
			t.Errorf("%q:\ngot  %+v %s\nwant %+v %s", test.active, got, failure(d), test.want, test.fails)
		}
	}
	director := newDirector(t, library)
	activate(t, director, "late")
	for _, want := range []catalog.Code{catalog.OrderNotFound, ""} {
		d := director.DecideLate(t.Context(), &complete, decide(t, director, catalog.RetrieveOrder))
		d.Commit(&catalog.Operation{ID: catalog.RetrieveOrder}, catalog.Outcome{})
		if failure(d) != want {
			t.Errorf("got %q, want %q", failure(d), want)
		}
	}
	if got := director.Active()[0]; got.Matched != 2 || got.Affected != 1 {
		t.Errorf("got %+v", got)
	}
}
