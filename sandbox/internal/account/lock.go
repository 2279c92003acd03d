package account

import "context"

// lock is a mutex whose wait ends when the caller's context ends, because a
// holder may build and store a large world.
type lock chan struct{}

func newLock() lock { return make(lock, 1) }

// acquire waits for the lock. The error is that of the context.
func (l lock) acquire(ctx context.Context) error {
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l lock) release() { <-l }
