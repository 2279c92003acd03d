package transfer

import (
	"bytes"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// latest returns when something happened to an order last.
func latest(o *record.Order) time.Time {
	last := o.OrderDate.Time
	if o.FinishDate != nil && o.FinishDate.After(last) {
		last = o.FinishDate.Time
	}
	for i := range o.Refunds {
		if o.Refunds[i].Date.After(last) {
			last = o.Refunds[i].Date.Time
		}
	}
	return last
}

// shiftDates returns the text of a record with its dates moved: every text consisting of
// a day or a date and time, whatever its name is. The text keeps its length.
func (r *reader) shiftDates(in raw) []byte {
	if r.shift == 0 {
		return in.text
	}
	text := bytes.Clone(in.text)
	for i := 0; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		start := i + 1
		i = endOfString(text, start)
		if date := text[start:i]; !shift(date, r.shift) {
			r.faults.add(in.path, "the date %s cannot move by %dd, because years are from 1 to 9999", date, r.shift)
		}
	}
	return text
}

// endOfString returns where the string with a start ends: its closing quotation mark.
func endOfString(text []byte, start int) int {
	for text[start] != '"' {
		if text[start] == '\\' {
			start++
		}
		start++
	}
	return start
}

// shift moves a date by days in its place, if it is one. It reports false for a date
// that would leave the years of both formats.
func shift(date []byte, days int) bool {
	for _, format := range []string{time.DateOnly, time.DateTime} {
		if len(date) != len(format) {
			continue
		}
		if t, err := time.Parse(format, string(date)); err == nil {
			if t = t.AddDate(0, 0, days); t.Year() < 1 || t.Year() > 9999 {
				return false
			}
			copy(date, t.Format(format))
		}
	}
	return true
}
