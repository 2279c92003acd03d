package difference_test

import (
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
)

// TestComparisonOfDroppedBodies verifies that bodies that the journal has dropped
// are not taken for equal ones, and that headers are compared by their names.
func TestComparisonOfDroppedBodies(t *testing.T) {
	t.Parallel()
	entry := func(id string, body string, header ...client.Field) client.Entry {
		return client.Entry{ID: id, Response: client.Response{Status: 200, Body: client.Bytes(body), BodySize: 10, Truncated: len(body) < 10, Header: header}}
	}
	a := entry("DEMO-1", "", client.Field{Name: "Vary", Value: "a"}, client.Field{Name: "vary", Value: "b"}, client.Field{Name: "Date", Value: "1"})
	b := entry("DEMO-2", "", client.Field{Name: "Date", Value: "2"}, client.Field{Name: "Vary", Value: "a"}, client.Field{Name: "X-New", Value: ""})
	want := client.Comparison{
		A: difference.Summary(a), B: difference.Summary(b), Status: client.ValuePair[int]{A: 200, B: 200}, Body: []client.BodyDifference{},
		Header: []client.HeaderDifference{{Name: "Vary", A: new("a, b"), B: new("a")}, {Name: "X-New", B: new("")}},
		Notes:  []string{"the journal does not keep the body of DEMO-1 and DEMO-2 any more, so the bodies are not compared"},
	}
	if got := difference.Answers(a, b); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	same := difference.Answers(entry("DEMO-3", "0123456789"), entry("DEMO-4", "0123456789"))
	if !same.Same || same.Notes != nil {
		t.Errorf("got %+v, want no difference", same)
	}
	if half := difference.Answers(entry("DEMO-3", "0123456789"), entry("DEMO-4", "01234")); half.Same || len(half.Body) != 0 || len(half.Notes) != 1 {
		t.Errorf("got %+v, want a note that a part is not compared", half)
	}
}
