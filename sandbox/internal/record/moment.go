package record

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// The formats of dates and times in both protocols, always UTC (open question
// times).
const (
	DayFormat    = time.DateOnly // Y-m-d
	MomentFormat = time.DateTime // Y-m-d H:i:s
)

// LastMoment is the last moment in the formats of the interface.
var LastMoment = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

// Moment is a date and time of a record, in UTC and whole seconds. In JSON it
// is "2026-10-02 09:14:51".
type Moment struct{ time.Time }

// At returns t as a Moment, cut to the second.
func At(t time.Time) Moment { return Moment{t.UTC().Truncate(time.Second)} }

// ParseMoment reads Y-m-d H:i:s; the error names the format. It is stricter than
// package time: one-digit hours and fractions of a second are errors.
func ParseMoment(s string) (Moment, error) {
	t, err := time.Parse(MomentFormat, s)
	if err != nil || len(s) != len(MomentFormat) {
		return Moment{}, fmt.Errorf("%q is not a date and time in the format Y-m-d H:i:s", s)
	}
	return Moment{t}, nil
}

// String returns the moment in MomentFormat, "" for the zero moment.
func (m Moment) String() string {
	if m.IsZero() {
		return ""
	}
	return m.Format(MomentFormat)
}

// MarshalJSON writes the moment in MomentFormat.
func (m Moment) MarshalJSON() ([]byte, error) { return m.appendJSON(nil), nil }

// MarshalJSONTo is MarshalJSON without memory of its own.
func (m Moment) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteValue(m.appendJSON(e.AvailableBuffer()))
}

// appendJSON makes MomentFormat from RFC 3339, because package time is fast at it.
func (m Moment) appendJSON(to []byte) []byte {
	to = m.UTC().AppendFormat(append(to, '"'), time.RFC3339)
	to[len(to)-len("T15:04:05Z")], to[len(to)-1] = ' ', '"'
	return to
}

// UnmarshalJSON reads MomentFormat. null changes nothing.
func (m *Moment) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	t, err := time.Parse(`"`+MomentFormat+`"`, string(text))
	m.Time = t
	return err
}

// Day is a calendar day in UTC. In JSON it is "2026-10-02".
type Day struct{ time.Time }

// DayOf returns the calendar day of t.
func DayOf(t time.Time) Day {
	y, m, d := t.UTC().Date()
	return Day{time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
}

// ParseDay reads Y-m-d; the error names the format.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(DayFormat, s)
	if err != nil {
		return Day{}, fmt.Errorf("%q is not a calendar day in the format Y-m-d", s)
	}
	return Day{t}, nil
}

// End returns the last second of the day, 23:59:59.
func (d Day) End() time.Time { return d.Add(24*time.Hour - time.Second) }

// String returns Y-m-d.
func (d Day) String() string { return d.Format(DayFormat) }

// MarshalJSON writes the day in DayFormat.
func (d Day) MarshalJSON() ([]byte, error) { return []byte(`"` + d.UTC().Format(DayFormat) + `"`), nil }

// UnmarshalJSON reads DayFormat. null changes nothing.
func (d *Day) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	t, err := time.Parse(`"`+DayFormat+`"`, string(text))
	d.Time = t
	return err
}
