package journal

import (
	"iter"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// row is the place of a call in the order in which calls ended.
type row struct {
	*Entry   // nil once nobody can read it
	ring     *Ring
	sequence int64 // among calls and events, see Journal.Sequence
	number   int64 // of the call
	size     int64 // bytes that the entry counts for
	stripped bool  // the entry has neither bodies nor changed records
	gone     bool  // a limit, a clearing or a removal took the entry
	dropped  bool  // it was a limit
	lost     bool  // it was a clearing or a removal, and readers who had not read it cannot any more
}

// strip returns the entry without the bodies and the changed records, because they take
// the most room and the rest still says what happened.
func (w *row) strip() *Entry {
	e := &Entry{Entry: w.Entry.Entry, Mask: w.Mask}
	e.Request.Body, e.Request.Truncated = nil, e.Request.BodySize > 0
	e.Response.Body, e.Response.Truncated = nil, e.Response.BodySize > 0
	if e.Original != nil {
		original := *e.Original
		original.Body, original.Truncated = nil, original.BodySize > 0
		e.Original = &original
	}
	e.Changes = slices.Clone(e.Changes)
	for i := range e.Changes {
		c := &e.Changes[i]
		*c = client.Change{Kind: c.Kind, ID: c.ID, Truncated: c.Truncated || c.Before != nil || c.After != nil}
	}
	return e
}

// queue is rows in the order in which their calls ended, with a budget in bytes.
type queue struct {
	rows     []*row // gone ones among them
	memory   int    // how many rows without an entry are kept at least
	first    int    // all before it are gone
	whole    int    // all before it are gone or stripped
	length   int    // those not gone
	bytes    int64  // what their entries count for
	stripped int64  // of those, what the stripped ones count for
}

func (q *queue) add(w *row) {
	if gone := len(q.rows) - q.length; gone > q.length && gone > q.memory+q.memory/4 {
		q.forget(gone - q.memory)
	}
	q.rows = append(q.rows, w)
	q.length++
	q.bytes += w.size
}

// forget removes the oldest rows without an entry, up to a number.
func (q *queue) forget(number int) {
	kept := q.rows[:0]
	for _, w := range q.rows {
		if w.Entry == nil && number > 0 {
			number--
			continue
		}
		kept = append(kept, w)
	}
	clear(q.rows[len(kept):])
	q.rows, q.first, q.whole = kept, 0, 0
}

func (q *queue) remove(w *row) {
	w.gone = true
	q.length--
	q.bytes -= w.size
	if w.stripped {
		q.stripped -= w.size
	}
}

// countStripped counts a row as stripped; before is its former size.
func (q *queue) countStripped(w *row, before int64) {
	q.bytes += w.size - before
	q.stripped += w.size
}

// oldest returns the oldest row that is not gone.
func (q *queue) oldest() *row {
	for q.rows[q.first].gone {
		q.first++
	}
	return q.rows[q.first]
}

// oldestWhole returns the oldest row that is neither gone nor stripped, nil for none.
func (q *queue) oldestWhole() *row {
	for ; q.whole < len(q.rows); q.whole++ {
		if w := q.rows[q.whole]; !w.gone && !w.stripped {
			return w
		}
	}
	return nil
}

// canStrip reports whether the next entry to strip is to be stripped. Stripped
// entries get three quarters of the bytes and the newest one the rest, because
// otherwise the latest call would have no body once the others take all room.
func (q *queue) canStrip(whole *row, bytes int64) bool {
	return whole != nil && q.stripped <= bytes/4*3 && (q.whole < len(q.rows)-1 || whole.size > bytes/4)
}

// newestFirst returns the rows that are not gone.
func (q *queue) newestFirst() iter.Seq[*row] {
	return func(yield func(*row) bool) {
		for _, w := range slices.Backward(q.rows[q.first:]) {
			if !w.gone && !yield(w) {
				return
			}
		}
	}
}

// after returns the rows after a sequence number.
func (q *queue) after(sequence int64) []*row {
	at, _ := slices.BinarySearchFunc(q.rows, sequence+1, func(w *row, first int64) int { return int(w.sequence - first) })
	return q.rows[at:]
}
