package scenario

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Call is a call as conditions see it. Each wire implements it over what it
// has read, lazily: nothing is decoded before a condition asks for it.
type Call interface {
	// Operation is the operation called.
	Operation() catalog.OperationID

	// Query, Path and Header return an input by its name, "" when absent.
	// Header names are read in any case.
	Query(name string) string
	Path(name string) string
	Header(name string) string

	// Body is the JSON body as encoding/json decodes it into an any, nil
	// when there is none or it cannot be read.
	Body() any

	// XPath returns the text of the first node of the envelope that the
	// expression selects, "" when there is none or the body is no XML. The
	// error says what is wrong with the expression.
	XPath(expression string) (string, error)

	// Now is the moment of the call on the account's clock, in UTC.
	Now() time.Time
}
