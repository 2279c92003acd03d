package credential

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// The mistakes in the date of a right hash.
var (
	localTime     = Row{LocalTime, "it is off by %s: local time?", present}
	twelveHours   = Row{TwelveHours, "it is off by %s: is its hour written as hh?", "write it as HH, and " + present}
	otherCalendar = Row{OtherCalendar, "it is off by %s: another calendar? (%s)", "format it in the invariant culture, and " + present}
	localFormat   = Row{LocalFormat, "%s is not written as Y-m-d H:i:s in GMT, but as in some country", "format it in the invariant culture, such as 2010-05-13 12:12:12"}
)

const present = "send the present time in GMT"

func (c Claim) checkDate(policy Policy) error {
	date, err := policy.Memo.moment(c.Date)
	if err != nil {
		found := finding{note: quote(c.Date) + " is not written as Y-m-d H:i:s in GMT, such as 2010-05-13 12:12:12"}
		if isLocalFormat(c.Date) {
			found = localFormat.finding(quote(c.Date))
		}
		return &Refusal{Kind: Stale, Field: "date", Given: c.Date, Expected: "Y-m-d H:i:s", Mistake: found.mistake, Message: "Wrong date: " + found.note + "."}
	}
	for _, moment := range policy.Moments {
		if date.Sub(moment).Abs() <= policy.Skew {
			return nil
		}
	}
	return staleDate(c.Date, date, policy)
}

// parseDate parses a date. Unlike package time it accepts neither an hour of one
// digit nor fractions of a second.
func parseDate(s string) (time.Time, error) {
	if len(s) != len(time.DateTime) {
		return time.Time{}, errors.New("not of the length of Y-m-d H:i:s")
	}
	return time.Parse(time.DateTime, s)
}

// isLocalFormat reports whether a date has the digits or the separators of a culture, such
// as 2010-05-13 12.12.12.
func isLocalFormat(date string) bool {
	digits := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, date)
	return localDate.MatchString(digits) && (digits != date0 || len(date) != len(date0))
}

// date0 is the form of a date.
const date0 = "0000-00-00 00:00:00"

var localDate = regexp.MustCompile(`^0000[-./]00[-./]00 00[.:]00[.:]00$`)

// staleDate returns the refusal of a date too far off. It gives the difference from the
// nearest moment, probably the intended one.
func staleDate(given string, date time.Time, policy Policy) error {
	var shown []string
	nearest, near := AnyDate, date
	for _, moment := range policy.Moments {
		if off := date.Sub(moment); off.Abs() <= nearest.Abs() {
			nearest, near = off, moment.UTC()
		}
		if text := moment.UTC().Format(time.DateTime); len(shown) == 0 || shown[0] != text {
			shown = append(shown, text)
		}
	}
	found := offBy(date, near, nearest, policy.Skew)
	expected, skew := phrase.Or(shown...), phrase.Duration(policy.Skew)
	return &Refusal{Kind: Stale, Field: "date", Given: given, Expected: expected + " GMT, give or take " + skew, Mistake: found.mistake,
		Message: fmt.Sprintf("Wrong date: %s, %s, give or take %s.", found.note, expected, skew)}
}

// offBy says why a date is off by a difference from a moment.
func offBy(date, from time.Time, off, skew time.Duration) finding {
	if years := date.Year() - from.Year(); years >= 100 || years <= -100 {
		return otherCalendar.finding(fmt.Sprintf("%+d years", years), calendarOf(date.Year(), from.Year()))
	}
	isOff := func(by time.Duration) bool { return (off - by).Abs() <= skew }
	switch zone := off.Round(zoneStep); {
	case isOff(-12*time.Hour) && date.Hour() >= 1 && date.Hour() <= 11, isOff(12*time.Hour) && date.Hour() == 12:
		return twelveHours.finding(difference(off))
	case zone != 0 && zone.Abs() <= furthestZone && isOff(zone):
		return localTime.finding(difference(off))
	}
	return finding{note: "it is off by " + difference(off) + "; " + present}
}

// calendarOf names the calendar in which a year is about the given one.
func calendarOf(year, now int) string {
	for _, c := range []struct {
		name string
		year int
	}{{"Buddhist", year - 543}, {"Persian", year + 621}, {"Islamic", (year*970229 + 621577400) / 1000000}, {"Minguo", year + 1911}, {"Hebrew", year - 3760}} {
		if c.year >= now-1 && c.year <= now+1 {
			return fmt.Sprintf("%s year %d is %d", c.name, year, c.year)
		}
	}
	return "Buddhist year 2569 is 2026"
}

// Time zones are multiples of zoneStep from GMT, furthestZone at most.
const (
	zoneStep     = 15 * time.Minute
	furthestZone = 14 * time.Hour
)

// difference returns a duration as people write it: +2:00 h, -6:30 min, +12 days.
// It rounds, because a date two hours off is some milliseconds old when it arrives.
func difference(d time.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "-", d.Abs()
	}
	seconds, minutes := d.Round(time.Second)/time.Second, d.Round(time.Minute)/time.Minute
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%s%d days", sign, d.Round(24*time.Hour)/(24*time.Hour))
	case minutes >= 60:
		return fmt.Sprintf("%s%d:%02d h", sign, minutes/60, minutes%60)
	}
	return fmt.Sprintf("%s%d:%02d min", sign, seconds/60, seconds%60)
}
