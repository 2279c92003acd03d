package boltstore

import (
	"bytes"
	"context"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	bolt "go.etcd.io/bbolt"
)

// Count returns how many records the account has. It reads only keys, and of the
// orders the counts of the days.
func (s store) Count() (commerce.Counts, error) {
	var c commerce.Counts
	err := s.db.read(func(v *openView) error {
		t, err := v.over(s)
		if err != nil {
			return err
		}
		c = countsOf(func(table tableID) int {
			if table == dates {
				return orderStore{t}.number()
			}
			return keysOf(t.account.bucket, table)
		})
		return nil
	})
	return c, err
}

// countsOf returns how many records an account has whose tables have so many keys.
func countsOf(keys func(tableID) int) commerce.Counts {
	return commerce.Counts{
		Orders: keys(dates), Campaigns: keys(campaigns), Customers: keys(customers),
		Subscriptions: keys(subscriptions), Products: keys(products), Partners: keys(partners),
	}
}

// keysOf returns how many keys a table has.
func keysOf(account *bolt.Bucket, table tableID) (n int) {
	for c := newTableCursor(account, table); c.key != nil; c.next() {
		n++
	}
	return n
}

// SnapshotChanges returns what would change if the records of a snapshot replaced
// those of its account. It ends with the context. The error is
// account.ErrUnknownSnapshot when no snapshot has the name.
func (db *DB) SnapshotChanges(ctx context.Context, code, name string) (commerce.Changes, error) {
	var c commerce.Changes
	err := db.view(func(file *bolt.Tx) error {
		now, err := account(file, code)
		if err != nil {
			return err
		}
		then, err := snapshot(file, code, name)
		if err != nil {
			return err
		}
		for table, kind := range map[tableID]*commerce.KindChanges{
			orders: &c.Orders, campaigns: &c.Campaigns, customers: &c.Customers, subscriptions: &c.Subscriptions,
			products: &c.Products, partners: &c.Partners, settings: &c.Settings,
		} {
			if *kind, err = tableChanges(ctx, table, now.bucket, then.bucket); err != nil {
				return err
			}
		}
		return nil
	})
	return c, err
}

// tableChanges compares a table of an account with that of its snapshot, as both
// are stored.
func tableChanges(ctx context.Context, table tableID, now, then *bolt.Bucket) (c commerce.KindChanges, err error) {
	a, b := newTableCursor(now, table), newTableCursor(then, table)
	for a.key != nil || b.key != nil {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		order := bytes.Compare(a.key, b.key)
		switch {
		case b.key == nil || a.key != nil && order < 0:
			c.Before, c.Removed = c.Before+1, c.Removed+1
			a.next()
		case a.key == nil || order > 0:
			c.After, c.Added = c.After+1, c.Added+1
			b.next()
		default:
			if !bytes.Equal(a.sealed, b.sealed) {
				c.Changed, c.Edited = c.Changed+1, c.Edited+1
			}
			c.Before, c.After = c.Before+1, c.After+1
			a.next()
			b.next()
		}
	}
	return c, nil
}

// tableCursor reads the entries of a table, sorted. Its key is nil at the end.
type tableCursor struct {
	cursor      *bolt.Cursor
	table       tableID
	key, sealed []byte
}

func newTableCursor(account *bolt.Bucket, table tableID) *tableCursor {
	c := &tableCursor{cursor: account.Cursor(), table: table}
	c.take(c.cursor.Seek(table.key(nil)))
	return c
}

func (c *tableCursor) next() { c.take(c.cursor.Next()) }

func (c *tableCursor) take(key, sealed []byte) {
	if key == nil || tableID(key[0]) != c.table {
		key, sealed = nil, nil
	}
	c.key, c.sealed = key, sealed
}
