package verify

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// watched returns an expectation, and a channel that receives the body of each
// recorded envelope when a condition first reads it.
func watched(t *testing.T, e client.Expectation) (x *expectation, read chan string) {
	t.Helper()
	read = make(chan string, 10)
	e.Operation, e.Where = string(catalog.Login), `xpath("/") == "meant"`
	v := Verifier{XPath: func(envelope []byte, _, _ string, _ func(int) error) (string, error) {
		read <- string(envelope)
		return string(envelope), nil
	}}
	x, err := v.expectation(e)
	if err != nil {
		t.Fatal(err)
	}
	return x, read
}

// moment is when the calls of these tests are made.
var moment = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// enter adds a SOAP call to a ring.
func enter(j *journal.Journal, ring *journal.Ring, body string) {
	rec := j.Begin(httptest.NewRequest(http.MethodPost, "/", http.NoBody), moment)
	rec.Operation, rec.Protocol, rec.AccountTime = string(catalog.Login), client.SOAP, moment
	rec.RequestBody([]byte(body))
	ring.NextID(rec)
	rec.Close(moment)
}

// TestWait makes a call that does not match, and the others only after the
// verification read it, so that it must wait for them.
func TestWait(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name     string
		expected client.Expectation
		then     []string // bodies of the calls made while it waits
		over     bool     // whether the time has to run out after them
		verified bool
	}{
		{"at least", client.Expectation{AtLeast: new(2)}, []string{"meant", "other", "meant"}, false, true},
		{"at least, too few", client.Expectation{AtLeast: new(2)}, []string{"meant"}, true, false},
		{"exactly", client.Expectation{Count: new(1)}, []string{"meant"}, false, true},
		{"exactly, too few", client.Expectation{Count: new(2)}, []string{"meant"}, true, false},
		{"exactly none", client.Expectation{Count: new(0)}, []string{"other"}, true, true},
		{"exactly none, one", client.Expectation{Count: new(0)}, []string{"meant"}, false, false},
		{"at most", client.Expectation{AtMost: new(1)}, []string{"meant"}, true, true},
		{"at most, too many", client.Expectation{AtMost: new(1)}, []string{"meant", "meant"}, false, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := journal.New(journal.Defaults())
			ring := j.Ring("A")
			x, read := watched(t, c.expected)
			ctx, over := context.WithCancel(t.Context())
			defer over()
			done := make(chan error, 1)
			enter(j, ring, "other")
			go func() { done <- x.wait(t.Context(), ctx, ring) }()
			await := func() {
				select {
				case <-read:
				case err := <-done:
					t.Fatalf("it did not wait: %v", err)
				}
			}
			await()
			for _, body := range c.then {
				enter(j, ring, body)
				await()
			}
			if c.over {
				over()
			}
			if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if verified, _ := x.judge(); verified != c.verified {
				t.Errorf("got %t with %d, want %t", verified, x.count, c.verified)
			}
		})
	}
}

func TestWaitEndsWithTheAccount(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	ring := j.Ring("A")
	x, read := watched(t, client.Expectation{AtLeast: new(1)})
	enter(j, ring, "other")
	done := make(chan error, 1)
	go func() { done <- x.wait(t.Context(), t.Context(), ring) }()
	<-read
	j.Drop("A")
	if err := <-done; !errors.Is(err, journal.ErrRemoved) {
		t.Errorf("got %v, want %v", err, journal.ErrRemoved)
	}
}

// TestSlowCondition verifies that all evaluations together have a limit, besides
// the wait.
func TestSlowCondition(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j := journal.New(journal.Defaults())
		ring := j.Ring("A")
		for range 100 {
			enter(j, ring, "other")
		}
		v := Verifier{XPath: func([]byte, string, string, func(int) error) (string, error) {
			time.Sleep(time.Second) // of the bubble
			return "", nil
		}}
		began := time.Now()
		_, err := v.Verify(t.Context(), ring, client.Expectation{
			Operation: string(catalog.Login), Where: `xpath("/") == "meant"`, AtMost: new(1), Within: 5 * time.Second,
		})
		want := &Invalid{"where takes too long: the verification did not end in 15s", "write a simpler one, or clear the journal before the test"}
		if got := (*Invalid)(nil); !errors.As(err, &got) || *got != *want {
			t.Errorf("got %v, want %v", err, want)
		}
		if took := time.Since(began); took > 17*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// TestVerifyEndsWithTheContext ends the context while a condition is evaluated.
func TestVerifyEndsWithTheContext(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	ring := j.Ring("A")
	enter(j, ring, "other")
	enter(j, ring, "other")
	ctx, stop := context.WithCancel(t.Context())
	evaluations := 0
	v := Verifier{XPath: func(_ []byte, _, _ string, spend func(int) error) (string, error) {
		evaluations++
		stop()
		for {
			if err := spend(1); err != nil {
				return "", err
			}
		}
	}}
	_, err := v.Verify(ctx, ring, client.Expectation{
		Operation: string(catalog.Login), Where: `xpath("/") == "meant"`, AtMost: new(1), Within: longestWait,
	})
	if !errors.Is(err, context.Canceled) || evaluations != 1 {
		t.Errorf("got %v after %d evaluations, want %v after 1", err, evaluations, context.Canceled)
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
		if got := (&expectation{operation: op}).call(e).Path(c.name); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.operation, c.uri, got, c.want)
		}
	}
}

func TestInvalidExpectations(t *testing.T) {
	t.Parallel()
	cases := []struct {
		expected client.Expectation
		want     string
	}{
		{client.Expectation{}, `operation or q is required; such as "operation": "retrieve-order" or "q": "path:/orders/ status:2xx"`},
		{client.Expectation{Operation: "retrieve-ordr"}, `unknown operation "retrieve-ordr"; did you mean retrieve-order?`},
		{client.Expectation{Operation: "login"}, `one of count, at_least and at_most is required, got 0 of them; such as "at_least": 1`},
		{client.Expectation{Operation: "login", Count: new(-1)}, `the number of calls must be at least 0, got -1; 0 means none`},
		{client.Expectation{Operation: "login", Count: new(1), Within: 31 * time.Second}, `within must be from 0s to 30s, got 31s; ask again when the time is over`},
		{client.Expectation{Operation: "login", Count: new(1), Within: -1}, `within must be from 0s to 30s, got -1ns; ask again when the time is over`},
	}
	for _, c := range cases {
		_, err := Verifier{}.Verify(t.Context(), journal.New(journal.Defaults()).Ring("A"), c.expected)
		if err == nil || err.Error() != c.want {
			t.Errorf("%+v: got %v, want %s", c.expected, err, c.want)
		}
	}
}
