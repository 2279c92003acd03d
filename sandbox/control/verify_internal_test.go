package control

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

// watched is a verification whose looks at recorded envelopes can be waited
// for: each look at a new one puts its body into the channel.
func watched(t *testing.T, e expectation) (v *verifier, looked chan string) {
	t.Helper()
	looked = make(chan string, 10)
	e.Operation, e.Where = string(catalog.Login), `xpath("/") == "meant"`
	v, _, err := e.verifier(func(envelope []byte, _, _ string) (string, error) {
		looked <- string(envelope)
		return string(envelope), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, looked
}

// TestWait lets a verification look at a call that it did not mean, and only
// then makes others, so that it must have waited for those.
func TestWait(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name     string
		expected expectation
		then     []string // bodies of the calls made while it waits
		over     bool     // whether the time has to run out after them
		met      bool
	}{
		{"at least", expectation{AtLeast: new(2)}, []string{"meant", "other", "meant"}, false, true},
		{"at least, too few", expectation{AtLeast: new(2)}, []string{"meant"}, true, false},
		{"exactly", expectation{Count: new(1)}, []string{"meant"}, false, true},
		{"exactly, too few", expectation{Count: new(2)}, []string{"meant"}, true, false},
		{"exactly none", expectation{Count: new(0)}, []string{"other"}, true, true},
		{"exactly none, one", expectation{Count: new(0)}, []string{"meant"}, false, false},
		{"at most", expectation{AtMost: new(1)}, []string{"meant"}, true, true},
		{"at most, too many", expectation{AtMost: new(1)}, []string{"meant", "meant"}, false, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := journal.New(journal.Defaults())
			ring := j.Ring("A")
			v, looked := watched(t, c.expected)
			ctx, over := context.WithCancel(t.Context())
			defer over()
			done := make(chan error, 1)
			enter(j, ring, v.Operation, client.SOAP, "/", "other")
			go func() { done <- v.wait(ctx, ring) }()
			await := func() {
				select {
				case <-looked:
				case err := <-done:
					t.Fatalf("it did not wait: %v", err)
				}
			}
			await()
			for _, body := range c.then {
				enter(j, ring, v.Operation, client.SOAP, "/", body)
				await()
			}
			if c.over {
				over()
			}
			if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if met, _ := v.judge(); met != c.met {
				t.Errorf("got %t with %d, want %t", met, v.count, c.met)
			}
		})
	}
}

func TestWaitEndsWithTheAccount(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	ring := j.Ring("A")
	v, looked := watched(t, expectation{AtLeast: new(1)})
	enter(j, ring, v.Operation, client.SOAP, "/", "other")
	done := make(chan error, 1)
	go func() { done <- v.wait(t.Context(), ring) }()
	<-looked
	j.Drop("A")
	if err := <-done; !errors.Is(err, journal.ErrRemoved) {
		t.Errorf("got %v, want %v", err, journal.ErrRemoved)
	}
}

func TestConjuncts(t *testing.T) {
	t.Parallel()
	cases := []struct {
		text string
		want []string
	}{
		{`a == "1"`, []string{`a == "1"`}},
		{`a == "1" and b == "2"&&c`, []string{`a == "1"`, `b == "2"`, `c`}},
		{`a == "x and y" && b == 'it\'s && so' and c == ` + "`and \\`", []string{`a == "x and y"`, `b == 'it\'s && so'`, "c == `and \\`"}},
		{`(a and b) and any(body.X, # == 1 and true) and {"and": 1}.and == 1`,
			[]string{`(a and b)`, `any(body.X, # == 1 and true)`, `{"and": 1}.and == 1`}},
		{`a and b or c`, []string{`a and b or c`}},
		{`a and b || c`, []string{`a and b || c`}},
		{`a ? b and c : d`, []string{`a ? b and c : d`}},
		{`let x = a; x and b`, []string{`let x = a; x and b`}},
		{`a and b // and c`, []string{`a and b // and c`}},
		{`brand == "x" and order`, []string{`brand == "x"`, `order`}},
		{`not a and b`, []string{`not a`, `b`}},
		{`"open`, []string{`"open`}},
		{``, []string{``}},
	}
	for _, c := range cases {
		if got := conjuncts(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestRecordedPath(t *testing.T) {
	t.Parallel()
	cases := []struct {
		operation catalog.OperationID
		uri, name string
		want      string
	}{
		{catalog.RetrieveOrder, "/rest/6.0/orders/123/", "OrderReference", "123"},
		{catalog.RetrieveOrder, "/rest/6.0/orders//123//?x=/9", "OrderReference", "123"},
		{catalog.RetrieveOrder, "/rest/6.0/orders/a%20b", "OrderReference", "a b"},
		{catalog.RetrieveOrder, "/rest/6.0/orders//", "OrderReference", ""},
		{catalog.RetrieveOrder, "http://proxy/rest/6.0/orders/123/", "OrderReference", "123"},
		{catalog.RetrieveOrder, "/rest/6.0/orders/123/", "upsellCode", ""},
		{catalog.RetrieveOrder, "*", "OrderReference", ""},
		{catalog.UploadOrderForm, "/rest/6.0/orders/123/upload", "OrderReference", "123"},
		{catalog.UpdateUpsell, "/rest/6.0/upsell/u-1", "upsellCode", "u-1"},
		{catalog.Login, "/soap/6.0", "OrderReference", ""},
	}
	for _, c := range cases {
		op, _ := catalog.Find(c.operation)
		e := &client.Entry{Request: client.Request{URI: c.uri}}
		if got := newRecorded(e, op, nil).Path(c.name); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.operation, c.uri, got, c.want)
		}
	}
}

func TestWithinIsBounded(t *testing.T) {
	t.Parallel()
	cases := map[string]time.Duration{"": 0, "0s": 0, "1.5s": 1500 * time.Millisecond, "30s": 30 * time.Second}
	for text, want := range cases {
		if got, err := (expectation{Within: text}).within(); got != want || err != nil {
			t.Errorf("%q: got %s, %v, want %s", text, got, err, want)
		}
	}
}
