package commerce

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// otherFormats are common formats of dates unknown to the interface. A date with
// the day before the month is read both ways.
var otherFormats = []string{
	time.DateTime, "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04", time.RFC3339, "2006-01-02T15:04:05Z0700",
	"2006-01-02 15:04:05Z07:00", "2006-1-2", "2006/1/2", "2006.1.2", "20060102", "2.1.2006", "2/1/2006", "1/2/2006", "2-1-2006", time.RFC1123, time.RFC1123Z,
	"2 Jan 2006", "Jan 2, 2006", time.DateOnly,
}

// lostPlus finds the blank before an offset, because a + in a query is a blank.
var lostPlus = regexp.MustCompile(`(T.*) ([0-9:]+)$`)

// DayInOtherFormat guesses the day meant by the sender, as the end of a message:
// how it is written as Y-m-d. It returns "" for a text without a date.
func DayInOtherFormat(given string) string {
	return inOtherFormat(given, record.DayFormat, func(t time.Time) string { return t.Format(record.DayFormat) })
}

// NewerInOtherFormat is DayInOtherFormat for open question newer-format: a number
// is meant as Unix seconds, another date as Y-m-d H:i:s.
func NewerInOtherFormat(given string) string {
	return inOtherFormat(given, record.MomentFormat, func(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) })
}

// momentInOtherFormat is DayInOtherFormat for Y-m-d H:i:s.
func momentInOtherFormat(given string) string {
	return inOtherFormat(given, record.MomentFormat, func(t time.Time) string { return t.Format(record.MomentFormat) })
}

func inOtherFormat(given, format string, ofNumber func(time.Time) string) string {
	given = strings.TrimSpace(given)
	if number, err := strconv.ParseFloat(given, 64); err == nil && len(given) != len("20060102") {
		unit, t := secondsIn(number)
		if t.IsZero() {
			return ""
		}
		return unit + "; did you mean " + ofNumber(t) + "?"
	}
	given = lostPlus.ReplaceAllString(given, "$1+$2")
	var meant []string
	for _, layout := range otherFormats {
		t, err := time.Parse(layout, given)
		if err != nil {
			continue
		}
		if text := t.UTC().Format(format); len(meant) == 0 || meant[0] != text {
			meant = append(meant, text)
		}
	}
	if len(meant) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(meant, " or ") + "?"
}

// secondsIn returns the moment of a number of seconds, or of a fraction of them
// with its probable unit; the zero time for a number too small to be meant as one.
func secondsIn(number float64) (unit string, t time.Time) {
	const first = 1e8 // in 1973
	last := float64(record.LastMoment.Unix())
	for _, smaller := range []string{" (milliseconds?)", " (microseconds?)", " (nanoseconds?)"} {
		if number > last {
			number, unit = number/1000, smaller
		}
	}
	if !(number >= first && number <= last) {
		return "", time.Time{}
	}
	return unit, time.Unix(int64(number), 0).UTC()
}
