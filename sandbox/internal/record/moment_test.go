package record_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// A moment is read as a parser reads it, in its usual format and in others.
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
		if err != nil {
			t.Error(err)
		}
	}
	if !moment.Equal(day) || !date.Equal(day) || !amount.Equal(record.Cents(1)) {
		t.Errorf("got %s, %s and %s", moment, date, amount)
	}
}
