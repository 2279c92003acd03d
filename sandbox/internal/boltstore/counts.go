package boltstore

import (
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

// countsOf returns the numbers of records of an account from the numbers of keys in its tables.
func countsOf(keys func(tableID) int) commerce.Counts {
	return commerce.Counts{
		Orders: keys(dates), Campaigns: keys(campaigns), Customers: keys(customers),
		Subscriptions: keys(subscriptions), Products: keys(products), Partners: keys(partners),
	}
}

// keysOf returns how many keys a table has.
func keysOf(account *bolt.Bucket, table tableID) (n int) {
	cursor := account.Cursor()
	for key, _ := cursor.Seek(table.key(nil)); key != nil && tableID(key[0]) == table; key, _ = cursor.Next() {
		n++
	}
	return n
}
