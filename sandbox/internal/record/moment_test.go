package record_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestMomentOfJSON reads a moment as a parser does, in its usual format and in others.
func TestMomentOfJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`"2026-10-09 12:00:01"`, `"0001-01-01 00:00:00"`, `"2026-02-29 12:00:00"`, `"2026-10-09T12:00:00"`, `"2026-10-09 24:00:00"`,
		`"2026-10-09 1:00:00"`, `"2026-10-09 12:00:00.5"`, `"2026-10-09 12:00:0x"`, `"2026-10-09 12:00:60"`, `""`, `x2026-10-09 12:00:01x`, `5`} {
		var got record.Moment
		err := got.UnmarshalJSON([]byte(text))
		want, wrong := time.Parse(`"`+record.MomentFormat+`"`, text)
		if (err != nil) != (wrong != nil) || got.Time != want {
			t.Errorf("%s: got %v (%v), want %v (%v)", text, got, err, want, wrong)
		}
	}
}

// TestParseMoment refuses hours of one digit and parts of a second.
func TestParseMoment(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{"2026-10-09 09:00:01": true, "2026-10-09 9:00:01": false, "2026-10-09 09:00:01.5": false, "2026-02-29 09:00:01": false, "": false} {
		got, err := record.ParseMoment(text)
		if (err == nil) != ok || ok && got.String() != text {
			t.Errorf("%q: got %s (%v)", text, got, err)
		}
	}
}

// TestNullChangesNothing reads null into values.
func TestNullChangesNothing(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 10, 9, 0, 0, 0, 0, time.UTC)
	moment, date, amount := record.At(day), record.DayOf(day), record.Cents(1)
	for _, err := range []error{moment.UnmarshalJSON([]byte("null")), date.UnmarshalJSON([]byte("null")), amount.UnmarshalJSON([]byte("null"))} {
		must(t, err)
	}
	if !moment.Equal(day) || !date.Equal(day) || !amount.Equal(record.Cents(1)) {
		t.Errorf("got %s, %s and %s", moment, date, amount)
	}
}

// TestTimesAsText writes moments and days in UTC and reads days back.
func TestTimesAsText(t *testing.T) {
	t.Parallel()
	late := time.Date(2026, 10, 9, 23, 30, 0, 999, time.FixedZone("", -3600))
	if got := record.At(late).String(); got != "2026-10-10 00:30:00" {
		t.Errorf("got %q", got)
	}
	if got := (record.Moment{}).String(); got != "" {
		t.Errorf("no moment is %q", got)
	}
	if got, end := record.DayOf(late), time.Date(2026, 10, 10, 23, 59, 59, 0, time.UTC); got.String() != "2026-10-10" || !got.End().Equal(end) {
		t.Errorf("got %s until %s", got, got.End())
	}
	for text, ok := range map[string]bool{"2026-10-09": true, "2024-02-29": true, "2026-02-29": false, "2026-1-09": false, "2026-10-09 00:00:00": false, "": false} {
		got, err := record.ParseDay(text)
		if (err == nil) != ok || ok && got.String() != text || !ok && !got.IsZero() {
			t.Errorf("%q: got %s (%v)", text, got, err)
		}
	}
}
