package account

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestLock waits for the lock as long as Patience and the caller's context allow.
func TestLock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLock()
		if err := l.acquire(t.Context()); err != nil {
			t.Fatal(err)
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := l.acquire(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got error %v, want %v", err, context.DeadlineExceeded)
		}
		start := time.Now()
		if err := l.acquire(t.Context()); !errors.Is(err, ErrBusy) || time.Since(start) != Patience {
			t.Errorf("got error %v after %v, want %v after %v", err, time.Since(start), ErrBusy, Patience)
		}
		time.AfterFunc(Patience/2, l.release)
		if err := l.acquire(t.Context()); err != nil {
			t.Errorf("got error %v for a lock that is released in time", err)
		}
	})
}
