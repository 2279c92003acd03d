package boltstore

import (
	"cmp"
	"hash/crc32"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// factList is the facts of orders by date and number, in parts of which none is empty. A
// list never changes: a change gives another list, which shares all parts but one.
type factList []*factPart

// factPart is the facts of some orders. An order that changes is in another part
// afterwards.
type factPart struct {
	rows    []factRow
	classes []commerce.OrderClass                 // those of the rows and of others, each once
	shared  *sharedBriefs                         // by all parts
	briefs  atomic.Pointer[[]commerce.OrderBrief] // of the rows; nil until a list needs them
}

// factRow is the facts of an order in less than half of their memory.
type factRow struct {
	factKey
	external *string // nil for none, which most orders have
	hash     uint32  // of external, because comparing the text reads memory elsewhere
	class    uint16  // index in the classes of the part
}

// factPartRows is how many rows a part has at first; it is split at twice as many.
const factPartRows = 256

// newFactList returns the list of facts that come newest first.
func newFactList(all []commerce.OrderFacts) factList { return factsInParts(all, &sharedBriefs{}) }

// factsInParts is newFactList for the parts of a list.
func factsInParts(all []commerce.OrderFacts, shared *sharedBriefs) (list factList) {
	slices.Reverse(all)
	var classes []commerce.OrderClass // shared by the parts
	for facts := range slices.Chunk(all, factPartRows) {
		if len(classes) > mostClasses {
			classes = nil
		}
		part := &factPart{rows: make([]factRow, 0, len(facts)), classes: classes, shared: shared}
		for _, f := range facts {
			part.rows = append(part.rows, part.newRow(f))
		}
		list, classes = append(list, part), part.classes
	}
	return list
}

// newRow returns the row of an order. It adds its class to those of the part.
func (p *factPart) newRow(f commerce.OrderFacts) factRow {
	class := slices.Index(p.classes, f.OrderClass)
	if class < 0 {
		class = len(p.classes)
		p.classes = append(slices.Clip(p.classes), f.OrderClass)
	}
	row := factRow{factKey: factKey{dateOf(f.Date), f.Number}, class: uint16(class)}
	if external := f.ExternalReference; external != "" {
		row.external, row.hash = &external, hashOf(external)
	}
	return row
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

func (r *factRow) externalReference() string {
	if r.external == nil {
		return ""
	}
	return *r.external
}

// facts returns the facts of row n.
func (p *factPart) facts(n int) commerce.OrderFacts {
	row := &p.rows[n]
	return commerce.OrderFacts{
		Number: row.number, Date: timeOf(row.date), OrderClass: p.classes[row.class], ExternalReference: row.externalReference(),
	}
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
		return append(slices.Clip(l), factsInParts([]commerce.OrderFacts{unpackOrderFacts(at.date, at.number, packed)}, l.shared())...)
	}
	before := l[n]
	i, found := before.row(at)
	changed := &factPart{classes: before.classes, shared: before.shared}
	changed.rows = slices.Concat(before.rows[:i])
	if packed != nil {
		changed.rows = append(changed.rows, changed.newRow(unpackOrderFacts(at.date, at.number, packed)))
	}
	if found {
		i++
	}
	changed.rows = append(changed.rows, before.rows[i:]...)
	return slices.Concat(l[:n], changed.divided(), l[n+1:])
}

// mostClasses is how many classes a part has before those of other rows are dropped.
const mostClasses = 4 * factPartRows

// divided returns a part as one or more: none without rows, two with very many.
func (p *factPart) divided() (parts factList) {
	if len(p.classes) > mostClasses {
		rows := make([]commerce.OrderFacts, len(p.rows))
		for n := range rows {
			rows[n] = p.facts(len(rows) - 1 - n)
		}
		return factsInParts(rows, p.shared)
	}
	if len(p.rows) > 0 {
		for rows := range slices.Chunk(p.rows, divided(len(p.rows))) {
			parts = append(parts, &factPart{rows: rows, classes: p.classes, shared: p.shared})
		}
	}
	return parts
}

// divided returns into parts of what length a changed part is divided.
func divided(length int) int {
	if length >= 2*factPartRows {
		return (length + 1) / 2
	}
	return length
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

// row returns where the row of a key is, and whether there is one.
func (p *factPart) row(at factKey) (n int, found bool) {
	return slices.BinarySearchFunc(p.rows, at, func(r factRow, k factKey) int { return r.compare(k) })
}

// find returns the part and the index of the row of a key, false when there is none.
func (l factList) find(at factKey) (part, row int, found bool) {
	if part = l.part(at); part < len(l) {
		row, found = l[part].row(at)
	}
	return part, row, found
}

// shared returns what the parts share.
func (l factList) shared() *sharedBriefs {
	if len(l) > 0 {
		return l[0].shared
	}
	return &sharedBriefs{}
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

// of yields the orders from a date to another that a filter accepts. It calls its function
// once for each class of a part.
func (l factList) of(low, high uint64, filter commerce.OrderFilter) iter.Seq[commerce.GroupedOrder] {
	return func(yield func(commerce.GroupedOrder) bool) {
		var groups []int // by class
		external := filter.ExternalReference
		hash := hashOf(external)
		for part, rows := range l.parts(low, high) {
			groups = groups[:0]
			for _, class := range part.classes {
				groups = append(groups, filter.Group(class))
			}
			if filter.Left != nil {
				rows.from = max(rows.from, rows.to-*filter.Left)
				*filter.Left -= rows.to - rows.from
			}
			for n := rows.to - 1; n >= rows.from; n-- {
				row := &part.rows[n]
				if group := groups[row.class]; group >= 0 && (external == "" || row.hash == hash && row.externalReference() == external) &&
					!yield(commerce.GroupedOrder{Number: row.number, Group: group}) {
					return
				}
			}
			if filter.Left != nil && *filter.Left == 0 {
				return
			}
		}
	}
}

func hashOf(text string) uint32 { return crc32.Checksum([]byte(text), castagnoli) }

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
