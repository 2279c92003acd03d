package transfer

import (
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Fault is a mistake in a file of records.
type Fault struct {
	File    string // "" when the text has no name
	Path    string // such as $.Items[3].RefNo, behind the line of a file of several texts
	Line    int    // from 1
	Column  int    // from 1, in characters
	Message string
}

// Error returns the place and the mistake.
func (f Fault) Error() string {
	parts := []string{f.File, f.Path, f.Message}
	if f.File == "" {
		parts = parts[1:]
	}
	return strings.Join(parts, ": ")
}

// Error is all faults of a file of records: the first faults, and how many more
// there are.
type Error struct {
	Faults  []Fault
	More    int
	Lenient bool // whether one is a broken rule or link, only noted by a lenient policy

	records map[place]bool // where all records with faults are, when they can be refused
	whole   bool           // whether the text cannot be read at all
}

// Error returns each fault on a line.
func (e *Error) Error() string {
	var lines []string
	for _, f := range e.Faults {
		lines = append(lines, f.Error())
	}
	if e.More > 0 {
		lines = append(lines, "and "+strings.TrimSuffix(quantity(e.More, "more"), "s"))
	}
	return strings.Join(lines, "\n")
}

// maxFaults is how many faults an error has.
const maxFaults = 100

// faults collects the faults of a file.
type faults struct {
	file     string
	record   raw       // the present one, for the places of faults
	refusals *Refusals // their records have no further faults
	Error
}

// add records a fault. It formats no more messages than an error has.
func (f *faults) add(path, format string, args ...any) {
	if f.refusals.have(f.record) {
		return
	}
	if f.refusals != nil {
		if f.records == nil {
			f.records = map[place]bool{}
		}
		f.records[f.record.place] = true
	}
	if len(f.Faults) == maxFaults {
		f.More++
		return
	}
	at := f.record.placeOf(path)
	f.Faults = append(f.Faults, Fault{f.file, path, at.line, at.column, fmt.Sprintf(format, args...)})
}

// count returns how many faults there are.
func (f *faults) count() int { return len(f.Faults) + f.More }

// err returns all faults, nil for none.
func (f *faults) err() error {
	if f.count() == 0 {
		return nil
	}
	e := f.Error
	return &e
}

// maxShown is how many bytes of a value a fault shows.
const maxShown = 40

func shorten(text string) string { return phrase.Shorten(text, maxShown) }
