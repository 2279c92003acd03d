package account

import "context"

// lock is a mutex with a limited wait. It ends after Patience and with the caller's
// context, because a holder may build and store a large world.
type lock chan struct{}

func newLock() lock { return make(lock, 1) }

// acquire waits for the lock. The error is ErrBusy, or the context's.
func (l lock) acquire(ctx context.Context) error {
	select {
	case l <- struct{}{}:
		return nil
	default:
	}
	ctx, cancel := WaitForAccount(ctx, Patience)
	defer cancel()
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (l lock) release() { <-l }
