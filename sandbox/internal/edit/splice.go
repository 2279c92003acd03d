package edit

import (
	"cmp"
	"slices"
)

// replacement is a piece of a body and what takes its place.
type replacement struct {
	from, to int
	text     []byte
}

// splice makes the replacements. Of two that overlap, the one that begins first
// counts, and of two that begin at the same place the longer one.
func splice(body []byte, all []replacement) []byte {
	slices.SortStableFunc(all, func(a, b replacement) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	size := len(body)
	for _, r := range all {
		size += len(r.text)
	}
	made, at := make([]byte, 0, size), 0
	for _, r := range all {
		if r.from < at {
			continue
		}
		made = append(append(made, body[at:r.from]...), r.text...)
		at = r.to
	}
	return append(made, body[at:]...)
}
