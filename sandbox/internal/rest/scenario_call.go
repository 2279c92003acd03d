package rest

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// scenarioCall is a call as scenario conditions read it.
type scenarioCall struct{ *call }

// Operation returns the called operation.
func (s scenarioCall) Operation() catalog.OperationID { return s.call.Operation.ID }

// Query returns the first value of a query name.
func (s scenarioCall) Query(name string) string { return s.query().values.Get(name) }

// Path returns a parameter of the path, or the whole path or the name of a call outside
// of the interface.
func (s scenarioCall) Path(name string) string {
	if part, outside := s.OutsidePath(name, s.stubName); outside {
		return part
	}
	return s.path.ByName(name)
}

// maxCommas is how many commas a body may have for conditions to read it, as many as fit
// into one of the usual size. Each decoded value takes about a hundred bytes.
const maxCommas = catalog.MaxJSONBody / 2

// Body returns the decoded JSON body, nil when there is none, it cannot be read or it has too many
// values. It decodes once, because several conditions may read it.
func (s scenarioCall) Body() any {
	if !s.hasBody() {
		return nil
	}
	text, err := s.bytes()
	if err != nil {
		return nil
	}
	if !s.content.decoded {
		s.content.decoded = true
		if bytes.Count(text, []byte(",")) <= maxCommas {
			s.content.value, _ = content.JSON(text) // nil when it cannot be read
		}
	}
	return s.content.value
}

// XPath returns "", because REST has no XML.
func (s scenarioCall) XPath(string, func(int) error) (string, error) { return "", nil }

// nameScenarios sets the scenarios named by the call for itself: in the header, then as
// values sandbox:NAME in its path, query and body, in the order of sending.
func (c *call) nameScenarios() {
	c.NameInHeader(c.Request.Header)
	c.nameInValues()
}

// nameInValues is nameScenarios without the header.
func (c *call) nameInValues() {
	c.NameInCredential(c.Request.Header)
	c.OneCall = c.appendValues(c.OneCall)
}

// appendValues adds the scenarios named by values of the call.
func (c *call) appendValues(names []string) []string {
	if strings.Contains(c.Request.URL.Path, scenario.ValuePrefix) {
		for _, parameter := range c.path {
			names = appendReserved(names, parameter.Value)
		}
	}
	if strings.Contains(c.Request.URL.RawQuery, "sandbox") {
		for pair := range strings.SplitSeq(c.Request.URL.RawQuery, "&") {
			name, value, _ := strings.Cut(pair, "=")
			value, err := url.QueryUnescape(value)
			if err != nil {
				continue
			}
			for _, one := range c.valuesOf(name, value) {
				names = appendReserved(names, one)
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

// valuesOf returns the values of a query name: several for a list joined by commas.
func (c *call) valuesOf(name, value string) []string {
	if name, err := url.QueryUnescape(name); err != nil || !slices.Contains(c.route.names.lists, base(name)) {
		return []string{value}
	}
	values := strings.Split(value, ",")
	for i := range values {
		values[i] = strings.TrimSpace(values[i])
	}
	return values
}

func appendReserved(names []string, value string) []string {
	if name, ok := scenario.FromValue(value); ok {
		return append(names, name)
	}
	return names
}

// reservedIn returns the scenarios named by strings of a JSON body, at any depth. It
// returns none for a body that is not JSON, because it fails later.
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

// hasBody reports whether the operation reads a body. Other operations ignore it.
func (c *call) hasBody() bool {
	return c.Request.Method == http.MethodPost || c.Request.Method == http.MethodPut
}
