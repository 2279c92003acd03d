package listing

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// maxKept is how many products, and how many partners, a reader keeps.
const maxKept = 1000

// Product returns a product, false when the shop does not sell it.
func (r *Reader) Product(code string) (record.Product, bool, error) {
	return value(readOnce(&r.products, code, r.Tx.Products().Product))
}

// Partner returns a partner, false when there is none.
func (r *Reader) Partner(code string) (record.Partner, bool, error) {
	return value(readOnce(&r.partners, code, r.Tx.Products().Partner))
}

// readOnce returns the record of a code, nil when there is none. It keeps it, because a
// list needs the same few for many records.
func readOnce[R any](kept *map[string]*R, code string, read func(string) (R, bool, error)) (*R, error) {
	if one, again := (*kept)[code]; again {
		return one, nil
	}
	var found *R
	one, known, err := read(code)
	if known {
		found = &one
	}
	if err == nil && len(*kept) < maxKept {
		if *kept == nil {
			*kept = map[string]*R{}
		}
		(*kept)[code] = found
	}
	return found, err
}

func value[R any](found *R, err error) (R, bool, error) {
	if found == nil {
		return *new(R), false, err
	}
	return *found, true, err
}
