package journal

import "slices"

// row is the place of a call in the order in which calls ended.
type row struct {
	*Entry   // nil once nobody can read it
	ring     *Ring
	sequence int64 // among calls and events, see Journal.Sequence
	number   int64 // of the call
	size     int64 // bytes that the entry counts for
	stripped bool  // the entry has neither bodies nor changed records
	gone     bool  // a limit, a clearing or a removal took the entry
	left     int64 // number of the clearing or removal that left the entry to its readers, 0 for none
}

// list is rows in the order in which their calls ended.
type list struct {
	rows     []*row // gone ones among them
	memory   int    // how many rows without an entry are kept at least
	first    int    // all before it are gone
	whole    int    // all before it are gone or stripped
	length   int    // those not gone
	bytes    int64  // what their entries count for
	stripped int64  // of those, what the stripped ones count for
}

// add appends a row. It forgets the oldest rows without an entry once there are many.
func (l *list) add(w *row) {
	if gone := len(l.rows) - l.length; gone > l.length && gone > l.memory+l.memory/4 {
		l.rows = slices.DeleteFunc(l.rows, func(w *row) bool {
			forgotten := w.Entry == nil && gone > l.memory
			if forgotten {
				gone--
			}
			return forgotten
		})
		l.first, l.whole = 0, 0
	}
	l.rows = append(l.rows, w)
	l.length++
	l.bytes += w.size
}

// live returns the rows from the oldest one that is not gone. In the list of a ring, none of
// them is gone.
func (l *list) live() []*row {
	for l.first < len(l.rows) && l.rows[l.first].gone {
		l.first++
	}
	return l.rows[l.first:]
}

// toStrip returns the next row to strip so that the entries fit into a number of bytes, nil
// when the oldest one is to be dropped. Stripped entries get three quarters of the bytes and
// the newest one the rest, because otherwise the latest call would have no body once the
// others take all room.
func (l *list) toStrip(bytes int64) *row {
	for l.whole < len(l.rows) && (l.rows[l.whole].gone || l.rows[l.whole].stripped) {
		l.whole++
	}
	if l.whole == len(l.rows) || l.stripped > bytes/4*3 {
		return nil
	}
	w := l.rows[l.whole]
	if l.whole == len(l.rows)-1 && w.size <= bytes/4 {
		return nil
	}
	return w
}

// after returns the rows after a sequence number.
func (l *list) after(sequence int64) []*row {
	at, _ := slices.BinarySearchFunc(l.rows, sequence+1, func(w *row, first int64) int { return int(w.sequence - first) })
	return l.rows[at:]
}
