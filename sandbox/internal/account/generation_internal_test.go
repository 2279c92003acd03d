package account

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestWithoutRuns deletes an account where nobody keeps runs.
func TestWithoutRuns(t *testing.T) {
	t.Parallel()
	removed := false
	if (noRuns{}).RecordDeletion(nil, func() { removed = true }); !removed {
		t.Error("it was not removed")
	}
}

// TestEndedBy waits a second for the end that the store knows of already.
func TestEndedBy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			err   error
			after time.Duration
			known bool
		}{
			{ErrUnknown, time.Second - 1, true}, {ErrEnded, time.Second - 1, true}, {ErrEnded, time.Second + 1, false}, {errors.New("another"), 1, false},
		} {
			a := (&lasting{Code: "A"}).newGeneration()
			time.AfterFunc(test.after, func() { a.end(&EndedError{a.Code, WasReset}) })
			if got := a.EndedBy(t.Context(), test.err); (got != nil) != test.known {
				t.Errorf("%v, ended after %s: got %v", test.err, test.after, got)
			}
			time.Sleep(2 * time.Second)
		}
	})
}
