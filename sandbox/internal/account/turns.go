package account

import (
	"cmp"
	"context"
	"math"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// Patience is how long a caller waits while another caller opens, replaces or
// copies the records of an account.
const Patience = 10 * time.Second

// Turns let the callers who need an account wait for each other: many share it, or one has it
// alone. A wait ends after Patience, because the holder may build and store a large world, and
// with the caller's context. The zero value is ready.
type Turns struct {
	Patience time.Duration // that of the package when 0

	mu sync.Mutex
	of map[string]*turn // by code, while somebody has the account or waits for it
}

type turn struct {
	room    *semaphore.Weighted
	callers int
}

// everybody is the room that one caller alone takes.
const everybody = math.MaxInt64

// Share returns when nobody has the account alone. The error is ErrBusy, or the context's.
func (t *Turns) Share(ctx context.Context, code string) (release func(), err error) {
	return t.take(ctx, code, 1)
}

// Alone returns when nobody else has the account. Those who come later wait behind it. Its
// errors are those of Share.
func (t *Turns) Alone(ctx context.Context, code string) (release func(), err error) {
	return t.take(ctx, code, everybody)
}

func (t *Turns) take(ctx context.Context, code string, room int64) (release func(), err error) {
	t.mu.Lock()
	own := t.of[code]
	if own == nil {
		own = &turn{room: semaphore.NewWeighted(everybody)}
		if t.of == nil {
			t.of = map[string]*turn{}
		}
		t.of[code] = own
	}
	own.callers++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if own.callers--; own.callers == 0 {
			delete(t.of, code)
		}
	}
	if !own.room.TryAcquire(room) {
		waiting, cancel := context.WithTimeoutCause(ctx, cmp.Or(t.Patience, Patience), ErrBusy)
		defer cancel()
		if own.room.Acquire(waiting, room) != nil {
			leave()
			return nil, context.Cause(waiting)
		}
	}
	return func() {
		own.room.Release(room)
		leave()
	}, nil
}
