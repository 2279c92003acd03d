package scenario

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Call is what conditions read of a call. Each protocol implements it over the
// request it has read, and decodes nothing before a condition needs it.
type Call interface {
	// Operation is the operation called.
	Operation() catalog.OperationID

	// Query, Path and Header return an input by its name, "" when absent.
	// Upper and lower case are equal in header names.
	Query(name string) string
	Path(name string) string
	Header(name string) string

	// Body is the JSON body as encoding/json decodes it into an any, nil
	// when the body is absent or cannot be read.
	Body() any

	// XPath returns the text of the first node of the envelope that the
	// expression selects, "" when it selects none or the body is not XML. The
	// error says what is wrong with the expression. XPath calls spend with
	// the number of nodes that it visits, and returns its error.
	XPath(expression string, spend func(nodes int) error) (string, error)

	// Now is the moment of the call on the account's clock, in UTC.
	Now() time.Time
}
