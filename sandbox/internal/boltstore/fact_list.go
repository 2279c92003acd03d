package boltstore

import (
	"cmp"
	"iter"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// factList is the facts of orders by date and number, in parts of which none is empty. A
// list never changes: a change gives another list, which shares all parts but one.
type factList [][]commerce.OrderFacts

// factPart is how many facts a part has at first; it is split at twice as many.
const factPart = 256

// newFactList returns the list of facts that come newest first.
func newFactList(all []commerce.OrderFacts) factList {
	slices.Reverse(all)
	return slices.Collect(slices.Chunk(all, factPart))
}

func (l factList) len() (count int) {
	for _, part := range l {
		count += len(part)
	}
	return count
}

// factKey is where facts are in a list.
type factKey struct{ date, number uint64 }

func (k factKey) compare(f commerce.OrderFacts) int {
	return cmp.Or(cmp.Compare(dateOf(f.Date), k.date), cmp.Compare(f.Number, k.number))
}

// with returns the list with the entry of a key of the dates table: other facts than
// before, or none.
func (l factList) with(key, packed []byte) factList {
	at := factKey{numberAt(key, 0), numberAt(key, 1)}
	n := l.part(at)
	if n == len(l) {
		if packed == nil {
			return l
		}
		return append(slices.Clip(l), []commerce.OrderFacts{unpackOrderFacts(at.date, at.number, packed)})
	}
	i, found := slices.BinarySearchFunc(l[n], at, func(f commerce.OrderFacts, k factKey) int { return k.compare(f) })
	part := slices.Concat(l[n][:i])
	if packed != nil {
		part = append(part, unpackOrderFacts(at.date, at.number, packed))
	}
	if found {
		i++
	}
	part = append(part, l[n][i:]...)
	return slices.Concat(l[:n], slices.Collect(slices.Chunk(part, parts(len(part)))), l[n+1:])
}

// parts returns into parts of what length a changed part is divided.
func parts(length int) int {
	if length >= 2*factPart {
		return (length + 1) / 2
	}
	return max(length, 1)
}

// part returns the index of the part that a key belongs to: the first that does not end
// before it, the last part for a key behind all.
func (l factList) part(at factKey) int {
	n, _ := slices.BinarySearchFunc(l, at, func(part []commerce.OrderFacts, k factKey) int { return k.compare(part[len(part)-1]) })
	if n == len(l) && n > 0 && len(l[n-1]) < factPart {
		n--
	}
	return n
}

// between yields the facts from a date to another, newest first.
func (l factList) between(low, high uint64) iter.Seq[commerce.OrderFacts] {
	return func(yield func(commerce.OrderFacts) bool) {
		for _, part := range slices.Backward(l) {
			first, last := dateOf(part[0].Date), dateOf(part[len(part)-1].Date)
			if last < low {
				return
			}
			if first < low || last > high {
				part = within(part, low, high)
			}
			for i := len(part) - 1; i >= 0; i-- {
				if !yield(part[i]) {
					return
				}
			}
		}
	}
}

// within returns the facts of a part from a date to another.
func within(part []commerce.OrderFacts, low, high uint64) []commerce.OrderFacts {
	byDate := func(f commerce.OrderFacts, date uint64) int { return cmp.Compare(dateOf(f.Date), date) }
	from, _ := slices.BinarySearchFunc(part, low, byDate)
	to, _ := slices.BinarySearchFunc(part, high+1, byDate)
	return part[from:max(from, to)]
}
