package calls

import (
	"net/url"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Call is a recorded call as queries see it.
type Call struct{ entry *client.Entry }

// Of returns the call of an entry.
func Of(e *client.Entry) *Call { return &Call{e} }

// time returns when the call arrived on the account's clock, or on the machine's
// without an account.
func (c *Call) time() time.Time {
	if c.entry.AccountTime.IsZero() {
		return c.entry.WallTime
	}
	return c.entry.AccountTime
}

func (c *Call) ms() (float64, bool) {
	return float64(c.entry.Duration) / float64(time.Millisecond), true
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
	path := pathOf(c.entry.Request.URI)
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

// pathOf returns the path of an address on a request line.
func pathOf(uri string) string {
	uri, _, _ = strings.Cut(uri, "?")
	if scheme, rest, found := strings.Cut(uri, "://"); found && !strings.Contains(scheme, "/") {
		_, path, _ := strings.Cut(rest, "/")
		return "/" + path
	}
	return uri
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

// records returns the records changed by the call or named in its path, as kind/id.
func (c *Call) records() []string {
	var records []string
	for _, change := range c.entry.Changes {
		records = append(records, change.Kind+"/"+change.ID)
	}
	op, known := operationsByID[catalog.OperationID(c.entry.Operation)]
	if !known {
		return records
	}
	kind, by := op.NamedRecord()
	for _, name := range by {
		if name.In != catalog.InPath {
			continue
		}
		if id := op.PathParameter(pathOf(c.entry.Request.URI), name.Parameter); id != "" {
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
