package verify

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Match is the result of the expectations for the dropped calls of a tally.
type Match byte

// How dropped calls match.
const (
	None    Match = iota // match no expectation
	Matched              // match one
	Unsure               // may match one: their ending says too little to know
)

// Tally counts the dropped calls with one ending that come after the first counted call.
type Tally struct {
	journal.Tally
	Match   Match
	Certain bool // whether none of them came earlier; otherwise fewer may count, and Match is never None
	results []result
}

// readTallies judges the dropped calls.
func (s *session) readTallies(tallies []journal.Tally) {
	s.tallies = nil
	for _, counted := range tallies {
		if counted.Last <= s.since {
			continue
		}
		t := Tally{Tally: counted, Certain: counted.First > s.since}
		if !t.Certain {
			t.Calls = min(t.Calls-1, t.Last-s.since)
		}
		for _, x := range s.selections {
			t.results = append(t.results, x.evaluateDropped(t.Ending))
		}
		t.Match = t.match()
		s.tallies = append(s.tallies, t)
	}
}

// match returns how the calls match all expectations together.
func (t Tally) match() Match {
	switch {
	case slices.ContainsFunc(t.results, func(r result) bool { return r.matches }):
		return Matched
	case !t.Certain || slices.ContainsFunc(t.results, func(r result) bool { return r.unsure }):
		return Unsure
	}
	return None
}

// droppedOf returns how many dropped calls have a match.
func (s *session) droppedOf(match Match) (calls int) {
	for _, t := range s.tallies {
		if t.Match == match {
			calls += int(t.Calls)
		}
	}
	return calls
}

// advice is the remedy for dropped calls.
const advice = "verify sooner or start with a larger --journal, the number of calls that it keeps"

// doubt is the end of a message about calls that may match, "" for none.
func doubt(unsure int) string {
	if unsure == 0 {
		return ""
	}
	return fmt.Sprintf("; the journal has dropped what there is to know of %s: %s", phrase.Count(unsure, "further call"), advice)
}
