package bundle

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// imageTx reads images of records.
type imageTx interface {
	Image(kind, id string) ([]byte, error)
}

// undone returns one change for each record that the steps changed: from how it was
// before all of them to how it is now. Calls that ended in another order than they
// wrote are put in order by their images. The error names the record whose images do
// not lead from one state to the other. A form is as before its first change, because
// calls change forms too, and the journal keeps those only as parts of orders.
func undone(tx imageTx, steps []Step) ([]commerce.Change, error) {
	type key struct{ kind, id string }
	type link struct {
		Change
		by string
	}
	chains, order := map[key][]link{}, []key(nil)
	for _, s := range steps {
		for _, c := range s.stored() {
			k := key{c.Kind, c.ID}
			if c.Truncated {
				return nil, lost("the journal does not keep how %s changed %s %s", s.name(), c.Kind, c.ID)
			}
			if chains[k] == nil {
				order = append(order, k)
			}
			chains[k] = append(chains[k], link{c, s.name()})
		}
	}
	var all []commerce.Change
	for _, k := range order {
		now, err := tx.Image(k.kind, k.id)
		if err != nil {
			return nil, err
		}
		was, chain := now, chains[k]
		if k.kind == commerce.FormKind {
			was, chain = chain[0].Before, nil
		}
		for len(chain) > 0 {
			at := latest(chain, func(l link) bool { return sameImage(l.After, was) })
			if at < 0 {
				return nil, lost("%s %s changed between %s and now in a way that nobody recorded", k.kind, k.id, chain[len(chain)-1].by)
			}
			was, chain = chain[at].Before, slices.Delete(slices.Clone(chain), at, at+1)
		}
		all = append(all, commerce.Change{Kind: k.kind, ID: k.id, Before: was, After: now})
	}
	return all, nil
}

// latest returns the index of the last element that meets the condition, -1 for none.
func latest[T any](list []T, condition func(T) bool) int {
	for i, element := range slices.Backward(list) {
		if condition(element) {
			return i
		}
	}
	return -1
}

// sameImage reports whether two images are equal; nil is no record.
func sameImage(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// LostError says why the calls of an account cannot be repeated.
type LostError struct{ what string }

// Error says what is lost.
func (e *LostError) Error() string { return e.what }

// Hint says what to do.
func (e *LostError) Hint() string {
	return "reset the account and make the calls again, or save a snapshot and make them after it; serve --journal and --journal-bytes keep more calls"
}

func lost(format string, args ...any) error { return &LostError{fmt.Sprintf(format, args...)} }
