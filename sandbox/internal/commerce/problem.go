package commerce

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Problem is a failed check: what was wrong and the correction. It is the only
// error of a Shop caused by the caller. The protocols look Code up in the catalogue
// for the status or the fault.
type Problem struct {
	Code     catalog.Code // the error_code of section 2.5, or the fault code
	Message  string       // one sentence: what was wrong and the correction
	Field    string       // the failed parameter or JSON path, "" for none
	Given    string       // the caller's value, shortened when it is long
	Expected string       // a description of the valid values
	More     []Problem    // further faults found in the same request
}

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

// Problemf returns a Problem with a formatted message and nothing else.
func Problemf(code catalog.Code, format string, args ...any) *Problem {
	return &Problem{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Of sets the failed field, its value and the expected one.
func (p *Problem) Of(field, given, expected string) *Problem {
	p.Field, p.Given, p.Expected = field, given, expected
	return p
}

// joinProblems returns the first fault of a request with the others as its More, nil
// when there are none.
func joinProblems(faults []Problem) error {
	if len(faults) == 0 {
		return nil
	}
	first := faults[0]
	first.More = faults[1:]
	return &first
}
