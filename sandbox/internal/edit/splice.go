package edit

import (
	"cmp"
	"fmt"
	"slices"
)

// replacement is a piece of a body and what takes its place.
type replacement struct {
	from, to int
	text     []byte
}

// maxGrown is how many bytes a body may grow to, because edits that each multiply the
// values of the one before would otherwise use up the memory. A body that is
// larger already may grow by 256 KiB with each edit.
const maxGrown = 4 << 20

// splice makes the replacements. Of two that overlap, the one that begins first
// counts, and of two that begin at the same place the longer one. The error says that
// the body would grow too much.
func splice(body []byte, all []replacement) ([]byte, error) {
	slices.SortStableFunc(all, func(a, b replacement) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	size, at := len(body), 0
	for _, r := range all {
		if r.from >= at {
			size, at = size+len(r.text)-(r.to-r.from), r.to
		}
	}
	if size > max(maxGrown, len(body)+maxGrown/16) {
		return nil, fmt.Errorf("the body would grow to more than %d MiB", maxGrown>>20)
	}
	made := make([]byte, 0, size)
	at = 0
	for _, r := range all {
		if r.from < at {
			continue
		}
		made = append(append(made, body[at:r.from]...), r.text...)
		at = r.to
	}
	return append(made, body[at:]...), nil
}
