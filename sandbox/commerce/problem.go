package commerce

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Problem is a failed check: what the caller got wrong and what would be
// right. It is the only error of a Shop that is the caller's doing. The wires
// turn Code into a status or a fault by the catalogue; nothing else of it is
// interpreted.
type Problem struct {
	Code     catalog.Code // the error_code of section 2.5, or the fault code
	Message  string       // one sentence: what was wrong and what would be right
	Field    string       // the parameter or JSON path that failed, "" when none did
	Given    string       // what the caller sent, as sent
	Expected string       // what would have passed
	More     []Problem    // further faults found in the same request
}

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

// Problemf returns a Problem with a formatted message and nothing else.
func Problemf(code catalog.Code, format string, args ...any) *Problem {
	return &Problem{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Of says which field failed, with what value, and what it should have been.
func (p *Problem) Of(field, given, expected string) *Problem {
	p.Field, p.Given, p.Expected = field, given, expected
	return p
}

// joined joins the faults of one request: the first is the problem, the
// others are kept in its More. It returns nil when there are none.
func joined(faults []Problem) error {
	if len(faults) == 0 {
		return nil
	}
	first := faults[0]
	first.More = faults[1:]
	return &first
}
