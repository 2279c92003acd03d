package verify

import (
	"context"
	"fmt"
	"iter"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Match is the result of the expectations for a dropped call.
type Match byte

// How a dropped call matches.
const (
	None     Match = iota // matches no expectation
	Matched               // matches one
	Unsure                // may match one: the row has too little to know
	Excluded              // is no call, a preview, or came before the first counted call
)

// dropped sums up the calls dropped by the journal. Each row is evaluated once and
// added, because they are many.
type dropped struct {
	sight    journal.Sight
	next     int64          // ordinal of the first row not evaluated
	first    int64          // ordinal of the first result
	results  []Match        // of the rows from first on
	matches  []int          // by the number of the selection
	unsure   []int          // likewise, calls that may match
	none     int            // calls without an expectation
	doubtful int            // calls that may match one
	called   map[string]int // calls by operation
	earliest int64          // lowest number of a call, 0 for none
	latest   int64          // highest number
}

// readRows evaluates the new rows. A call evaluated while the journal had it keeps its
// result.
func (s *session) readRows(ctx context.Context, sight journal.Sight) {
	d := &s.dropped
	if d.matches == nil || sight.Cleared > d.first {
		*d = dropped{next: sight.Cleared, first: sight.Cleared, matches: make([]int, len(s.selections)), unsure: make([]int, len(s.selections)), called: map[string]int{}}
	}
	d.sight = sight
	for ordinal, row := range sight.Rows(d.next) {
		if ctx.Err() != nil {
			return
		}
		for d.first+int64(len(d.results)) < ordinal { // rows lost before they were read
			d.results = append(d.results, Excluded)
		}
		d.results = append(d.results, s.matchRow(ctx, row))
	}
	d.next = sight.Next
}

// matchRow evaluates a row and adds it up.
func (s *session) matchRow(ctx context.Context, row *journal.Row) Match {
	if !isCall(&row.Entry) || row.Number <= s.since {
		return Excluded
	}
	d := &s.dropped
	if d.earliest == 0 || row.Number < d.earliest {
		d.earliest = row.Number
	}
	d.latest = max(d.latest, row.Number)
	d.called[row.Operation]++
	results, known := s.results[row.ID]
	if !known {
		results = s.evaluateRow(ctx, row)
	}
	return d.add(results)
}

func (s *session) evaluateRow(ctx context.Context, row *journal.Row) []result {
	c := s.call(&row.Entry.Entry)
	c.row = row
	results := make([]result, len(s.selections))
	for n, x := range s.selections {
		results[n] = x.evaluateRow(ctx, row, c)
	}
	return results
}

func (d *dropped) add(results []result) Match {
	match := None
	for n, r := range results {
		switch {
		case r.matches:
			d.matches[n]++
			match = Matched
		case r.unsure:
			d.unsure[n]++
			if match == None {
				match = Unsure
			}
		}
	}
	d.count(match)
	return match
}

func (d *dropped) count(match Match) {
	switch match {
	case None:
		d.none++
	case Unsure:
		d.doubtful++
	}
}

// countLost returns how many calls without a row may count.
func (s *session) countLost() int {
	if sight := &s.dropped.sight; sight.LostTo > s.since {
		return int(sight.Lost)
	}
	return 0
}

// rows returns the dropped calls that still have rows.
func (d *dropped) rows() iter.Seq2[*journal.Row, Match] {
	return func(yield func(*journal.Row, Match) bool) {
		for ordinal, row := range d.sight.Rows(d.first) {
			at := ordinal - d.first
			if at >= int64(len(d.results)) {
				return
			}
			if match := d.results[at]; match != Excluded && !yield(row, match) {
				return
			}
		}
	}
}

// advice is the remedy for dropped calls.
const advice = "verify sooner or start with a larger --journal"

// doubt is the end of a message about calls that may match, "" for none.
func doubt(unsure int) string {
	if unsure == 0 {
		return ""
	}
	return fmt.Sprintf("; the journal has dropped what there is to know of %s: %s", phrase.Count(unsure, "further call"), advice)
}
