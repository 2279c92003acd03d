package boltstore

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// tx is a transaction over the records of one account.
type tx struct {
	account *records // nil when the account has no records
	tables  [tableCount]*table
	writes  *writes            // nil in a view
	changes *[]commerce.Change // nil when changes are not collected
	brief   bool               // whether changes have no bytes

	makeRoom func() error // called before each record is written; nil when all records fit
}

var _ commerce.Tx = (*tx)(nil)

// viewTx returns a reading transaction.
func viewTx(account *records) *tx { return &tx{account: account} }

// updateTx returns a transaction to collect changes.
func updateTx(account *records) *tx {
	return &tx{account: account, writes: &writes{}, changes: &[]commerce.Change{}}
}

// seedTx returns a transaction over an account without records. It does not
// collect changes, because a world may be very large.
func seedTx() *tx { return &tx{writes: &writes{}} }

func (t *tx) Orders() commerce.Orders               { return orderStore{t} }
func (t *tx) Customers() commerce.Customers         { return customerStore{t} }
func (t *tx) Subscriptions() commerce.Subscriptions { return subscriptionStore{t} }
func (t *tx) Products() commerce.Products           { return productStore{t} }
func (t *tx) Campaigns() commerce.Campaigns         { return campaignStore{t} }
func (t *tx) Handles() commerce.Handles             { return handleStore{t} }

// table opens a table of the account.
func (t *tx) table(id tableID) *table {
	if t.tables[id] == nil {
		t.tables[id] = &table{id: id, writes: t.writes}
	}
	t.tables[id].stored = t.account // a seeding gets it later
	return t.tables[id]
}

// pending returns the transaction's writes to tables, in key order: a bucket is one
// long node until its transaction commits, and an insert in the middle moves all
// entries behind it. A removed entry has a nil value.
func (t *tx) pending(tables [tableCount]*table) (list []pendingEntry) {
	list = make([]pendingEntry, 0, 16)
	for _, written := range tables {
		if written == nil {
			continue
		}
		first := len(list)
		for _, key := range written.order {
			list = append(list, pendingEntry{written.id, key, written.pending[key]})
		}
		slices.SortFunc(list[first:], func(a, b pendingEntry) int { return strings.Compare(a.key, b.key) })
	}
	return list
}

// release forgets the pending entries of tables, now in the file, and keeps their memory
// for further ones.
func (t *tx) release(tables [tableCount]*table) {
	for _, written := range tables {
		if written != nil {
			clear(written.pending)
			clear(written.order)
			written.order, written.bytes = written.order[:0], 0
		}
	}
	*t.writes = writes{}
}

// apply writes all pending entries to the account's records.
func (t *tx) apply(account *records) error {
	account.bucket.FillPercent = 0.8 // leaves room for later inserts
	if t.changes == nil {
		account.bucket.FillPercent = 1 // because a new world is written in key order
	}
	var key []byte // bbolt copies it
	for _, e := range t.pending(t.tables) {
		key = e.appendKey(key[:0])
		if err := account.applyEntry(key, e.value); err != nil {
			return fmt.Errorf("%s: %w", e.in, err)
		}
	}
	return nil
}

// room calls makeRoom. The caller opens its tables afterwards, because makeRoom
// changes what they have stored.
func (t *tx) room() error {
	if t.makeRoom == nil {
		return nil
	}
	return t.makeRoom()
}

// addChange adds the change of a record. It copies the image before, because that may belong
// to the file. A brief one has empty images, and none of the memory of the whole ones.
func (t *tx) addChange(c commerce.Change) {
	if t.brief {
		c.Before, c.After = bytes.Clone(c.Before[:0]), bytes.Clone(c.After[:0])
		t.changedBriefly(c)
		return
	}
	c.Before = bytes.Clone(c.Before)
	*t.changes = append(*t.changes, c)
}

// maxListed is how many changes without their bytes are listed.
const maxListed = 1000

// changedBriefly adds a change without its bytes, or counts it with one like it when many
// are listed, because an import may change a million records.
func (t *tx) changedBriefly(c commerce.Change) {
	if len(*t.changes) >= maxListed {
		for i := range slices.Backward(*t.changes) {
			if other := &(*t.changes)[i]; other.Kind == c.Kind && (other.Before == nil) == (c.Before == nil) && (other.After == nil) == (c.After == nil) {
				other.Others++
				return
			}
		}
	}
	*t.changes = append(*t.changes, c)
}
