package boltstore

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// units are the periods with counts of orders, the longest first.
var units = []unit{{days, 24 * 60 * 60}, {hours, 60 * 60}}

// unit is a period with a count of its orders in a table.
type unit struct {
	in      tableID
	seconds uint64
}

// offset returns the first date of a unit, because dates count from another moment
// than the hours of a day.
func (u unit) offset() uint64 { return 1 << 63 % u.seconds }

// of returns the number of the unit of a date.
func (u unit) of(date uint64) uint64 { return (date - u.offset()) / u.seconds }

// begin returns the first date of a unit.
func (u unit) begin(number uint64) uint64 { return number*u.seconds + u.offset() }

// count changes how many orders of a class the day and the hour of a date have.
func (o orderStore) count(date uint64, class []byte, by int) error {
	for _, u := range units {
		counts, key := o.tx.table(u.in), numberKey(u.of(date))
		if err := counts.write(key, withCount(counts.get(key), class, by)); err != nil {
			return err
		}
	}
	return nil
}

// withCount returns the counts of a unit with another one of a class. The classes are
// sorted, and each has orders; a unit without orders is nil.
func withCount(counts, class []byte, by int) []byte {
	changed, placed := make([]byte, 0, len(counts)+len(class)+4+sumSize), false
	add := func(class []byte, count int) {
		if count > 0 {
			changed = binary.AppendUvarint(append(changed, class...), uint64(count))
		}
	}
	for other, count := range eachClass(counts) {
		switch order := bytes.Compare(other, class); {
		case placed || order < 0:
		case order == 0:
			count, placed = count+by, true
		default:
			add(class, by)
			placed = true
		}
		add(other, count)
	}
	if !placed {
		add(class, by)
	}
	if len(changed) == 0 {
		return nil
	}
	return changed
}

// eachClass yields the classes of a unit with their counts.
func eachClass(counts []byte) iter.Seq2[[]byte, int] {
	return func(yield func([]byte, int) bool) {
		for {
			class, rest := cutClass(counts)
			count, width := binary.Uvarint(rest)
			if width <= 0 || !yield(class, int(count)) {
				return
			}
			counts = rest[width:]
		}
	}
}

// period is a part of a window: a whole unit with its counts, or dates without.
type period struct {
	low, high uint64 // dates, both included
	counts    []byte // nil for dates
	within    []unit // shorter ones than the unit
}

// periods calls fn with the periods of a window, newest first: whole ones of the longest
// fitting unit, at the edges shorter ones.
func (o orderStore) periods(low, high uint64, by []unit, fn func(period)) {
	if low > high {
		return
	}
	if len(by) == 0 {
		fn(period{low: low, high: high})
		return
	}
	u, shorter := by[0], by[1:]
	first, end := u.of(low+u.seconds-1), u.of(high+1) // whole ones, without end
	if first >= end {
		o.periods(low, high, shorter, fn)
		return
	}
	o.periods(u.begin(end), high, shorter, fn)
	for key, counts := range o.tx.table(u.in).scan(numberKey(first), numberKey(end)).all() {
		n := numberAt(key, 0)
		fn(period{u.begin(n), u.begin(n+1) - 1, counts, shorter})
	}
	o.periods(low, u.begin(first)-1, shorter, fn)
}

// betweenDates yields the entries of the dates from one to another, newest first.
func (o orderStore) betweenDates(low, high uint64) iter.Seq2[[]byte, []byte] {
	return o.tx.table(dates).scan(numberKey(low), numberKey(high+1)).all()
}

// number returns how many orders there are.
func (o orderStore) number() (n int) {
	for _, counts := range o.tx.table(days).scanPrefix(nil).all() {
		for _, count := range eachClass(counts) {
			n += count
		}
	}
	return n
}
