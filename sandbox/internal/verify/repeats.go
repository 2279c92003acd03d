package verify

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// checkSpacing reads the bounds on repetitions and on calls in progress at a time.
func (x *expectation) checkSpacing() (err error) {
	if x.AtOnce != nil && *x.AtOnce < 1 {
		return invalid("1 means one after the other", "at_once must be at least 1, got %d", *x.AtOnce)
	}
	r := x.Repeats
	if r == nil {
		return nil
	}
	const example = `such as {"at_most": 3, "gap": {"min": "1s"}}`
	if r.AtLeast == nil && r.AtMost == nil && r.Gap == nil {
		return invalid(example, "repeats must have at_least, at_most or gap")
	}
	for _, n := range []*int{r.AtLeast, r.AtMost} {
		if n != nil && *n < 0 {
			return invalid("0 means that no call was repeated", "repeats: the number must be at least 0, got %d", *n)
		}
	}
	if r.AtLeast != nil && r.AtMost != nil && *r.AtLeast > *r.AtMost {
		return invalid("swap them", "repeats: at_least must not be more than at_most, got %d and %d", *r.AtLeast, *r.AtMost)
	}
	if x.repeatGap, err = readGap(r.Gap); err != nil {
		return at(err, "repeats")
	}
	return nil
}

// isSpaced reports whether the expectation is about more than a number of calls.
func (x *expectation) isSpaced() bool { return x.Repeats != nil || x.AtOnce != nil }

// spacingFault describes repetitions or overlaps of the matching calls out of bounds, ""
// for none. final reports whether further calls cannot mend them.
func (x *expectation) spacingFault() (fault string, final bool) {
	if x.AtOnce != nil {
		if n, last := atOnce(x.matched); n > *x.AtOnce {
			return fmt.Sprintf("%d were in progress when %s came, expected at most %d at once", n, last.ID, *x.AtOnce), true
		}
	}
	if x.Repeats == nil {
		return "", false
	}
	last, times, fault := x.findRepeats()
	switch r := x.Repeats; {
	case fault != "":
		return "the same call again: " + fault, true
	case r.AtMost != nil && times > *r.AtMost:
		return fmt.Sprintf("the same call was repeated %s, last as %s, expected at most %d", phrase.Count(times, "time"), last, *r.AtMost), true
	case r.AtLeast != nil && times < *r.AtLeast:
		return fmt.Sprintf("the same call was repeated %s, expected at least %d", phrase.Count(times, "time"), *r.AtLeast), false
	}
	return "", false
}

// findRepeats returns how often a call was repeated at most, and the last repetition. It
// stops at the first one with a gap out of bounds, and describes this.
func (x *expectation) findRepeats() (last string, times int, fault string) {
	latest, repeated := map[[sha256.Size]byte]*journal.Entry{}, map[[sha256.Size]byte]int{} // digests, because many are kept at a time
	for _, e := range x.matched {
		key := sha256.Sum256([]byte(e.Sameness()))
		if before := latest[key]; before != nil {
			if repeated[key]++; repeated[key] > times {
				last, times = e.ID, repeated[key]
			}
			if g := x.repeatGap; g != nil {
				if fault = g.fault(before, e, mayAsk); fault != "" {
					return last, times, fault
				}
			}
		}
		latest[key] = e
	}
	return last, times, ""
}

// atOnce returns the largest number of calls in progress at a time, and the call that
// reached it first. The calls must be in the order of their arrival.
func atOnce(calls []*journal.Entry) (most int, last *journal.Entry) {
	ends := make([]time.Time, len(calls))
	for n, e := range calls {
		ends[n] = e.WallTime.Add(e.Duration)
	}
	slices.SortFunc(ends, time.Time.Compare)
	ended := 0
	for n, e := range calls {
		for ended < n && !ends[ended].After(e.WallTime) {
			ended++
		}
		if running := n + 1 - ended; running > most {
			most, last = running, e
		}
	}
	return most, last
}

// spacingInWords returns the bounds in words, each behind a comma.
func (x *expectation) spacingInWords() string {
	text := ""
	if r := x.Repeats; r != nil {
		var words []string
		if r.AtLeast != nil {
			words = append(words, fmt.Sprintf("at least %d", *r.AtLeast))
		}
		if r.AtMost != nil {
			words = append(words, fmt.Sprintf("at most %d", *r.AtMost))
		}
		if x.repeatGap != nil {
			words = append(words, x.repeatGap.inWords())
		}
		text += ", repeats " + strings.Join(words, ", ")
	}
	if x.AtOnce != nil {
		text += fmt.Sprintf(", at most %d at once", *x.AtOnce)
	}
	return text
}
