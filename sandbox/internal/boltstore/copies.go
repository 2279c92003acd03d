package boltstore

import (
	"context"
	"errors"
	"sync"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	bolt "go.etcd.io/bbolt"
)

// copies are the accounts being copied in several transactions. Their updates wait,
// otherwise the copy would have a part of an update.
type copies struct {
	mu    sync.Mutex
	ended map[string]chan struct{} // by code, the channel of the copy, closed at its end
}

// beingCopied is the error of a plan for an account being copied. The plan runs
// again when the copy has ended.
type beingCopied struct{ ended <-chan struct{} }

func (*beingCopied) Error() string { return "the account is being copied" }

// begin makes the updates of an account wait until a copy ends. Further calls of the
// same copy do nothing.
func (c *copies) begin(code string, ended chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == nil {
		c.ended = map[string]chan struct{}{}
	}
	c.ended[code] = ended
}

// end lets the updates of an account continue if the copy has made them wait.
func (c *copies) end(code string, ended chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended[code] == ended {
		close(ended)
		delete(c.ended, code)
	}
}

// check returns a *beingCopied while a copy other than the given one, nil for none,
// copies an account.
func (c *copies) check(code string, own chan struct{}) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ended := c.ended[code]; ended != nil && ended != own {
		return &beingCopied{ended}
	}
	return nil
}

// write runs a plan as the writer does. It waits for copies of the account. The error
// is account.ErrBusy when one takes too long.
func (db *DB) write(ctx context.Context, p plan) error {
	err := db.writer.write(ctx, p)
	var wait *beingCopied
	if !errors.As(err, &wait) {
		return err
	}
	waiting, cancel := accounts.WaitForAccount(ctx, db.patience)
	defer cancel()
	for errors.As(err, &wait) {
		select {
		case <-wait.ended:
		case <-waiting.Done():
			return context.Cause(waiting)
		}
		err = db.writer.write(ctx, p)
	}
	return err
}

// writable returns the records of an account for an update. The error is
// account.ErrUnknown or a *beingCopied.
func (db *DB) writable(file *bolt.Tx, code string) (*records, error) {
	if err := db.copies.check(code, nil); err != nil {
		return nil, err
	}
	return account(file, code)
}
