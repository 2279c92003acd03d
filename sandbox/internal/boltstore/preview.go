package boltstore

import (
	"context"
	"fmt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// PreviewAccount returns the records of an account that does not exist, as seed
// writes them. They are only in memory, for one goroutine. The error is
// account.ErrTooLarge when they do not fit into one part, or seed's.
func (db *DB) PreviewAccount(seed func(commerce.Tx) error) (commerce.Store, error) {
	t := seedTx()
	t.makeRoom = func() error {
		if t.writes.bytes > db.parts.bytes {
			return fmt.Errorf("%w: its records have more than %d MiB", accounts.ErrTooLarge, db.parts.bytes>>20)
		}
		return nil
	}
	if err := seed(t); err != nil {
		return nil, err
	}
	return memory{t}, nil
}

// memory are records outside the file.
type memory struct{ tx *tx }

func (m memory) View(fn func(commerce.Tx) error) error { return fn(m.tx) }

func (m memory) Update(fn func(commerce.Tx) error) ([]commerce.Change, error) { return nil, fn(m.tx) }

func (m memory) Extend(_ context.Context, _ int, fn func(commerce.Tx) error) ([]commerce.Change, error) {
	return nil, fn(m.tx)
}

func (m memory) Preview(fn func(commerce.Tx) error) ([]commerce.Change, error) {
	return nil, fn(m.tx)
}
