package boltstore

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"

// Next returns the next number of a sequence. A sequence begins at 1.
func (t *tx) Next(s commerce.Sequence) (uint64, error) {
	next := t.Last(s) + 1
	return next, t.setLast(s, next)
}

// Last returns the latest number of a sequence.
func (t *tx) Last(s commerce.Sequence) uint64 {
	return numberAt(t.table(sequences).get(textKey(string(s))), 0)
}

// Raise makes a sequence continue above n.
func (t *tx) Raise(s commerce.Sequence, n uint64) error {
	if n <= t.Last(s) {
		return nil
	}
	return t.setLast(s, n)
}

func (t *tx) setLast(s commerce.Sequence, n uint64) error {
	return t.table(sequences).put(textKey(string(s)), numberKey(n))
}

// count changes how many records a table has. None is no entry.
func (t *tx) count(in tableID, by int) error {
	key := []byte{byte(in)}
	n := int(numberAt(t.table(counts).get(key), 0)) + by
	if n == 0 {
		return t.table(counts).remove(key)
	}
	return t.table(counts).put(key, numberKey(uint64(n)))
}
