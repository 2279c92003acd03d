package transfer

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// Refusals are the faulty records of a text. The others are taken without them. A
// nil one takes all records or none.
type Refusals struct {
	Counts map[Kind]int // of the last reading, under Unknown without a kind
	Error               // all faults

	gone   map[Kind]map[string]string // the references of refused records, with their paths
	rounds int
}

// Unknown counts refused parts of a text that are no record of a kind.
const Unknown Kind = "unknown"

// maxRounds is how often a text is read. The links of a hostile text can break one
// after the other, each in a round of its own.
const maxRounds = 20

// Take refuses the records named by an error, and reports whether the text is worth
// another reading.
func (r *Refusals) Take(err error) bool {
	var found *Error
	if r == nil || !errors.As(err, &found) || found.whole || len(found.records) == 0 || r.rounds == maxRounds {
		return false
	}
	r.rounds++
	if r.records == nil {
		r.records = map[place]bool{}
	}
	maps.Copy(r.records, found.records)
	room := min(len(found.Faults), maxFaults-len(r.Faults))
	r.Faults = append(r.Faults, found.Faults[:room]...)
	r.More += found.More + len(found.Faults) - room
	slices.SortStableFunc(r.Faults, func(f, g Fault) int { return cmp.Or(cmp.Compare(f.Line, g.Line), cmp.Compare(f.Column, g.Column)) })
	r.Lenient = r.Lenient || found.Lenient
	return true
}

// begin begins a reading.
func (r *Refusals) begin() {
	if r != nil {
		r.gone = map[Kind]map[string]string{}
		r.Counts = map[Kind]int{}
		if len(r.records) > 0 {
			r.Counts[Unknown] = len(r.records)
		}
	}
}

// have reports whether a record is refused.
func (r *Refusals) have(record raw) bool { return r != nil && r.records[record.place] }

// note notes the reference of a refused record, or of one about to be.
func (r *Refusals) note(kind Kind, record raw) {
	if r.have(record) {
		r.Counts[kind]++
		if r.Counts[Unknown]--; r.Counts[Unknown] == 0 {
			delete(r.Counts, Unknown)
		}
	}
	if r.gone[kind] == nil {
		r.gone[kind] = map[string]string{}
	}
	if reference := valueOf(record.text, verbatim.OfRoot).Member(commerce.KindOf(string(kind)).IDField); reference.Exists() {
		r.gone[kind][strings.Trim(string(reference.Bytes()), `"`)] = record.path
	}
}

// err returns the faults when they leave no right record.
func (r *Refusals) err(right int) error {
	if r == nil || len(r.records) == 0 || right > 0 {
		return nil
	}
	e := r.Error
	e.records = nil // there is nothing to read again
	return &e
}
