package control_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestCompare compares answers of both protocols.
func TestCompare(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	path := "/orders/" + s.ID("order-pending", "OrderReference") + "/"
	s.Get(path)
	s.Get(path)
	do(t, s, step{method: "PATCH", path: "/accounts/DEMO/orders/@order-pending", body: `{"status":"CANCELED"}`})
	s.Get(path)
	s.Get("/orders/1/")
	openSession(t, s, s.Now()) // DEMO-5
	openSession(t, s, s.Now())
	const order = `{"id":"DEMO-%d","protocol":"rest","operation":"retrieve-order","method":"GET","uri":"/rest/6.0` + `%s"}`
	row := func(n int) string { return fmt.Sprintf(order, n, path) }
	play(t, s, []step{
		{"POST", "/compare", `{"a":"DEMO-1","b":"DEMO-2"}`, 200, `{"same":true,"request":[],"a":` + row(1) + `,"b":` + row(2) +
			`,"status":{"a":200,"b":200},"code":{"a":"","b":""},"header":[],"body":[]}`},
		{"POST", "/compare", `{"a":"DEMO-2","b":"DEMO-3"}`, 200, `{"same":false,"request":[],"a":` + row(2) + `,"b":` + row(3) +
			`,"status":{"a":200,"b":200},"code":{"a":"","b":""},"header":[],"body":[` +
			`{"path":"ApproveStatus","change":"changed","a":"\"WAITING\"","b":"\"OK\""},` +
			`{"path":"ExtraInformation","change":"changed","a":"{\"PaymentLink\":\"https://pay.example.test/finish?id=1nah640mthlms\"}","b":"null"},` +
			`{"path":"Status","change":"changed","a":"\"PENDING\"","b":"\"CANCELED\""}]}`},
		{"POST", "/compare", `{"a":"DEMO-5","b":"DEMO-6"}`, 200, `{"same":true,"request":[],"a":{"id":"DEMO-5","protocol":"soap","operation":"login","method":"POST","uri":"/soap/6.0"},` +
			`"b":{"id":"DEMO-6","protocol":"soap","operation":"login","method":"POST","uri":"/soap/6.0"},"status":{"a":200,"b":200},"code":{"a":"","b":""},"header":[],"body":[]}`},
		{"POST", "/compare", `{"a":"DEMO-1"}`, 400, `{"error":"a and b are required: the ids of two calls","hint":"send {\"a\": \"DEMO-1\", \"b\": \"DEMO-2\"}"}`},
		{"POST", "/compare", `{"a":"DEMO-1","b":"DEMO-99"}`, 404, `{"error":"call DEMO-99 has not come yet","hint":"the last call is DEMO-6"}`},
	})
	refused, err := s.Control().Compare(t.Context(), "DEMO-1", "DEMO-4")
	if err != nil || refused.Same || refused.Status != (client.ValuePair[int]{A: 200, B: 404}) || refused.Code.B != "ORDER_NOT_FOUND" || len(refused.Header) == 0 {
		t.Errorf("got %+v, %v", refused, err)
	}
	protocols, err := s.Control().Compare(t.Context(), "DEMO-1", "DEMO-5")
	if err != nil || len(protocols.Notes) != 1 || protocols.Notes[0] != "one body is JSON and the other is XML, so their fields are not compared" {
		t.Errorf("got %+v, %v", protocols, err)
	}
}

// TestCompareCutBodies compares answers kept in part by the journal.
func TestCompareCutBodies(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=200")
	s.Get("/orders/?Limit=200")
	found, err := s.Control().Compare(t.Context(), "DEMO-1", "DEMO-2")
	if err != nil || found.Same || len(found.Body) != 0 || len(found.Notes) != 2 || !strings.HasPrefix(found.Notes[0], "the journal keeps 65536 of the ") {
		t.Errorf("got %+v, %v", found, err)
	}
}

// TestAlteredAnswer shows how a scenario changed an answer, in the call alone and not in
// lists.
func TestAlteredAnswer(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, fewOrders)
	shop := s.Control().Account(s.Code())
	_, err := shop.PutOwnScenario(t.Context(), "other-limit", "rules: [{on: search-orders, change: [{at: $.Pagination.Limit, set: 77}]}]")
	must(t, err)
	s.Get("/orders/?Limit=1")
	_, text := visit(t, s, "GET", "/requests/DEMO-1", "")
	want := `"header":[],"body":[{"path":"Pagination.Limit","change":"changed","a":"1","b":"77"}]`
	if !strings.Contains(text, `"altered":{"same":false,`) || !strings.Contains(text, want) {
		t.Errorf("got %s\nwant %s", text, want)
	}
	if _, list := visit(t, s, "GET", "/accounts/DEMO/requests", ""); strings.Contains(list, `"altered"`) {
		t.Errorf("a list compares answers: %s", list)
	}
}
