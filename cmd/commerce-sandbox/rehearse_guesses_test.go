//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestGuesses rehearses clients with a mistake that another answer to an open question, or
// another day, shows, and the same ones mended.
func TestGuesses(t *testing.T) {
	t.Parallel()
	requireTools(t, "python3")
	for _, test := range []struct{ name, schedule, says string }{
		{"status_201_only", "answer:search-status=200", "RESTS ON A GUESS: with search-status 200: exit code 1; search-orders#1 has status 200 in place of 201\n  question: search-status, section 4.1: "},
		{"missing_key", "answer:nulls=omitted", "RESTS ON A GUESS: with nulls omitted: exit code 1; search-orders#1 has Items[RefNo=100031545].AdditionalFields nothing in place of null\n"},
		{"totals_trusted", "answer:page-totals=running", "exit code 1; search-orders#1 has Items[RefNo="},
		{"session_for_ever", "answer:session-life=5s", "exit code 1; upgrade-partner-subscriptions#5 has code FORBIDDEN in place of INVALID_PARAMETER"},
		{"local_midnight", "day:2027-06-11T23:59:58Z", "FAILS ON A DAY: at 2027-06-11T23:59:58Z (the moment of the schedule): exit code 1; on 2027-06-15: it passes\n"},
		{"yesterday_by_subtraction", "day:2027-03-28T22:30:00Z", "FAILS ON A DAY: "},
		{"thirty_days_a_month", "day:2027-01-31T12:00:00Z", "FAILS ON A DAY: "},
		{"a_leap_year_too_many", "day:2100-02-28T12:00:00Z", "FAILS ON A DAY: at 2100-02-28T12:00:00Z (the moment of the schedule): exit code 1; on 2100-02-15: it passes, with 1 campaign created\n"},
	} {
		for _, mended := range []bool{false, true} {
			t.Run(test.name, func(t *testing.T) {
				t.Parallel()
				args := []string{"rehearse", "--schedule", test.schedule, "--", "python3", filepath.Join("testdata", "clients", "guess.py"), test.name}
				if mended {
					args = append(args, "mended")
				}
				got := call(t, withPath(env{}), args...)
				if text := got.stdout + got.stderr; mended && got.code != 0 || !mended && (got.code != 1 || !strings.Contains(text, test.says)) {
					t.Errorf("mended %t: got %d %s, want %q", mended, got.code, text, test.says)
				}
			})
		}
	}
}
