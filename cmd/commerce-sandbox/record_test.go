package main

import (
	"strings"
	"testing"
)

// TestRecord lists, shows, changes and deletes records, and prints each result.
func TestRecord(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.golden("record-list", "record", "list", "orders", "-q", "status:REFUND", "--sort", "reference", "--limit", "3")
	s.golden("record-list-partners", "record", "list", "partner")
	s.golden("record-show", "record", "show", "customers", "@customer-regular")
	if got := s.call("record", "set", "orders", "@order-complete", "refund.amount=1.50", "refund.reason=LATE"); got.code != exitDone || !strings.Contains(got.stdout, "Refunds[0].Amount ") || !strings.Contains(got.stdout, " 1.5\n") {
		t.Errorf("got %+v", got)
	}
	if got := s.call("record", "set", "customer", "@customer-regular", "Email=ida@example.test", "Trial=true", "--format", "json"); got.code != exitDone || !strings.Contains(got.stdout, `"Email": "ida@example.test"`) || !strings.Contains(got.stdout, `"Trial": true`) {
		t.Errorf("got %+v", got)
	}
	s.golden("record-delete-dry", "record", "delete", "orders", "@order-refund", "--dry-run")
	s.wantPart(exitDone, `"kind": "handle"`, "record", "delete", "order", "@order-refund", "--format", "json")
	s.wantPart(exitUsage, "", "record", "show", "orders", "@order-refund")
}

// TestWrongRecords expects exit code 2 for impossible records, and 1 for changes against
// the state of one.
func TestWrongRecords(t *testing.T) {
	t.Parallel()
	s := reach(t)
	for want, args := range map[string][]string{
		`KIND must be a kind of records, got "ordrs"; did you mean orders?`:                       {"record", "list", "ordrs"},
		`KIND must be a kind of records, got "x"; known: campaigns, customers, `:                  {"record", "list", "x"},
		`record show needs a kind such as orders, and an id or a handle such as @order-complete,`: {"record", "show", "orders"},
		`unknown order "1"; known: `:                                     {"record", "show", "orders", "1"},
		`unknown order "a/b"; known: `:                                   {"record", "delete", "orders", "a/b"},
		`unknown field FirstNam; did you mean FirstName?`:                {"record", "set", "customers", "@customer-regular", "FirstNam=x"},
		`partners cannot be changed`:                                     {"record", "set", "partners", "X", "a=1"},
		`a change is FIELD=VALUE, such as status=CANCELED, got "status"`: {"record", "set", "orders", "@order-complete", "status"},
		`unknown field "foo" at column 1; known: `:                       {"record", "list", "orders", "-q", "foo:x"},
		`--limit must be`:                                                {"record", "list", "orders", "--limit", "0"},
	} {
		if got := s.call(args...); got.code != exitUsage || !strings.HasPrefix(got.stderr, name+": "+want) || strings.Contains(got.stderr, "JSON object") {
			t.Errorf("%q: got %+v, want %s", args, got, want)
		}
	}
	s.want(fails("status cannot become PENDING: it is COMPLETE, which can become REFUND; legal: REFUND"), "record", "set", "orders", "@order-complete", "status=PENDING")
}
