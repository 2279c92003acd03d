package calls

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Call is a recorded call as queries and conditions see it: conditions see the same as a
// scenario saw when the call was made, and how it ended. It belongs to one goroutine.
type Call struct {
	entry *client.Entry
	xpath XPathFunc

	operation *catalog.Operation // nil until it is needed
	address   *url.URL           // nil until it is needed

	decoded    bool  // whether answer is set
	answer     any   // the decoded answer
	answerErr  error // the reason if it cannot be decoded
	unreadable error // see TakeUnreadable
}

// XPathFunc evaluates an expression over an envelope of a content type. It
// returns "" when the expression selects nothing. It calls spend with the number
// of visited nodes. The error comes from spend or describes a wrong expression.
type XPathFunc func(envelope []byte, contentType, expression string, spend func(nodes int) error) (string, error)

// Of returns the call of an entry. Only conditions need a function for XPath.
func Of(e *client.Entry, xpath XPathFunc) *Call { return &Call{entry: e, xpath: xpath} }

// target returns the called operation: without one only the protocol is set.
func (c *Call) target() *catalog.Operation {
	if c.operation == nil {
		op, known := operationsByID[catalog.OperationID(c.entry.Operation)]
		if !known {
			op = &catalog.Operation{Protocol: catalog.Protocol(c.entry.Protocol)}
		}
		c.operation = op
	}
	return c.operation
}

// Address returns the address of the request, an empty one if it cannot be read.
func (c *Call) Address() *url.URL {
	if c.address == nil {
		var err error
		if c.address, err = url.ParseRequestURI(c.entry.Request.URI); err != nil {
			c.address = &url.URL{}
		}
	}
	return c.address
}

// RecordName returns the first name in the call for its record, "" for none.
func (c *Call) RecordName() (name string) {
	_, names := c.target().NamedRecord()
	for _, by := range names {
		switch by.In {
		case catalog.InPath:
			name = c.Path(by.Parameter)
		case catalog.InQuery:
			name = c.Query(by.Parameter)
		case catalog.InEnvelope:
			if found := subscription.FindSubmatch(c.entry.Request.Body); found != nil {
				name = string(found[1])
			}
		}
		if name != "" {
			return name
		}
	}
	return ""
}

// subscription finds the first subscription of an envelope.
var subscription = regexp.MustCompile(`<(?:\w+:)?` + catalog.NamesSubscription + `[^>]*>([^<]+)<`)

// time returns when the call arrived on the account's clock, or on the machine's
// without an account.
func (c *Call) time() time.Time {
	if c.entry.AccountTime.IsZero() {
		return c.entry.WallTime
	}
	return c.entry.AccountTime
}

func (c *Call) changedKinds() []string {
	var kinds []string
	for _, change := range c.entry.Changes {
		kinds = append(kinds, change.Kind)
	}
	return kinds
}

// paths returns the spellings of the path: whole, and below the base of REST, as
// it arrived and without percent-encoding.
func (c *Call) paths() []string {
	text, _, _ := strings.Cut(c.entry.Request.URI, "?")
	path := cmp.Or(c.Address().RawPath, c.Address().EscapedPath(), text) // as it is written
	paths := append(make([]string, 0, 2), path)
	if below, ok := belowREST(path); ok {
		paths = append(paths, below)
	}
	if !strings.Contains(path, "%") {
		return paths
	}
	for _, path := range paths {
		if decoded, err := url.PathUnescape(path); err == nil {
			paths = append(paths, decoded)
		}
	}
	return paths
}

// belowREST returns a path without rest and the version (section 9).
func belowREST(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, "/rest/")
	if !ok {
		return "", false
	}
	at := strings.IndexByte(rest, '/')
	if at < 0 {
		return "", false
	}
	return rest[at:], true
}

// recordIDs returns the records changed by the call or named in its path, as kind/id.
func (c *Call) recordIDs() []string {
	var records []string
	for _, change := range c.entry.Changes {
		records = append(records, change.Kind+"/"+change.ID)
	}
	kind, names := c.target().NamedRecord()
	for _, by := range names {
		if by.In != catalog.InPath {
			continue
		}
		if id := c.Path(by.Parameter); id != "" {
			records = append(records, string(kind)+"/"+id)
		}
	}
	return records
}

// header returns the values of a request header, and after them those of the response
// header of the same name.
func (c *Call) header(name string) []string {
	var values []string
	for _, header := range [...]client.Header{c.entry.Request.Header, c.entry.Response.Header} {
		for _, f := range header {
			if strings.EqualFold(f.Name, name) {
				values = append(values, f.Value)
			}
		}
	}
	return values
}

// search gives the address, the explanation and the bodies to contains, until it
// accepts one.
func (c *Call) search(contains func([]byte) bool) bool {
	e := c.entry
	return contains([]byte(e.Request.URI)) || contains([]byte(e.Why)) || contains(e.Request.Body) || contains(e.Response.Body)
}
