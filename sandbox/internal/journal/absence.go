package journal

import "slices"

// Absence is why the journal has no entry with an id.
type Absence int

// The reasons for an absence.
const (
	NoID     Absence = iota // the text is no id of a call
	NoRing                  // no account has the vendor code
	NotYet                  // no call has the number so far
	UnderWay                // the call is not answered yet
	Earlier                 // an earlier process recorded it, or a deleted account
	Deleted                 // a clearing or a reset deleted it, or ended it
	Dropped                 // the journal had no room for it
)

// Find returns the entry with an id, from any ring. Without one, it returns the reason and the
// id of the account's last call, "" for none.
func (j *Journal) Find(id string) (found *Entry, why Absence, last string) {
	name, number, ok := ParseID(id)
	if !ok {
		return nil, NoID, ""
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.rings[name]
	if !ok {
		return nil, NoRing, ""
	}
	for _, w := range slices.Backward(r.kept.live()) {
		if w.number == number {
			return w.Entry, 0, ""
		}
	}
	if r.number >= r.first {
		last = ID(r.name, r.number)
	}
	return nil, r.explainAbsence(number), last
}

// explainAbsence returns why the ring does not keep a number.
func (r *Ring) explainAbsence(number int64) Absence {
	switch {
	case number > r.number:
		return NotYet
	case number < r.first:
		return Earlier
	case number <= r.floor:
		return Deleted
	case r.total > int64(r.kept.length) && (r.kept.length == 0 || number < r.kept.live()[0].number):
		return Dropped
	case slices.ContainsFunc(r.open, func(rec *Recorder) bool { return rec.Number == number }):
		return UnderWay
	}
	return Deleted
}
