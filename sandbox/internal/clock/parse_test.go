package clock_test

import (
	"math"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

func TestParseDuration(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	tests := map[string]time.Duration{
		"8d": 8 * day, "-7d": -7 * day, "-7d+1s": -7*day + time.Second, "1d12h": 36 * time.Hour,
		"-1d12h": -36 * time.Hour, "+1d-1ns": day - 1, "1.5d": 36 * time.Hour, "0": 0, "0s": 0, "-0d": 0,
		"90m": 90 * time.Minute, "5ms": 5 * time.Millisecond, "5us": 5 * time.Microsecond, "5µs": 5 * time.Microsecond,
		".5s": time.Second / 2, "1d1d": 2 * day, "106751d": 106751 * day, "-106751d": -106751 * day,
	}
	for in, want := range tests {
		if got, err := clock.ParseDuration(in); got != want || err != nil {
			t.Errorf("ParseDuration(%q) = %v, %v, want %v", in, got, err, want)
		}
	}
}

func TestParseDurationErrors(t *testing.T) {
	t.Parallel()
	const hint = "write numbers with units, such as 8d, -7d+1s or 1d12h (units: d = 24 h, h, m, s, ms, us, ns)"
	const long = "it is too long: the longest duration is about 292 years (106751d)"
	tests := map[string]string{
		"":                      `the duration is empty: ` + hint,
		"8":                     `duration "8": "8" has no unit: ` + hint,
		"8d5":                   `duration "8d5": "5" has no unit: ` + hint,
		"d":                     `duration "d": expected a number at "d": ` + hint,
		"1.2.3d":                `duration "1.2.3d": expected a number at "1.2.3d": ` + hint,
		".d":                    `duration ".d": expected a number at ".d": ` + hint,
		"--1d":                  `duration "--1d": expected a number at "": ` + hint,
		"1d+":                   `duration "1d+": expected a number at "": ` + hint,
		"3w":                    `duration "3w": unknown unit "w": ` + hint,
		"1d 2h":                 `duration "1d 2h": unknown unit "d ": ` + hint,
		"106752d":               `duration "106752d": ` + long,
		"99999999999999999999d": `duration "99999999999999999999d": ` + long,
		"9999999h":              `duration "9999999h": ` + long,
		"106751d1d":             `duration "106751d1d": ` + long,
		"-106751d1d":            `duration "-106751d1d": ` + long,
	}
	for in, want := range tests {
		if got, err := clock.ParseDuration(in); err == nil || err.Error() != want {
			t.Errorf("ParseDuration(%q) = %v, %v, want %s", in, got, err, want)
		}
	}
}

// TestParseMove moves by weeks, months and years of the calendar, and by durations.
func TestParseMove(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1w": "2026-05-20 12:00:00", "-2w": "2026-04-29 12:00:00", "1mo": "2026-06-13 12:00:00", "+1y": "2027-05-13 12:00:00", "-12mo": "2025-05-13 12:00:00",
		"8d": "2026-05-21 12:00:00", "-1d12h": "2026-05-12 00:00:00",
	} {
		move, err := clock.ParseMove(text)
		if err != nil || move(noon).Format(time.DateTime) != want {
			t.Errorf("%s: got %v, %v, want %s", text, move(noon), err, want)
		}
	}
	for _, text := range []string{"", "w", "1 w", "1w1", "12345mo", "1.5mo", "1wk"} {
		if _, err := clock.ParseMove(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func TestParseMoment(t *testing.T) {
	t.Parallel()
	tests := map[string]time.Time{
		"2026-05-13":                time.Date(2026, 5, 13, 0, 0, 0, 0, time.UTC),
		"2026-05-13 12:00:00":       noon,
		"2026-05-13T12:00:00Z":      noon,
		"2026-05-13T14:00:00+02:00": noon,
		"2026-05-13T12:00:00.5Z":    noon.Add(time.Second / 2),
	}
	for in, want := range tests {
		if got, err := clock.ParseMoment(in); got != want || err != nil {
			t.Errorf("ParseMoment(%q) = %v, %v, want %v", in, got, err, want)
		}
	}
}

func TestParseMomentErrors(t *testing.T) {
	t.Parallel()
	const hint = ": write Y-m-d, Y-m-d H:i:s or RFC 3339, such as 2026-05-13, 2026-05-13 12:12:12 or 2026-05-13T12:12:12Z"
	tests := map[string]string{
		"":                    `"" is not a moment` + hint,
		"tomorrow":            `"tomorrow" is not a moment` + hint,
		"13.05.2026":          `"13.05.2026" is not a moment` + hint,
		"2026-02-30":          `"2026-02-30" is not a moment (day out of range)` + hint,
		"2026-05-13 25:00:00": `"2026-05-13 25:00:00" is not a moment (hour out of range)` + hint,
		"2026-05-13 1:00:00":  `"2026-05-13 1:00:00" is not a moment` + hint,
		"2026-05-13T12:00:00": `"2026-05-13T12:00:00" is not a moment` + hint,

		"0001-01-01":                `"0001-01-01" is out of range: the year must be from 1900 to 2199`,
		"9999-12-31":                `"9999-12-31" is out of range: the year must be from 1900 to 2199`,
		"2199-12-31T23:00:00-02:00": `"2199-12-31T23:00:00-02:00" is out of range: the year must be from 1900 to 2199`,
	}
	for in, want := range tests {
		if got, err := clock.ParseMoment(in); err == nil || err.Error() != want {
			t.Errorf("ParseMoment(%q) = %v, %v, want %s", in, got, err, want)
		}
	}
}

func FuzzParseDuration(f *testing.F) {
	for _, seed := range []string{"8d", "-7d+1s", "1.5d", "µs", "--", "99999999999d", "1d\x80"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := clock.ParseDuration(s)
		if err != nil && d != 0 {
			t.Errorf("ParseDuration(%q) = %v beside %v", s, d, err)
		}
		if d, err := time.ParseDuration(s); err == nil && d != math.MinInt64 {
			if got, err := clock.ParseDuration(s); err != nil || got != d {
				t.Errorf("ParseDuration(%q) = %v, %v, want what Go reads: %v", s, got, err, d)
			}
		}
	})
}
