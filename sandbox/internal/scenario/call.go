package scenario

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Call is a call as conditions read it. Each protocol implements it over its
// request and decodes nothing before a condition needs it.
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

	// XPath returns the text of the first node of the envelope selected by the
	// expression, "" when it selects none or the body is not XML. The error
	// describes a wrong expression. XPath calls spend with the number of
	// visited nodes and returns its error.
	XPath(expression string, spend func(nodes int) error) (string, error)

	// Now is the moment of the call on the account's clock, in UTC.
	Now() time.Time

	// Records are the records named by the call, nil when they cannot be read.
	Records() Records
}

// EndedCall is a call with an answer, not sent yet.
type EndedCall interface {
	Call

	// Status and Code belong to the answer. The code of a success is "".
	Status() int
	Code() string

	// Answer is the decoded body of the answer. The error says why it cannot be
	// decoded.
	Answer() (any, error)
}

// RecordedCall is a recorded call as conditions read it: the call, and how it
// ended.
type RecordedCall interface {
	EndedCall // with the status 0 when no answer was sent

	// Scenario and Milliseconds come from the entry: the names of the scenarios
	// that affected the call, joined by ", ", and the time to the answer.
	Scenario() string
	Milliseconds() float64
}
