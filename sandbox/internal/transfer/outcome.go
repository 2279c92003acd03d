package transfer

import (
	"fmt"
	"slices"
	"strings"
)

// Outcome is the result of adding a batch.
type Outcome struct {
	Created  map[Kind]int // from the texts
	Replaced map[Kind]int
	Implied  map[Kind]int // created or replaced because an order names them
	LeftOut  map[Kind]int // because a record they name is missing
	Notes    []string     // the first ones
	More     int          // how many further notes there are
}

func newOutcome() *Outcome {
	return &Outcome{Created: map[Kind]int{}, Replaced: map[Kind]int{}, Implied: map[Kind]int{}, LeftOut: map[Kind]int{}}
}

func (o *Outcome) note(text string) {
	if len(o.Notes) == maxFaults {
		o.More++
		return
	}
	o.Notes = append(o.Notes, text)
}

// TakenError reports records of a batch already in the account.
type TakenError struct {
	taken map[Kind][]string
}

// maxNamed is how many references of a kind the error names.
const maxNamed = 10

// Error names the first references of each kind and counts the others.
func (e *TakenError) Error() string {
	var parts []string
	for _, kind := range Kinds() {
		ids := e.taken[kind]
		if len(ids) == 0 {
			continue
		}
		text := kind.Quantity(len(ids)) + " already: " + strings.Join(ids[:min(len(ids), maxNamed)], ", ")
		if more := len(ids) - maxNamed; more > 0 {
			text += " and " + strings.TrimSuffix(quantity(more, "more"), "s")
		}
		parts = append(parts, text)
	}
	return "the account has " + strings.Join(parts, "; ")
}

// Hint returns the sender's remedy.
func (e *TakenError) Hint() string { return "send them with replace to replace those of the account" }

// Has returns the taken references of a kind.
func (e *TakenError) Has(kind Kind) []string { return slices.Clone(e.taken[kind]) }

// summary says in one line how many records of each kind there are, "" for none.
func summary(counts map[Kind]int) string {
	var parts []string
	for _, kind := range Kinds() {
		if n := counts[kind]; n > 0 {
			parts = append(parts, kind.Quantity(n))
		}
	}
	return strings.Join(parts, ", ")
}

// String counts the created, replaced, implied and left out records.
func (o *Outcome) String() string {
	return fmt.Sprintf("created %s; replaced %s; implied %s; left out %s", summary(o.Created), summary(o.Replaced), summary(o.Implied), summary(o.LeftOut))
}
