package verify

import (
	"fmt"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// gap are the bounds on the time from the end of one call to the arrival of another.
type gap struct {
	client.Gap
	min, max time.Duration // max is unlimited without Gap.Max
}

// gapExample is the hint for a wrong gap.
const gapExample = `such as {"min": "2s", "max": "10s"} or {"min": "retry-after"}`

// readGap reads the bounds of a gap, nil for none.
func readGap(asked *client.Gap) (g *gap, err error) {
	if asked == nil {
		return nil, nil
	}
	if asked.Min == "" && asked.Max == "" {
		return nil, invalid(gapExample, "gap must have min, max or both")
	}
	g = &gap{Gap: *asked}
	if g.min, err = readBound("min", asked.Min); err != nil {
		return nil, err
	}
	if g.max, err = readBound("max", asked.Max); err != nil {
		return nil, err
	}
	if asked.Max != "" && g.min > g.max {
		return nil, invalid("swap them", "gap min must not be more than max, got %s and %s", asked.Min, asked.Max)
	}
	return g, nil
}

// readBound reads a bound of a gap, 0 for none and for a Retry-After.
func readBound(name, text string) (time.Duration, error) {
	if text == "" || name == "min" && text == client.GapRetryAfter {
		return 0, nil
	}
	d, err := clock.ParseDuration(text)
	if err != nil {
		return 0, invalid(gapExample, "gap %s: %v", name, err)
	}
	if d < 0 {
		return 0, invalid(gapExample, "gap %s must be at least 0s, got %s", name, text)
	}
	return d, nil
}

// fault says why the time between two calls is out of bounds, "" when it is within.
// With mustAsk an answer without a Retry-After is out of bounds of retry-after.
func (g *gap) fault(before, after *journal.Entry, asks required) string {
	least, because, isBounded := g.min, "", g.Min != ""
	if g.Min == client.GapRetryAfter {
		least, isBounded = before.RetryAfter()
		if because = ", as its Retry-After asks for"; !isBounded && asks == mustAsk {
			return before.ID + " was answered without a Retry-After"
		}
	}
	took := after.WallTime.Sub(before.WallTime.Add(before.Duration))
	words := fmt.Sprintf("%s came %s after %s ended", after.ID, took.Round(time.Millisecond), before.ID)
	switch {
	case isBounded && took < 0:
		return fmt.Sprintf("%s came before %s ended, expected at least %s later%s", after.ID, before.ID, least, because)
	case isBounded && took < least:
		return fmt.Sprintf("%s, expected at least %s%s", words, least, because)
	case g.Max != "" && took > g.max:
		return fmt.Sprintf("%s, expected at most %s", words, g.max)
	}
	return ""
}

// required says whether a gap of retry-after requires one in the earlier answer.
type required bool

const (
	mustAsk required = true
	mayAsk  required = false
)

// inWords returns the bounds in words.
func (g *gap) inWords() string {
	var words []string
	if g.Min != "" {
		words = append(words, "at least "+g.Min)
	}
	if g.Max != "" {
		words = append(words, "at most "+g.Max)
	}
	return strings.Join(words, " and ") + " apart"
}
