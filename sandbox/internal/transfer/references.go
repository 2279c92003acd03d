package transfer

import "hash/maphash"

// references are the unique references among all records, each with the number of its record.
// It keeps hashes of 64 bits, because a text may have a million.
type references struct {
	seed  maphash.Seed
	first map[uint64]uint32
	added []uint64 // by the present record
}

func newReferences() references {
	return references{seed: maphash.MakeSeed(), first: map[uint64]uint32{}}
}

func (r *references) key(kind, reference string) uint64 {
	var h maphash.Hash
	h.SetSeed(r.seed)
	_, _ = h.WriteString(kind) // neither fails
	_, _ = h.WriteString(" " + reference)
	return h.Sum64()
}

// add adds a reference of a kind of a record. When it is there already, it returns its
// record.
func (r *references) add(kind, reference string, record uint32) (first uint32, twice bool) {
	key := r.key(kind, reference)
	if first, twice = r.first[key]; !twice {
		r.first[key] = record
		r.added = append(r.added, key)
	}
	return first, twice
}

// by returns the record with a reference.
func (r *references) by(kind, reference string) (record uint32, has bool) {
	record, has = r.first[r.key(kind, reference)]
	return record, has
}

func (r *references) has(kind, reference string) bool {
	_, has := r.by(kind, reference)
	return has
}

// undo removes the additions of the present record.
func (r *references) undo() {
	for _, key := range r.added {
		delete(r.first, key)
	}
}
