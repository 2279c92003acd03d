package transfer

import "hash/maphash"

// taken are the unique references among all records, each with the number of its record.
// It keeps hashes of 64 bits, because a text may have a million.
type taken struct {
	seed  maphash.Seed
	first map[uint64]uint32
	added []uint64 // by the present record
}

func newTaken() taken { return taken{seed: maphash.MakeSeed(), first: map[uint64]uint32{}} }

func (t *taken) key(kind, reference string) uint64 {
	var h maphash.Hash
	h.SetSeed(t.seed)
	_, _ = h.WriteString(kind) // neither fails
	_, _ = h.WriteString(" " + reference)
	return h.Sum64()
}

// add adds a reference of a kind of a record. When it is there already, it returns its
// record.
func (t *taken) add(kind, reference string, record uint32) (first uint32, twice bool) {
	key := t.key(kind, reference)
	if first, twice = t.first[key]; !twice {
		t.first[key] = record
		t.added = append(t.added, key)
	}
	return first, twice
}

// by returns the record with a reference.
func (t *taken) by(kind, reference string) (record uint32, has bool) {
	record, has = t.first[t.key(kind, reference)]
	return record, has
}

func (t *taken) has(kind, reference string) bool {
	_, has := t.by(kind, reference)
	return has
}

// undo removes the additions of the present record.
func (t *taken) undo() {
	for _, key := range t.added {
		delete(t.first, key)
	}
}
