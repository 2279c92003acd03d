package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// seen is a call as the conditions of scenarios see it.
type seen struct{ *call }

// Operation returns the operation that is called.
func (s seen) Operation() catalog.OperationID { return s.call.Operation.ID }

// Query returns the first value of a query name.
func (s seen) Query(name string) string { return s.query().values.Get(name) }

// Path returns a parameter of the path.
func (s seen) Path(name string) string { return s.path.ByName(name) }

// Header returns the first value of a request header.
func (s seen) Header(name string) string { return gate.RequestHeader(s.request, name) }

// Body returns the JSON body, nil when there is none or it cannot be read. A
// condition may look at it again and again, so it is decoded once.
func (s seen) Body() any {
	if !s.hasBody() {
		return nil
	}
	text, err := s.bytes()
	if err != nil {
		return nil
	}
	if !s.content.decoded {
		s.content.decoded = true
		if json.Unmarshal(text, &s.content.value) != nil {
			s.content.value = nil
		}
	}
	return s.content.value
}

// XPath returns nothing: there is no XML on this wire.
func (s seen) XPath(string) (string, error) { return "", nil }

// Now returns the moment of the call on the account's clock.
func (s seen) Now() time.Time { return s.Terms.Now }

// asked returns the scenarios that the call asks for: by the header, then by
// values that read sandbox:NAME in its path, query and body, as they are sent.
func (c *call) asked() []string {
	var names []string
	for _, value := range c.request.Header[scenario.HeaderName] {
		names = append(names, scenario.FromHeader(value)...)
	}
	for _, p := range c.path {
		names = appendReserved(names, p.Value)
	}
	if strings.Contains(c.request.URL.RawQuery, "sandbox") {
		for pair := range strings.SplitSeq(c.request.URL.RawQuery, "&") {
			_, value, _ := strings.Cut(pair, "=")
			if value, err := url.QueryUnescape(value); err == nil {
				names = appendReserved(names, value)
			}
		}
	}
	if c.hasBody() {
		if text, err := c.bytes(); err == nil && bytes.Contains(text, []byte(`"sandbox:`)) {
			names = append(names, reservedIn(text)...)
		}
	}
	return names
}

func appendReserved(names []string, value string) []string {
	if name, ok := scenario.FromValue(value); ok {
		return append(names, name)
	}
	return names
}

// reservedIn looks through every string of a JSON body, at any depth. A body
// that is none is left to be refused as that.
func reservedIn(body []byte) []string {
	var names []string
	d := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			return nil
		}
		within, count := d.StackIndex(d.StackDepth())
		isName := within == '{' && count%2 == 1
		if token.Kind() == '"' && !isName {
			names = appendReserved(names, token.String())
		}
	}
}

// hasBody reports whether the operation reads a body. One that is sent along
// with any other operation is not looked at.
func (c *call) hasBody() bool {
	return c.Operation.Method == http.MethodPost || c.Operation.Method == http.MethodPut
}
