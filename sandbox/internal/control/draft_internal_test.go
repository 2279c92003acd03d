package control

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestDraft drafts a scenario to repeat the outcome of a call, and parses it.
func TestDraft(t *testing.T) {
	t.Parallel()
	operation := func(id catalog.OperationID) *catalog.Operation {
		op, _ := catalog.Find(id)
		return op
	}
	retrieve, search, outside := operation(catalog.RetrieveOrder), operation(catalog.SearchOrders), catalog.Outside()
	in := func(pairs ...string) (all []input) {
		for n := 0; n < len(pairs); n += 2 {
			all = append(all, input{name: pairs[n], value: pairs[n+1]})
		}
		return all
	}
	text := func(n int) string { return strings.Repeat("x", n) }
	many := in()
	for _, name := range []string{"ApproveStatus", "Newer", "Status", "StartDate", "EndDate", "PartnerOrders", "ExternalRefNo", "IncludeTestOrders", "Page", "Limit", "Page"} {
		many = append(many, in(name, "1")...)
	}
	for _, test := range []struct {
		about string
		draft draft
		name  string
		want  string // after the first line
	}{
		{"a documented failure", draft{operation: retrieve, path: in("OrderReference", "7"), query: in("x", "1"), status: 404, code: catalog.OrderNotFound, message: "It's not\n there"},
			"retrieve-order-order-not-found-1", "  - on: retrieve-order\n    when: 'path.OrderReference == \"7\"'\n    fail: ORDER_NOT_FOUND\n    message: \"It's not\\n there\"\n"},
		{"with the longest message", draft{operation: retrieve, status: 404, code: catalog.OrderNotFound, message: text(2000)},
			"retrieve-order-order-not-found-1", "  - on: retrieve-order\n    fail: ORDER_NOT_FOUND\n    message: '" + text(2000) + "'\n"},
		{"with a longer one", draft{operation: retrieve, status: 404, code: catalog.OrderNotFound, message: text(2001)},
			"retrieve-order-order-not-found-1", "  - on: retrieve-order\n    fail: ORDER_NOT_FOUND\n"},
		{"not sent", draft{operation: retrieve, code: catalog.OrderNotFound},
			"retrieve-order-order-not-found-1", "  - on: retrieve-order\n    fail: ORDER_NOT_FOUND\n"},
		{"with the code of other paths", draft{operation: search, status: 404, code: catalog.OutsideInterface},
			"search-orders-404-1", "  - on: search-orders\n    answer:\n      status: 404\n      error_code: '" + string(catalog.OutsideInterface) + "'\n"},
		{"without a message", draft{operation: retrieve, status: 404, code: catalog.OrderNotFound},
			"retrieve-order-order-not-found-1", "  - on: retrieve-order\n    fail: ORDER_NOT_FOUND\n"},
		{"a success", draft{operation: retrieve, status: 200, message: "m"}, "retrieve-order-order-not-found-1", "  - on: retrieve-order\n    fail: ORDER_NOT_FOUND\n"},
		{"a redirect", draft{operation: retrieve, status: 399}, "retrieve-order-order-not-found-1", "  - on: retrieve-order\n    fail: ORDER_NOT_FOUND\n"},
		{"a success without likely failures", draft{operation: search, status: 201}, "search-orders-internal-error-1", "  - on: search-orders\n    fail: INTERNAL_ERROR\n"},
		{"an undocumented failure", draft{operation: search, status: 400, code: "OTHER", message: "m", headers: in("X-Own", "1", "Retry-After", "2"), body: "b"},
			"search-orders-400-1", "  - on: search-orders\n    answer:\n      status: 400\n      headers:\n        X-Own: '1'\n        Retry-After: '2'\n      error_code: 'OTHER'\n      message: 'm'\n"},
		{"with a long message", draft{operation: search, status: 599, code: "OTHER", message: text(2001)}, "search-orders-599-1", "  - on: search-orders\n    answer:\n      status: 599\n      error_code: 'OTHER'\n"},
		{"with the longest message", draft{operation: search, status: 599, code: "OTHER", message: text(2000)}, "search-orders-599-1", "  - on: search-orders\n    answer:\n      status: 599\n      error_code: 'OTHER'\n      message: '" + text(2000) + "'\n"},
		{"with the longest code", draft{operation: search, status: 500, code: catalog.Code(text(100)), body: "b"}, "search-orders-500-1", "  - on: search-orders\n    answer:\n      status: 500\n      error_code: '" + text(100) + "'\n"},
		{"with a longer code", draft{operation: search, status: 500, code: catalog.Code(text(101)), body: "b"}, "search-orders-500-1", "  - on: search-orders\n    answer:\n      status: 500\n      body: 'b'\n"},
		{"with the longest body", draft{operation: search, status: 502, body: text(2000)}, "search-orders-502-1", "  - on: search-orders\n    answer:\n      status: 502\n      body: '" + text(2000) + "'\n"},
		{"with a longer body", draft{operation: search, status: 502, body: text(2001)}, "search-orders-502-1", "  - on: search-orders\n    answer:\n      status: 502\n"},
		{"without an answer", draft{operation: search, early: true}, "search-orders-cut-1", "  - on: search-orders\n    before: credential\n    cut: reset\n"},
		{"with an impossible status", draft{operation: search, status: 1000}, "search-orders-cut-1", "  - on: search-orders\n    cut: reset\n"},
		{"query names", draft{operation: search, status: 400, query: in("Page", "0", "X-Own", "1", "Limit", "", "Status", "\xff", "ExternalRefNo", "it's")},
			"search-orders-400-1", "  - on: search-orders\n    when: 'query.Page == \"0\" and query.ExternalRefNo == \"it''s\"'\n    answer:\n      status: 400\n"},
		{"the longest value", draft{operation: search, status: 400, query: in("Page", text(196), "Limit", text(196))},
			"search-orders-400-1", "  - on: search-orders\n    when: 'query.Page == \"" + text(196) + "\"'\n    answer:\n      status: 400\n"},
		{"many values", draft{operation: search, status: 400, query: many}, "search-orders-400-1",
			"  - on: search-orders\n    when: 'query.ApproveStatus == \"1\" and query.Newer == \"1\" and query.Status == \"1\" and query.StartDate == \"1\" and query.EndDate == \"1\" and query.PartnerOrders == \"1\" and query.ExternalRefNo == \"1\" and query.IncludeTestOrders == \"1\" and query.Page == \"1\" and query.Limit == \"1\"'\n    answer:\n      status: 400\n"},
		{"another path", draft{operation: outside, path: in(catalog.WholePath, "/products/7"), query: in("a b", "1"), status: 404, code: catalog.OutsideInterface},
			"unknown-path-404-1", "  - on: \"path:/products/7\"\n    before: credential\n    when: 'query[\"a b\"] == \"1\"'\n    answer:\n      status: 200\n      headers:\n        Content-Type: 'application/json'\n      body: '{}'\n"},
		{"another method", draft{operation: outside, path: in(catalog.WholePath, "/orders"), status: 405, code: "METHOD_NOT_ALLOWED"},
			"unknown-path-405-1", "  - on: unknown-path\n    before: credential\n    when: 'path[\"*\"] == \"/orders\"'\n    answer:\n      status: 405\n      error_code: 'METHOD_NOT_ALLOWED'\n"},
		{"a path that was cut", draft{operation: outside, path: in(catalog.WholePath, "/products")}, "unknown-path-cut-1", "  - on: \"path:/products\"\n    before: credential\n    cut: reset\n"},
		{"no path", draft{operation: outside, status: 200}, "unknown-path-200-1", "  - on: unknown-path\n    before: credential\n    answer:\n      status: 200\n"},
	} {
		test.draft.call = "DEMO-1"
		got := test.draft.yaml()
		summary, rest, _ := strings.Cut(got, "\nrules:\n")
		if rest != test.want || !strings.HasPrefix(summary, "summary: 'As DEMO-1: ") {
			t.Errorf("%s: got\n%s\n%q want\n%q", test.about, summary, rest, test.want)
		}
		if _, err := scenario.Parse("draft", []byte(got)); err != nil {
			t.Errorf("%s: %v\n%s", test.about, err, got)
		}
		if name := test.draft.name(1); name != test.name {
			t.Errorf("%s: got the name %s, want %s", test.about, name, test.name)
		}
	}
	for want, d := range map[string]draft{
		"As C: search-orders fails with INTERNAL_ERROR instead of its success": {operation: search, status: 201},
		"As C: search-orders fails with INTERNAL_ERROR":                        {operation: search, status: 500, code: catalog.InternalError},
		"As C: search-orders is answered with status 502":                      {operation: search, status: 502},
		"As C: search-orders gets no answer":                                   {operation: search},
		"As C: unknown-path is answered with status 200":                       {operation: outside, status: 404, code: catalog.OutsideInterface},
	} {
		d.call = "C"
		if got, _, _ := strings.Cut(d.yaml(), "\n"); got != "summary: '"+want+"'" {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
