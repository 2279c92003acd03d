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
