package clock

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const durationHint = "write numbers with units, such as 8d, -7d+1s or 1d12h (units: d = 24 h, h, m, s, ms, us, ns)"

// ParseDuration parses a sum of parts with one unit each: Go's units, and d for 24
// hours. A sign applies to the parts after it until the next sign: -1d12h is 36
// hours back, -7d+1s is one second less than a week back. A part may have a
// fraction (1.5d), and 0 needs no unit. The error names the wrong part and shows
// the right form.
func ParseDuration(s string) (time.Duration, error) {
	switch s {
	case "":
		return 0, fmt.Errorf("the duration is empty: %s", durationHint)
	case "0", "+0", "-0":
		return 0, nil
	}
	sum, sign := time.Duration(0), time.Duration(1)
	for rest := s; rest != ""; {
		switch {
		case rest[0] == '+':
			sign, rest = 1, rest[1:]
		case rest[0] == '-':
			sign, rest = -1, rest[1:]
		}
		end := partEnd(rest)
		part, err := parsePart(rest[:end])
		if err != nil {
			return 0, fmt.Errorf("duration %q: %w", s, err)
		}
		next := sum + sign*part
		if (next > sum) != (sign*part > 0) && part != 0 {
			return 0, fmt.Errorf("duration %q: %w", s, errTooLong)
		}
		sum, rest = next, rest[end:]
	}
	return sum, nil
}

var calendarMove = regexp.MustCompile(`^([+-]?[0-9]{1,4})(w|mo|y)$`)

// ParseMove parses how far a clock moves: a duration, or weeks, months or years of the
// calendar, such as 2w, -1mo or 1y.
func ParseMove(s string) (func(time.Time) time.Time, error) {
	part := calendarMove.FindStringSubmatch(s)
	if part == nil {
		d, err := ParseDuration(s)
		if err != nil {
			err = fmt.Errorf("%w; or one of 1w, 1mo and 1y", err)
		}
		return func(t time.Time) time.Time { return t.Add(d) }, err
	}
	n, _ := strconv.Atoi(part[1]) // the pattern is a number
	unit := map[string][3]int{"y": {n, 0, 0}, "mo": {0, n, 0}, "w": {0, 0, 7 * n}}[part[2]]
	return func(t time.Time) time.Time { return t.AddDate(unit[0], unit[1], unit[2]) }, nil
}

var errTooLong = errors.New("it is too long: the longest duration is about 292 years (106751d)")

// partEnd returns where the first number and its unit end.
func partEnd(s string) int {
	number := len(s) - len(strings.TrimLeft(s, "0123456789."))
	if next := strings.IndexAny(s[number:], "0123456789.+-"); next >= 0 {
		return number + next
	}
	return len(s)
}

const hoursPerDay = 24

func parsePart(part string) (time.Duration, error) {
	unit := strings.TrimLeft(part, "0123456789.")
	number := part[:len(part)-len(unit)]
	if strings.Trim(number, ".") == "" || strings.Count(number, ".") > 1 {
		return 0, fmt.Errorf("expected a number at %q: %s", part, durationHint)
	}
	switch unit {
	case "d":
		hours, err := time.ParseDuration(number + "h")
		if err != nil || hours > math.MaxInt64/hoursPerDay {
			return 0, errTooLong
		}
		return hours * hoursPerDay, nil
	case "h", "m", "s", "ms", "us", "µs", "μs", "ns":
		d, err := time.ParseDuration(part)
		if err != nil {
			return 0, errTooLong
		}
		return d, nil
	case "":
		return 0, fmt.Errorf("%q has no unit: %s", part, durationHint)
	}
	return 0, fmt.Errorf("unknown unit %q: %s", unit, durationHint)
}

const momentHint = "write Y-m-d, Y-m-d H:i:s or RFC 3339, such as 2026-05-13, 2026-05-13 12:12:12 or 2026-05-13T12:12:12Z"

// ParseMoment accepts the years between these two. Every clock reaches them, and
// dates around them still have four digits.
const firstYear, lastYear = 1900, 2199

// ParseMoment parses a day (its midnight), a day with a time, or RFC 3339, and
// returns UTC. The first two are read as UTC (open question times). The error
// describes the mistake and the right formats.
func ParseMoment(s string) (time.Time, error) {
	layout := time.RFC3339
	switch {
	case len(s) == len(time.DateOnly):
		layout = time.DateOnly
	case len(s) == len(time.DateTime) && s[len(time.DateOnly)] == ' ':
		layout = time.DateTime
	}
	t, err := time.Parse(layout, s)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is not a moment%s: %s", s, reason(err), momentHint)
	}
	if t = t.UTC(); t.Year() < firstYear || t.Year() > lastYear {
		return time.Time{}, fmt.Errorf("%q is out of range: the year must be from %d to %d", s, firstYear, lastYear)
	}
	return t, nil
}

// reason returns the library's reason for a nonexistent date in the right format,
// such as the 30th of February.
func reason(err error) string {
	if wrong, ok := err.(*time.ParseError); ok && strings.HasSuffix(wrong.Message, "out of range") {
		return " (" + strings.TrimPrefix(wrong.Message, ": ") + ")"
	}
	return ""
}
