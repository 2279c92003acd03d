package scenario

import (
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// HeaderName is the request header with scenarios for one call, and the
// response header with the scenarios that affected it.
const HeaderName = "X-Sandbox-Scenario"

// ValuePrefix begins an input value with the name of a scenario, for tools that
// cannot set headers.
const ValuePrefix = "sandbox:"

// FromHeader returns the names in a value of the X-Sandbox-Scenario header.
// Commas separate them; blanks around them are dropped.
func FromHeader(value string) []string {
	var names []string
	for name := range strings.SplitSeq(value, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// FromValue returns the name in an input value such as "sandbox:NAME". It
// reports false for every other value.
func FromValue(value string) (name string, ok bool) {
	name, ok = strings.CutPrefix(value, ValuePrefix)
	return name, ok && name != ""
}

// UnknownError is a name without a scenario, or a scenario without a rule for
// the called operation.
type UnknownError struct {
	Name      string
	Operation catalog.OperationID // set when the scenario exists but has no rule for it
	Nearest   []string            // similar known names
}

// Error returns the name and the nearest ones.
func (e *UnknownError) Error() string {
	if e.Operation != "" {
		return fmt.Sprintf("scenario %s has no rule for %s%s", e.Name, e.Operation, hint(e.Nearest))
	}
	return fmt.Sprintf("unknown scenario %q%s", phrase.Shorten(e.Name, maxNameLength), hint(e.Nearest))
}

// hint returns the end of a message about an unknown name.
func hint[N ~string](nearest []N) string {
	if len(nearest) == 0 {
		return ""
	}
	return "; did you mean " + phrase.Or(nearest...) + "?"
}

// BrokenError is a scenario with faults in its file since the first reading.
type BrokenError struct {
	Name string
	Err  error // the faults of the file
}

// Error returns the name and the faults.
func (e *BrokenError) Error() string { return fmt.Sprintf("scenario %s is broken: %v", e.Name, e.Err) }

// Unwrap returns the faults.
func (e *BrokenError) Unwrap() error { return e.Err }

// TakenError refuses to put or delete a scenario of this name, because it ships with the
// sandbox, is a file of the watched folder or, for a scenario of one account alone, has
// another meaning in the library.
type TakenError struct {
	Name   string
	Source Source
}

// Error names the owner of the name and the remedy.
func (e *TakenError) Error() string {
	switch e.Source {
	case FromFolder:
		return fmt.Sprintf("scenario %s is a file of the scenario folder: change it there", e.Name)
	case FromOwn:
		return fmt.Sprintf("scenario %s is in the library: choose another name", e.Name)
	case FromCode:
		return fmt.Sprintf("%s is an error code: choose another name", e.Name)
	}
	return fmt.Sprintf("scenario %s ships with the sandbox: choose another name", e.Name)
}
