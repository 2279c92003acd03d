package commerce

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// invalid returns the problem of an invalid value.
func invalid(code catalog.Code, field, given, expected string) *Problem {
	return Problemf(code, "%s must be %s, got %q", field, expected, given).Of(field, given, expected)
}

// anyOf returns "a, b or c".
func anyOf[T ~string](values []T) string { return phrase.Or(values...) }

// checkValue returns the problem of a value missing from allowed.
func checkValue[T ~string](code catalog.Code, field string, given T, allowed []T) error {
	for _, value := range allowed {
		if given == value {
			return nil
		}
	}
	p := invalid(code, field, shorten(string(given)), anyOf(allowed))
	if near := phrase.Nearest(given, allowed); len(near) > 0 {
		p.Message += ", did you mean " + string(near[0]) + "?"
	}
	return p
}

// checkFilter is checkValue for an optional filter (open question bad-value).
func checkFilter[T ~string](field string, given T, allowed []T) error {
	if given == "" {
		return nil
	}
	return checkValue(catalog.InvalidParameter, field, given, allowed)
}

// checkDay returns the problem of a day without a four-digit year. Nil is no day.
func checkDay(field string, day *record.Day) error {
	if day == nil || hasFourDigitYear(day.Time) {
		return nil
	}
	return invalid(catalog.InvalidParameter, field, day.String(), "a calendar day in the format Y-m-d")
}

// hasFourDigitYear reports whether the formats of the interface can spell a time.
func hasFourDigitYear(t time.Time) bool {
	year := t.UTC().Year()
	return year >= 0 && year <= 9999
}

// shorten cuts a given value for a message.
func shorten(given string) string {
	const maxGiven = 43 // bytes, the ellipsis included
	return phrase.Shorten(given, maxGiven)
}

// firstOf returns the first error, nil when there is none.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
