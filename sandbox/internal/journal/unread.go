package journal

import (
	"math"
	"slices"
)

// unread holds cleared and removed entries until every open reader has seen them: a reader
// gets a call that ended before a reset, however soon the reset came.
type unread struct {
	entries []unreadEntry // in the order of their sequence numbers, per clear
	bytes   int64
	dropped []int64 // sequence numbers of those that found no room, the latest ones
}

// unreadEntry is such an entry with its size.
type unreadEntry struct {
	SequencedEntry
	size int64
}

// maxUnread is how many of them without room are counted.
const maxUnread = 1024

// leave keeps the entries of a ring that readers have not read yet, as far as
// they have room. It is called under the journal's lock.
func (j *Journal) leave(r *Ring) {
	if len(j.readers) == 0 {
		return
	}
	lowest := lowestOf(j.readers)
	first := len(j.unread.entries)
	for rec := r.kept.newest; rec != nil && rec.sequence > lowest; rec = r.kept.older(rec) {
		if j.unread.bytes+rec.size > j.limits.Account {
			j.unread.dropped = append(j.unread.dropped, rec.sequence)
			continue
		}
		j.unread.bytes += rec.size
		j.unread.entries = append(j.unread.entries, unreadEntry{SequencedEntry{Sequence: rec.sequence, Ring: r.name, Entry: rec.share()}, rec.size})
	}
	slices.Reverse(j.unread.entries[first:])
	slices.Sort(j.unread.dropped)
	j.unread.dropped = j.unread.dropped[max(0, len(j.unread.dropped)-maxUnread):]
}

// lowestOf returns the sequence number of the slowest reader.
func lowestOf(readers map[*Position]bool) int64 {
	lowest := int64(math.MaxInt64)
	for p := range readers {
		lowest = min(lowest, p.sequence)
	}
	return lowest
}

// trim drops entries seen by all readers.
func (l *unread) trim(readers map[*Position]bool) {
	if len(l.entries) == 0 && len(l.dropped) == 0 {
		return
	}
	lowest := lowestOf(readers)
	l.entries = slices.DeleteFunc(l.entries, func(e unreadEntry) bool {
		if e.Sequence <= lowest {
			l.bytes -= e.size
		}
		return e.Sequence <= lowest
	})
	l.dropped = slices.DeleteFunc(l.dropped, func(sequence int64) bool { return sequence <= lowest })
}

// after returns the entries after a sequence number that readers have not read yet.
func (l *unread) after(sequence int64, names []string) (entries []SequencedEntry) {
	for _, e := range l.entries {
		if e.Sequence > sequence && (names == nil || slices.Contains(names, e.Ring)) {
			e.SequencedEntry.size = e.size
			entries = append(entries, e.SequencedEntry)
		}
	}
	return entries
}
