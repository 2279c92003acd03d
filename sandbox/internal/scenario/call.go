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

	// Method is the method of the request.
	Method() string

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

	// Records are the records that the call names, nil when they cannot be read.
	Records() Records
}

// EndedCall is a call whose answer is there, but not sent yet.
type EndedCall interface {
	Call

	// Status and Code are those of the answer: the code is "" for a success.
	Status() int
	Code() string

	// Answer is the decoded body of the answer. The error says why it cannot be
	// decoded.
	Answer() (any, error)
}
