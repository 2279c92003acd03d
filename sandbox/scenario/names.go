package scenario

import (
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// HeaderName is the request header that asks for scenarios for one call, and
// the response header that names what bent it.
const HeaderName = "X-Sandbox-Scenario"

// reservedPrefix begins an input value that asks for a scenario, for tools
// that cannot set headers.
const reservedPrefix = "sandbox:"

// FromHeader returns the names in a value of the X-Sandbox-Scenario header:
// separated by commas, blanks around them dropped.
func FromHeader(value string) []string {
	var names []string
	for name := range strings.SplitSeq(value, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// FromValue returns the name in an input value that reads "sandbox:NAME". It
// reports false for every other value.
func FromValue(value string) (name string, ok bool) {
	name, ok = strings.CutPrefix(value, reservedPrefix)
	return name, ok && name != ""
}

// UnknownError says that a name means no scenario, or none with anything for
// the operation called.
type UnknownError struct {
	Name      string
	Operation catalog.OperationID // set when the name is known, but has nothing for it
	Nearest   []string            // names that may have been meant
}

// Error says what was asked for and what there is.
func (e *UnknownError) Error() string {
	if e.Operation != "" {
		return fmt.Sprintf("scenario %s has nothing for %s%s", e.Name, e.Operation, hint(e.Nearest))
	}
	return fmt.Sprintf("there is no scenario %q%s", shortened(e.Name), hint(e.Nearest))
}

// shortened keeps a name that a caller made up from filling a message.
func shortened(name string) string {
	if len(name) <= longestName {
		return name
	}
	return strings.ToValidUTF8(name[:longestName], "") + "…"
}

// BrokenError says that a scenario is in the library, but its file cannot be
// read and never could.
type BrokenError struct {
	Name string
	Err  error // the faults of the file
}

// Error names the scenario and its faults.
func (e *BrokenError) Error() string { return fmt.Sprintf("scenario %s is broken: %v", e.Name, e.Err) }

// Unwrap returns the faults.
func (e *BrokenError) Unwrap() error { return e.Err }

// TakenError says that a name cannot be put or deleted, because it is the name
// of a scenario that ships or of a file in the watched folder.
type TakenError struct {
	Name   string
	Source Source
}

// Error says whose the name is.
func (e *TakenError) Error() string {
	if e.Source == FromFolder {
		return fmt.Sprintf("scenario %s is a file of the scenario folder: change it there", e.Name)
	}
	return fmt.Sprintf("scenario %s ships with the sandbox: choose another name", e.Name)
}
