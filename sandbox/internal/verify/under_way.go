package verify

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// openFor returns the calls under way that may still matter for an expectation that is
// satisfied so far: those of its operations, if more calls than there are could break it.
func (x *expectation) openFor() []client.CallUnderWay {
	if _, most := x.bounds(); x.records != nil || most == unbounded && !x.isSpaced() && !x.Strict {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(x.of.sight.UnderWay), func(c client.CallUnderWay) bool {
		return !slices.ContainsFunc(x.selections, func(s *selection) bool {
			return s.operation == nil || string(s.operation.ID) == c.Operation
		})
	})
}

// UnderWay says which calls are under way and since when, "" for none.
func UnderWay(open []client.CallUnderWay, wall clock.Wall) string {
	if len(open) == 0 {
		return ""
	}
	var names []string
	for _, c := range open[:min(len(open), maxListed)] {
		names = append(names, Describe(c, wall))
	}
	if more := len(open) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	if len(open) == 1 {
		return "1 call is still under way: " + names[0]
	}
	return fmt.Sprintf("%d calls are still under way: %s", len(open), phrase.And(names...))
}

// Describe names a call under way, since when it is, and what it waits for.
func Describe(c client.CallUnderWay, wall clock.Wall) string {
	path, _, _ := strings.Cut(c.URI, "?")
	name := c.Method + " " + path
	switch op, known := catalog.Find(catalog.OperationID(c.Operation)); { // as the interface names it
	case known && op.Action != "":
		name = op.Action
	case known && op.IsOperation():
		name = op.Method + " " + op.Path
	}
	text := fmt.Sprintf("%s, since %.1f s", name, seconds(c.WallTime, wall))
	if c.WaitsFor != "" {
		text += fmt.Sprintf(" (%s for %.1f s)", c.WaitsFor, seconds(c.WaitsSince, wall))
	}
	return text
}

func seconds(since time.Time, wall clock.Wall) float64 { return max(0, wall().Sub(since).Seconds()) }
