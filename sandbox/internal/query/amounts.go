package query

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// scale reads, compares and shows the amounts of a field: numbers or moments.
type scale[A any] struct {
	parse   func(text string, now time.Time) (from, to A, bad *fault) // the first and the last amount of a text
	compare func(a, b A) int
	show    func(A) string
}

// read reads a value: an amount, >a, >=a, <a, <=a or a..b. It returns which amounts the
// value accepts.
func (s scale[A]) read(text string, now time.Time) (accepts func(A) bool, bad *fault) {
	if from, to, isRange := strings.Cut(text, ".."); isRange {
		return s.readRange(from, to, now)
	}
	sign := text[:len(text)-len(strings.TrimLeft(text, "<>="))]
	first, last, bad := s.parse(text[len(sign):], now)
	if bad != nil {
		return nil, bad
	}
	switch sign {
	case ">":
		return func(a A) bool { return s.compare(a, last) > 0 }, nil
	case ">=":
		return func(a A) bool { return s.compare(a, first) >= 0 }, nil
	case "<":
		return func(a A) bool { return s.compare(a, first) < 0 }, nil
	case "<=":
		return func(a A) bool { return s.compare(a, last) <= 0 }, nil
	case "":
		return s.between(first, last), nil
	}
	return nil, faultf("write >, >=, <, <= or a..b", "unknown comparison %q", phrase.Shorten(sign, maxShown))
}

// readRange reads the range between two amounts.
func (s scale[A]) readRange(from, to string, now time.Time) (accepts func(A) bool, bad *fault) {
	least, _, bad := s.parse(from, now)
	if bad != nil {
		return nil, bad
	}
	_, most, bad := s.parse(to, now)
	if bad != nil {
		return nil, bad
	}
	if s.compare(least, most) > 0 {
		return nil, faultf("write "+Quote(to+".."+from), "the range %s ends before it begins", phrase.Shorten(from+".."+to, maxShown))
	}
	return s.between(least, most), nil
}

func (s scale[A]) between(least, most A) func(A) bool {
	return func(a A) bool { return s.compare(a, least) >= 0 && s.compare(a, most) <= 0 }
}

// amount returns a field of amounts. read returns false when a subject has none.
func amount[T, A any](name, meaning string, s scale[A], read func(T) (A, bool)) Field[T] {
	return Field[T]{
		Name: name, Meaning: meaning,
		compile: func(_ string, v value, now time.Time) (func(T) bool, *fault) {
			text, isLiteral := v.literal()
			switch {
			case v.isAny():
				return func(subject T) bool { _, has := read(subject); return has }, nil
			case !isLiteral:
				return nil, faultf("write * alone for any, or a comparison such as >100", "%s may not have a * in its value", name)
			case text == "":
				return func(subject T) bool { _, has := read(subject); return !has }, nil
			}
			accepts, bad := s.read(text, now)
			return func(subject T) bool { a, has := read(subject); return has && accepts(a) }, bad
		},
		given: func(subject T, _ string) string {
			a, has := read(subject)
			if !has {
				return ""
			}
			return s.show(a)
		},
	}
}

// Number is a field of numbers.
func Number[T any](name, meaning string, read func(T) (float64, bool)) Field[T] {
	f := amount(name, meaning, scale[float64]{parseNumber, cmp.Compare[float64], showNumber}, read)
	f.Kind = client.QueryNumber
	return f
}

func showNumber(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func parseNumber(text string, _ time.Time) (from, to float64, bad *fault) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0, 0, faultf("write a number such as 100, >100, <=0.5 or 10..20", "%q is not a number", phrase.Shorten(text, maxShown))
	}
	return n, n, nil
}

// Status is a field of HTTP statuses: 404, 4xx, or 0 for a call without an
// answer.
func Status[T any](name, meaning string, read func(T) int) Field[T] {
	f := amount(name, meaning, scale[int]{parseStatus, cmp.Compare[int], strconv.Itoa}, func(subject T) (int, bool) { return read(subject), true })
	f.Kind = client.QueryStatus
	return f.WithValues("2xx", "4xx", "5xx", "0")
}

func parseStatus(text string, _ time.Time) (from, to int, bad *fault) {
	const digits, minStatus, maxStatus = 3, 100, 599
	lower, upper := strings.NewReplacer("x", "0", "X", "0").Replace(text), strings.NewReplacer("x", "9", "X", "9").Replace(text)
	from, err := strconv.Atoi(lower)
	if to, _ = strconv.Atoi(upper); err == nil && (text == "0" || len(text) == digits && from >= minStatus && to <= maxStatus) {
		return from, to, nil
	}
	return 0, 0, faultf("write it as 404, 4xx, >=500 or 400..499; 0 selects the calls that got no answer",
		"status must be from 100 to 599, or 0, got %q", phrase.Shorten(text, maxShown))
}

// Moment is a field of moments. A day means all of it.
func Moment[T any](name, meaning string, read func(T) (time.Time, bool)) Field[T] {
	f := amount(name, meaning, scale[time.Time]{parseMoment, time.Time.Compare, showMoment}, read)
	f.Kind = client.QueryMoment
	return f
}

func showMoment(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// parseMoment reads a moment, a day, or a duration relative to now.
func parseMoment(text string, now time.Time) (from, to time.Time, bad *fault) {
	if text != "" && strings.ContainsRune("+-", rune(text[0])) || text == "0" {
		d, err := clock.ParseDuration(text)
		if err != nil {
			return from, to, momentFault(err)
		}
		return now.Add(d), now.Add(d), nil
	}
	from, err := clock.ParseMoment(text)
	if err != nil {
		return from, to, momentFault(err)
	}
	if len(text) == len(time.DateOnly) {
		return from, from.AddDate(0, 0, 1).Add(-1), nil
	}
	return from, from, nil
}

const momentHint = `such as -5m, +1d, 2026-05-13 or "2026-05-13 12:00:00"`

// momentFault returns the fault of a moment, with a hint for a query.
func momentFault(err error) *fault {
	message, _, _ := strings.Cut(err.Error(), ": write ")
	return &fault{message, momentHint}
}

// After is a field that accepts a moment and later ones.
func After[T any](name, meaning string, read func(T) time.Time) Field[T] {
	return bound(name, meaning, read, func(t, given time.Time) bool { return !t.Before(given) })
}

// Before is a field that accepts moments before a given one.
func Before[T any](name, meaning string, read func(T) time.Time) Field[T] {
	return bound(name, meaning, read, time.Time.Before)
}

func bound[T any](name, meaning string, read func(T) time.Time, accepts func(t, given time.Time) bool) Field[T] {
	return Field[T]{
		Name: name, Kind: client.QueryMoment, Meaning: meaning,
		compile: func(_ string, v value, now time.Time) (func(T) bool, *fault) {
			text, isLiteral := v.literal()
			if !isLiteral || text == "" {
				return nil, faultf(momentHint, "%s requires a moment", name)
			}
			given, _, bad := parseMoment(text, now)
			return func(subject T) bool { return accepts(read(subject), given) }, bad
		},
		given: func(subject T, _ string) string { return showMoment(read(subject)) },
	}
}
