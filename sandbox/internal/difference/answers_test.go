package difference_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
)

// TestComparisonOfDroppedBodies does not take dropped bodies for equal ones, and compares
// headers by their names.
func TestComparisonOfDroppedBodies(t *testing.T) {
	t.Parallel()
	entry := func(id string, body string, header ...client.Field) client.Entry {
		return client.Entry{ID: id, Response: client.Response{Status: 200, Body: client.Bytes(body), BodySize: 10, Truncated: len(body) < 10, Header: header}}
	}
	a := entry("DEMO-1", "", client.Field{Name: "Vary", Value: "a"}, client.Field{Name: "vary", Value: "b"}, client.Field{Name: "Date", Value: "1"})
	b := entry("DEMO-2", "", client.Field{Name: "Date", Value: "2"}, client.Field{Name: "Vary", Value: "a"}, client.Field{Name: "X-New", Value: ""})
	want := client.Comparison{
		Request: []client.BodyDifference{}, A: difference.Summary(a), B: difference.Summary(b), Status: client.ValuePair[int]{A: 200, B: 200}, Body: []client.BodyDifference{},
		Header: []client.HeaderDifference{{Name: "Vary", A: new("a, b"), B: new("a")}, {Name: "X-New", B: new("")}},
		Notes:  []string{"the journal does not keep the body of DEMO-1 and DEMO-2 any more, so the bodies are not compared"},
	}
	if got := difference.Calls(a, b); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	same := difference.Calls(entry("DEMO-3", "0123456789"), entry("DEMO-4", "0123456789"))
	if !same.Same || same.Notes != nil {
		t.Errorf("got %+v, want no difference", same)
	}
	if half := difference.Calls(entry("DEMO-3", "0123456789"), entry("DEMO-4", "01234")); half.Same || len(half.Body) != 0 || len(half.Notes) != 1 {
		t.Errorf("got %+v, want a note that a part is not compared", half)
	}
}

// TestComparisonOfRequests finds how two requests differ: in their parts, and not in the order of
// parameters, nor in what differs between any two.
func TestComparisonOfRequests(t *testing.T) {
	t.Parallel()
	entry := func(method, uri, body string, header ...client.Field) client.Entry {
		return client.Entry{Request: client.Request{Method: method, URI: uri, Body: client.Bytes(body), Header: header}}
	}
	for _, test := range []struct {
		name string
		a, b client.Entry
		want []client.BodyDifference
	}{
		{"equal but for what always differs", entry("GET", "/orders/?a=1&b=2", "", client.Field{Name: "Traceparent", Value: "1"}, client.Field{Name: "Content-Length", Value: "1"}),
			entry("GET", "/orders/?b=2&a=1", "", client.Field{Name: "date", Value: "now"}), []client.BodyDifference{}},
		{"every part", entry("GET", "/orders/?Limit=1&Status=A&Status=B&Old=", `{"Items":[{"Code":"A","Quantity":1}]}`, client.Field{Name: "Accept", Value: "application/json"}),
			entry("PUT", "/orders?Limit=0&Status=A&New=1", `{"Items":[{"Code":"A","Quantity":2}]}`, client.Field{Name: "X-More", Value: "1"}), []client.BodyDifference{
				{Path: "method", Change: client.Changed, A: new("GET"), B: new("PUT")}, {Path: "path", Change: client.Changed, A: new("/orders/"), B: new("/orders")},
				{Path: "query Limit", Change: client.Changed, A: new("1"), B: new("0")}, {Path: "query New", Change: client.Added, B: new("1")},
				{Path: "query Old", Change: client.Removed, A: new("")}, {Path: "query Status", Change: client.Changed, A: new("A, B"), B: new("A")},
				{Path: "body Items[Code=A].Quantity", Change: client.Changed, A: new("1"), B: new("2")},
				{Path: "header Accept", Change: client.Removed, A: new("application/json")}, {Path: "header X-More", Change: client.Added, B: new("1")},
			}},
		{"a whole body", entry("POST", "/x?%zz", ""), entry("POST", "/x?%zz", "text"), []client.BodyDifference{{Path: "body", Change: client.Added, B: new("text")}}},
	} {
		if got := difference.Calls(test.a, test.b).Request; !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v\nwant %+v", test.name, got, test.want)
		}
	}
	long := difference.Calls(entry("GET", "/", ""), entry("GET", "/?"+manyParameters(300), ""))
	if len(long.Request) != 200 {
		t.Errorf("got %d differences, want 200", len(long.Request))
	}
}

// manyParameters returns a query of so many parameters.
func manyParameters(n int) string {
	var query strings.Builder
	for i := range n {
		fmt.Fprintf(&query, "p%d=1&", i)
	}
	return query.String()
}

// TestComparisonOfHeads finds the differences of two heads: status, code and headers by
// their names in any case, but not the parts that differ between any two answers.
func TestComparisonOfHeads(t *testing.T) {
	t.Parallel()
	answer := func(status int, code string, header ...client.Field) client.Entry {
		return client.Entry{Response: client.Response{Status: status, Code: code, Header: header}}
	}
	typed := client.Field{Name: "Content-Type", Value: "application/json"}
	for _, test := range []struct {
		name string
		a, b client.Entry
		same bool
		rows []client.HeaderDifference
	}{
		{"equal", answer(200, "", typed), answer(200, "", typed), true, []client.HeaderDifference{}},
		{"another case of a name", answer(200, "", typed), answer(200, "", client.Field{Name: "content-type", Value: typed.Value}), true, []client.HeaderDifference{}},
		{"another case of a value", answer(200, "", typed), answer(200, "", client.Field{Name: "Content-Type", Value: "Application/JSON"}), false,
			[]client.HeaderDifference{{Name: "Content-Type", A: new("application/json"), B: new("Application/JSON")}}},
		{"the moment, the length and the call", answer(200, "", client.Field{Name: "date", Value: "1"}, client.Field{Name: "Content-Length", Value: "1"}, client.Field{Name: "X-Sandbox-Request", Value: "A-1"}),
			answer(200, "", client.Field{Name: "X-Sandbox-Request", Value: "A-2"}), true, []client.HeaderDifference{}},
		{"another status", answer(200, ""), answer(201, ""), false, []client.HeaderDifference{}},
		{"another code", answer(400, "A"), answer(400, "B"), false, []client.HeaderDifference{}},
		{"an empty value and none", answer(200, "", client.Field{Name: "Vary"}), answer(200, ""), false, []client.HeaderDifference{{Name: "Vary", A: new("")}}},
		{"sorted by name", answer(200, "", client.Field{Name: "b", Value: "1"}, client.Field{Name: "C", Value: "1"}), answer(200, "", client.Field{Name: "A", Value: "1"}), false,
			[]client.HeaderDifference{{Name: "A", B: new("1")}, {Name: "b", A: new("1")}, {Name: "C", A: new("1")}}},
	} {
		got := difference.Calls(test.a, test.b)
		if got.Same != test.same || !reflect.DeepEqual(got.Header, test.rows) {
			t.Errorf("%s: got %t, %+v; want %t, %+v", test.name, got.Same, got.Header, test.same, test.rows)
		}
	}
}
