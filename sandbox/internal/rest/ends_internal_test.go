package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// callOf returns a call of a request.
func callOf(r *http.Request) gate.Call { return gate.Call{Input: gate.Input{Request: r}} }

// TestScenariosInABody verifies which strings of a JSON body name scenarios: values at any
// depth, and no names of members.
func TestScenariosInABody(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		`"sandbox:a"`: {"a"}, `["sandbox:a",{"x":"sandbox:b","y":["sandbox:c"]}]`: {"a", "b", "c"},
		`{"sandbox:a":1}`: nil, `{"sandbox:a":"sandbox:b"}`: {"b"}, `{"x":"sandbox:a",`: nil, `{"x":"sandbox:a"} x`: nil,
		`{"x":"Sandbox:a","y":" sandbox:b","z":true}`: nil, `{"x":{"sandbox:a":{"y":"sandbox:c"}}}`: {"c"}, ``: nil,
	} {
		if got := reservedIn([]byte(body)); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

// TestScenariosInAQuery verifies which values of a path and a query name scenarios, and
// that a list has several.
func TestScenariosInAQuery(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"Name=sandbox:a&Name=sandbox%3Ab": {"a", "b"}, "CampaignCodes=sandbox:a,+sandbox:b": {"a", "b"}, "CampaignCodes[]=x,sandbox:b": {"b"},
		"Name=sandbox:a,sandbox:b": {"a,sandbox:b"}, "sandbox:a=1": nil, "Name=%zzsandbox:a&Name=sandbox:b": {"b"}, "sandbox": nil,
	} {
		c := &call{Call: callOf(httptest.NewRequest(http.MethodGet, "/upsell?"+query, nil)), route: &route{names: names{lists: []string{"CampaignCodes"}}}}
		c.Operation, _ = catalog.Find(catalog.SearchUpsell)
		if got := c.appendValues(nil); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
}

// TestScenariosInAPath verifies that a parameter of the path names a scenario.
func TestScenariosInAPath(t *testing.T) {
	t.Parallel()
	for reference, want := range map[string][]string{"sandbox:a": {"a"}, "xsandbox:a": nil, "1": nil} {
		c := &call{Call: callOf(httptest.NewRequest(http.MethodGet, "/orders/"+reference+"/", nil)), path: gin.Params{{Key: "OrderReference", Value: reference}}, route: &route{}}
		c.Operation, _ = catalog.Find(catalog.RetrieveOrder)
		if got := c.appendValues(nil); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", reference, got, want)
		}
	}
}

// TestOtherCredentials verifies what the entry says of a second credential header.
func TestOtherCredentials(t *testing.T) {
	t.Parallel()
	const first, second = "X-Service-Authentication", "X-Avangate-Authentication"
	for want, header := range map[string]http.Header{
		"[]": {first: {"a"}}, "[] ": {first: {"a", "a"}, second: {" ", "a"}}, "[] of another header": {second: {"a"}},
		"[X-Service-Authentication was sent twice with different values; the first counts]":                             {first: {"a", "b"}},
		"[ignored X-Avangate-Authentication, because X-Service-Authentication has other credentials and comes first]":   {first: {"a"}, second: {"b"}},
		"[ignored X-Avangate-Authentication, because X-Service-Authentication has other credentials and comes first] 2": {first: {"a", "a"}, second: {"a", "b"}},
	} {
		g := &gate.Gate{CredentialHeaders: []string{first, second}, Journal: journal.New(journal.Defaults())}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header = header
		c := &call{Call: callOf(r), handler: &Handler{Gate: g}}
		c.Recorder, c.Credential = g.Journal.Begin(r, time.Time{}), g.CredentialIn(header)
		c.noteOtherCredentials()
		if got := fmt.Sprint(c.Recorder.Notes); !strings.HasPrefix(want, got) {
			t.Errorf("%v: got %s, want %s", header, got, want)
		}
	}
}

// TestConditionsReadThePath verifies what a condition reads of a path.
func TestConditionsReadThePath(t *testing.T) {
	t.Parallel()
	retrieve, _ := catalog.Find(catalog.RetrieveOrder)
	for _, test := range []struct {
		operation *catalog.Operation
		name      string
		want      string
	}{{catalog.Outside(), catalog.WholePath, "/products/7"}, {catalog.Outside(), "x", ""}, {retrieve, catalog.WholePath, ""}} {
		c := &call{Call: callOf(httptest.NewRequest(http.MethodGet, Base+"/products/7/", nil))}
		c.Operation = test.operation
		if got := (scenarioCall{c}).Path(test.name); got != test.want {
			t.Errorf("%s %q: got %q, want %q", test.operation.ID, test.name, got, test.want)
		}
	}
}

// TestBaseAddressTwice explains a path with the base address of a client before the one of
// its library.
func TestBaseAddressTwice(t *testing.T) {
	t.Parallel()
	for path, says := range map[string]string{
		Base + Base + "/orders/":   "; the base address " + Base + " is there twice",
		Base + Base:                "a scenario can answer it",
		Base + "/products/7/":      "a scenario can answer it",
		Base + Base + "x/products": "a scenario can answer it",
	} {
		_, err := notPart(&call{Call: callOf(httptest.NewRequest(http.MethodGet, path, nil))})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v, want %s", path, err, says)
		}
	}
}

// TestAnswersWithoutACall verifies the answers to a call whose handler panicked, and to a
// request that no handler sees.
func TestAnswersWithoutACall(t *testing.T) {
	t.Parallel()
	contentType, body := PanicAnswer("none-1")
	got := fmt.Sprintf("%s %s", contentType, body)
	for _, status := range []string{"400 Bad Request", "431 Request Header Fields Too Large", "4310"} {
		contentType, body, code := RejectionAnswer(status, "why")
		got += fmt.Sprintf("\n%s %s %s", contentType, body, code)
	}
	const want = `application/json {"error_code":"INTERNAL_ERROR","message":"The sandbox failed; its log gives the reason under none-1"}
application/json {"error_code":"INVALID_PARAMETER","message":"The request cannot be read: why"} INVALID_PARAMETER
application/json {"error_code":"REQUEST_TOO_LARGE","message":"The request cannot be read: why"} REQUEST_TOO_LARGE
application/json {"error_code":"INVALID_PARAMETER","message":"The request cannot be read: why"} INVALID_PARAMETER`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestOrdersThatCannotBeReshaped verifies that the first error stays, and that other orders
// are shown in the shape of the answers.
func TestOrdersThatCannotBeReshaped(t *testing.T) {
	t.Parallel()
	var body bytes.Buffer
	o := orders{body: &body, running: true}
	o.show([]byte(`{"GrossPrice":1.50}`))
	o.show([]byte(`{"GrossPrice":2.25}`))
	if got, want := body.String(), `{"GrossPrice":1.50},{"GrossPrice":3.75}`; got != want || o.err != nil {
		t.Errorf("got %s (%v), want %s", got, o.err, want)
	}
	o.show([]byte(`{`))
	first := o.err
	o.show([]byte(`[`))
	if first == nil || o.err != first {
		t.Errorf("got %v after %v", o.err, first)
	}
}

// TestBrokenBody verifies the problem of a body that breaks off, of which conditions read nothing.
func TestBrokenBody(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, "/", io.MultiReader(strings.NewReader("[1]"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	c := &call{Call: callOf(r)}
	c.Operation, _ = catalog.Find(catalog.CreateUpsell)
	c.Recorder = journal.New(journal.Defaults()).Begin(r, time.Time{})
	if got := (scenarioCall{c}).Body(); got != nil {
		t.Errorf("a condition reads %v", got)
	}
	var got *commerce.Problem
	if _, err := c.bytes(); !errors.As(err, &got) || got.Code != catalog.InvalidRequestBody || got.Message != "The body broke off: unexpected EOF" || got.Given != "3 bytes" {
		t.Errorf("got %v", err)
	}
}

// TestPagesThatCannotBeReshaped verifies that a page fails with the error of its list, and
// otherwise with that of an order.
func TestPagesThatCannotBeReshaped(t *testing.T) {
	t.Parallel()
	other := errors.New("other")
	for _, test := range []struct {
		stored string
		listed error
		fails  bool
	}{{`{"GrossPrice":1}`, nil, false}, {`{`, nil, true}, {`{"GrossPrice":1}`, other, true}, {`{`, other, true}} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		c := &call{Call: callOf(r), handler: &Handler{}, route: &route{}}
		c.Recorder = journal.New(journal.Defaults()).Begin(r, time.Time{})
		settings, err := (&account.Settings{}).With(nil, map[catalog.QuestionID]string{catalog.PageTotals: "running"})
		if err != nil {
			t.Fatal(err)
		}
		c.Settings = settings
		_, err = c.orderPage(commerce.FirstPage(), func(show func([]byte)) (commerce.Listed, error) {
			show([]byte(test.stored))
			return commerce.Listed{}, test.listed
		})
		if (err != nil) != test.fails || test.listed != nil && !errors.Is(err, test.listed) {
			t.Errorf("%s, %v: got %v", test.stored, test.listed, err)
		}
	}
}
