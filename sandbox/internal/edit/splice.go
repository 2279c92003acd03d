package edit

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// maxGrown bounds a growing body in bytes, because edits that each multiply the
// values of the one before would otherwise use up the memory. A larger body may grow
// by 256 KiB with each edit.
const maxGrown = 4 << 20

// splice makes the edits. A body that would grow too much is an error.
func splice(body []byte, edits verbatim.Edits) ([]byte, error) {
	if edits.Size(body) > max(maxGrown, len(body)+maxGrown/16) {
		return nil, fmt.Errorf("the body would grow to more than %d MiB", maxGrown>>20)
	}
	return edits.Apply(body), nil
}
