package boltstore

import (
	"cmp"
	"iter"
	"slices"
	"sync/atomic"
	"unique"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// factList is the facts of orders by date and number, in parts of which none is empty. A
// list never changes: a change gives another list, which shares all parts but one.
type factList []*factPart

// factPart is the facts of some orders. An order that changes is in another part
// afterwards.
type factPart struct {
	rows   []factRow
	briefs atomic.Pointer[[]commerce.OrderBrief] // of the rows; nil until a list needs them
}

// factRow is the facts of an order in less than half of their memory.
type factRow struct {
	factKey
	external *string // nil for none, which most orders have
	class    unique.Handle[commerce.OrderClass]
}

// factPartRows is how many rows a part has at first; it is split at twice as many.
const factPartRows = 256

// newFactList returns the list of rows that come newest first.
func newFactList(all []factRow) (list factList) {
	slices.Reverse(all)
	for rows := range slices.Chunk(all, factPartRows) {
		list = append(list, &factPart{rows: slices.Clone(rows)})
	}
	return list
}

func (l factList) len() (count int) {
	for _, part := range l {
		count += len(part.rows)
	}
	return count
}

// factKey is where facts are in a list.
type factKey struct{ date, number uint64 }

func (k factKey) compare(other factKey) int {
	return cmp.Or(cmp.Compare(k.date, other.date), cmp.Compare(k.number, other.number))
}

// newFactRow returns the row of an entry of the dates table.
func newFactRow(key, packed []byte) factRow {
	at := factKey{numberAt(key, 0), numberAt(key, 1)}
	facts := unpackOrderFacts(at.date, at.number, packed)
	row := factRow{factKey: at, class: unique.Make(facts.OrderClass)}
	if facts.ExternalReference != "" {
		external := facts.ExternalReference
		row.external = &external
	}
	return row
}

func (r *factRow) externalReference() string {
	if r.external == nil {
		return ""
	}
	return *r.external
}

func (r *factRow) facts() commerce.OrderFacts {
	return commerce.OrderFacts{Number: r.number, Date: timeOf(r.date), OrderClass: r.class.Value(), ExternalReference: r.externalReference()}
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
		return append(slices.Clip(l), &factPart{rows: []factRow{newFactRow(key, packed)}})
	}
	i, found := slices.BinarySearchFunc(l[n].rows, at, func(r factRow, k factKey) int { return r.compare(k) })
	rows := slices.Concat(l[n].rows[:i])
	if packed != nil {
		rows = append(rows, newFactRow(key, packed))
	}
	if found {
		i++
	}
	rows = append(rows, l[n].rows[i:]...)
	list := slices.Clone(l[:n])
	for rows := range slices.Chunk(rows, divided(len(rows))) {
		list = append(list, &factPart{rows: rows})
	}
	return append(list, l[n+1:]...)
}

// divided returns into parts of what length a changed part is divided.
func divided(length int) int {
	if length >= 2*factPartRows {
		return (length + 1) / 2
	}
	return max(length, 1)
}

// part returns the index of the part that a key belongs to: the first that does not end
// before it, the last part for a key behind all.
func (l factList) part(at factKey) int {
	n, _ := slices.BinarySearchFunc(l, at, func(part *factPart, k factKey) int { return part.rows[len(part.rows)-1].compare(k) })
	if n == len(l) && n > 0 && len(l[n-1].rows) < factPartRows {
		n--
	}
	return n
}

// between yields the rows from a date to another, newest first.
func (l factList) between(low, high uint64) iter.Seq[*factRow] {
	return func(yield func(*factRow) bool) {
		for part, rows := range l.parts(low, high) {
			for n := rows.to - 1; n >= rows.from; n-- {
				if !yield(&part.rows[n]) {
					return
				}
			}
		}
	}
}

// parts yields the parts with rows from a date to another, newest first, and the range
// of those rows.
func (l factList) parts(low, high uint64) iter.Seq2[*factPart, rowRange] {
	return func(yield func(*factPart, rowRange) bool) {
		byDate := func(part *factPart, date uint64) int { return cmp.Compare(part.rows[0].date, date) }
		end, _ := slices.BinarySearchFunc(l, high+1, byDate)
		for _, part := range slices.Backward(l[:end]) {
			rows := part.within(low, high)
			if !yield(part, rows) || rows.from > 0 {
				return
			}
		}
	}
}

// rowRange is the rows of a part from one up to, not including, another.
type rowRange struct{ from, to int }

// within returns the rows from a date to another.
func (p *factPart) within(low, high uint64) rowRange {
	if p.rows[0].date >= low && p.rows[len(p.rows)-1].date <= high {
		return rowRange{0, len(p.rows)}
	}
	byDate := func(r factRow, date uint64) int { return cmp.Compare(r.date, date) }
	from, _ := slices.BinarySearchFunc(p.rows, low, byDate)
	to, _ := slices.BinarySearchFunc(p.rows, high+1, byDate)
	return rowRange{from, max(from, to)}
}
