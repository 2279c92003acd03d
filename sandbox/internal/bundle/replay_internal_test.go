package bundle

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
)

// TestCallsThatCannotBeRepeated verifies that a replay says why it leaves a call out.
func TestCallsThatCannotBeRepeated(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		call client.Entry
		want string
	}{
		{client.Entry{Protocol: client.REST}, ""},
		{client.Entry{Protocol: client.REST, Request: client.Request{Body: client.Bytes("{}"), BodySize: 2}}, ""},
		{client.Entry{Operation: client.ClockOperation}, "the clock changed the records, not a call"},
		{client.Entry{}, "what arrived was no request"},
		{client.Entry{Protocol: client.REST, Request: client.Request{BodySize: 9, Truncated: true}}, "the journal had no room for its body of 9 bytes"},
		{client.Entry{Protocol: client.REST, Request: client.Request{Body: client.Bytes("{}"), BodySize: 9, Truncated: true}}, "the journal kept only 2 of the 9 bytes of its body"},
	} {
		if got := cannotRepeat(Step{Call: &test.call}); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.call, got, test.want)
		}
	}
}

// TestRecordsThatDiffer verifies which records a repeated call left otherwise: those with
// another image, those that only one of the two changed, and none whose images are cut.
func TestRecordsThatDiffer(t *testing.T) {
	t.Parallel()
	recorded := func(id, after string, cut bool) Change {
		c := Change{Kind: "order", ID: id, Truncated: cut}
		if after != "" {
			c.After = client.Bytes(after)
		}
		return c
	}
	repeated := func(id, after string, cut bool) client.Change {
		c := client.Change{Kind: "order", ID: id, Truncated: cut}
		if after != "" {
			c.After = client.Record(after)
		}
		return c
	}
	for _, test := range []struct {
		name string
		a    []Change
		b    []client.Change
		want []string
	}{
		{"nothing changed", nil, nil, nil},
		{"the same", []Change{recorded("1", "x", false)}, []client.Change{repeated("1", "x", false)}, nil},
		{"in another order", []Change{recorded("1", "x", false), recorded("2", "y", false)}, []client.Change{repeated("2", "y", false), repeated("1", "x", false)}, nil},
		{"another image", []Change{recorded("1", "x", false)}, []client.Change{repeated("1", "y", false)}, []string{"order 1"}},
		{"deleted then", []Change{recorded("1", "", false)}, []client.Change{repeated("1", "y", false)}, []string{"order 1"}},
		{"deleted both times", []Change{recorded("1", "", false)}, []client.Change{repeated("1", "", false)}, nil},
		{"only then", []Change{recorded("1", "x", false)}, nil, []string{"order 1"}},
		{"only now", nil, []client.Change{repeated("2", "x", false), repeated("1", "x", false)}, []string{"order 1", "order 2"}},
		{"cut then", []Change{recorded("1", "x", true)}, []client.Change{repeated("1", "y", false)}, nil},
		{"cut now", []Change{recorded("1", "x", false)}, []client.Change{repeated("1", "y", true)}, nil},
	} {
		if got := changedOtherwise(test.a, test.b); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestSameKept verifies that answers of which a journal kept a part are the same as far
// as both are kept, and only when all else is.
func TestSameKept(t *testing.T) {
	t.Parallel()
	answer := func(status int, body string, size int64) client.Response {
		return client.Response{Status: status, Body: client.Bytes(body), BodySize: size, Truncated: int64(len(body)) < size}
	}
	for _, test := range []struct {
		name string
		a, b client.Response
		want bool
	}{
		{"one is cut", answer(200, "abc", 6), answer(200, "abcdef", 6), true},
		{"both are cut", answer(200, "abc", 6), answer(200, "abcd", 6), true},
		{"none is cut", answer(200, "abcdef", 6), answer(200, "abcdef", 6), false}, // which differ elsewhere
		{"another length", answer(200, "abc", 6), answer(200, "abcdefg", 7), false},
		{"another text", answer(200, "abc", 6), answer(200, "abxdef", 6), false},
		{"another status", answer(200, "abc", 6), answer(201, "abcdef", 6), false},
	} {
		found := difference.Answers(client.Entry{Response: test.a}, client.Entry{Response: test.b})
		if got := sameKept(found, test.a, test.b); got != test.want {
			t.Errorf("%s: got %t, want %t", test.name, got, test.want)
		}
	}
}

// TestStepsKeepTheirCall verifies that a call is as it was recorded after it was written
// into a bundle and read again.
func TestStepsKeepTheirCall(t *testing.T) {
	t.Parallel()
	call := client.Entry{ID: "DEMO-4", Number: 4, Account: "DEMO", Protocol: client.REST, Operation: "cancel-order",
		Request:  client.Request{Method: "DELETE", URI: "/rest/6.0/orders/1/", Proto: "HTTP/1.1", Header: client.Header{{Name: "Accept", Value: "application/json"}}},
		Response: client.Response{Status: 200, Body: client.Bytes("true"), BodySize: 4},
		Changes:  []client.Change{{Kind: "order", ID: "1", Before: client.Record(`{"a":1}`), After: client.Record(`{"a":2}`)}, {Kind: "order", ID: "2", After: client.Record("{}"), Truncated: true}},
	}
	recorded := call
	recorded.Explain, recorded.Curl = []client.Line{{}}, "curl"
	line, err := json.Marshal(callStep(recorded))
	if err != nil {
		t.Fatal(err)
	}
	read, err := readStep(line)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := read.Entry(); !ok || !reflect.DeepEqual(got, call) {
		t.Errorf("got %+v\nwant %+v", got, call)
	}
	if got := read.changes(); len(got) != 1 || got[0].ID != "1" || string(got[0].After) != `{"a":2}` {
		t.Errorf("got the stored changes %v, want that of order 1, whose images are whole", got)
	}
	read.Call.Discarded = true
	if got := read.stored(); got != nil {
		t.Errorf("got the changes %v of a call whose writes were discarded", got)
	}
	hand := Step{Hand: &account.Hand{Kind: client.EventLibrary}}
	if _, ok := hand.Entry(); ok || hand.name() != "the change of a "+string(client.EventLibrary)+" by hand" || read.name() != "call DEMO-4" {
		t.Errorf("got %q and %q", hand.name(), read.name())
	}
}

// TestLinesKeepTheirBytes verifies that a record with line breaks is one line of a bundle
// and comes back with all its bytes.
func TestLinesKeepTheirBytes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"a":1}`, "{\n \"a\": 1\r\n}", `{"a":"é\n"}`, `[]`, ``} {
		line, err := oneLine([]byte(text))
		if err != nil || slices.Contains(line, '\n') || slices.Contains(line, '\r') {
			t.Errorf("%q: got %q %v", text, line, err)
		}
		if back, err := wholeLine(line); err != nil || string(back) != text {
			t.Errorf("%q came back as %q %v", text, back, err)
		}
	}
	if _, err := wholeLine([]byte(`"open`)); err == nil {
		t.Error("got no error for a text that does not end")
	}
}
