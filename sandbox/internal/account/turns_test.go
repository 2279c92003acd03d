package account

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestTurns waits for an account as long as Patience and the caller's context allow. Many
// share it, those who come behind a caller that waits to have it alone wait too, and another
// account is free.
func TestTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var turns Turns
		take := func(by func(context.Context, string) (func(), error), code string) func() {
			t.Helper()
			release, err := by(t.Context(), code)
			if err != nil {
				t.Fatal(err)
			}
			return release
		}
		one, another := take(turns.Share, "A"), take(turns.Share, "A")
		take(turns.Alone, "B")()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := turns.Alone(short, "A"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got error %v, want %v", err, context.DeadlineExceeded)
		}
		one()
		time.AfterFunc(time.Second, another)
		start := time.Now()
		alone := take(turns.Alone, "A")
		if took := time.Since(start); took != time.Second {
			t.Errorf("waited %v for those who share it", took)
		}
		start = time.Now()
		if _, err := turns.Share(t.Context(), "A"); !errors.Is(err, ErrBusy) || time.Since(start) != Patience {
			t.Errorf("got error %v after %v, want %v after %v", err, time.Since(start), ErrBusy, Patience)
		}
		time.AfterFunc(Patience/2, alone)
		take(turns.Share, "A")()
		if len(turns.of) != 0 {
			t.Errorf("%d accounts are remembered though nobody has one", len(turns.of))
		}
	})
}
