package boltstore

import (
	"errors"
	"slices"
	"sync"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

const (
	// columnFrom is how many orders a view reads one after the other before the
	// account gets a column.
	columnFrom = 5_000
	// columnRows is how many orders all columns have together, in about 45 bytes each, and
	// 100 when lists have needed their briefs.
	columnRows = 500_000
	// columnChanges is how many changes may come while a column is built.
	columnChanges = 10_000
	// columnBulk is how many orders one update may change before it is faster to build
	// the column again.
	columnBulk = 500
	// columnVersions is how many states of a column are kept, for views that began before
	// the latest one.
	columnVersions = 4
)

// columns keep the facts of the orders of large accounts in memory, because a search
// looks at those of its whole window to count the orders that match, and the file needs
// several times as long for each. A column is made from one state of the file, and each
// update that follows gives it another version.
type columns struct {
	from int // columnFrom, less in tests

	mu     sync.RWMutex
	of     map[string]*column // by code
	rows   int
	latest int // the latest transaction that has changed orders
}

// column is the facts of the orders of one account.
type column struct {
	after    int             // the build must see this transaction
	building bool            // versions are still to come
	changes  []columnChange  // that came meanwhile
	versions []columnVersion // the latest last; none when the account is too large
}

// columnVersion is a column from a transaction of the file to that of the next version.
type columnVersion struct {
	transaction int
	facts       factList
}

// columnChange is what a transaction has written to the dates table of an account.
type columnChange struct {
	transaction int
	written     map[string][]byte // as in a table
}

// at returns the facts of an account's orders as a view of the file sees them, false
// when there is no column for it.
func (c *columns) at(code string, transaction int) (factList, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	found := c.of[code]
	if found == nil {
		return nil, false
	}
	for _, v := range slices.Backward(found.versions) {
		if v.transaction <= transaction {
			return v.facts, true
		}
	}
	return nil, false
}

// begin reports whether the caller should build the column of an account.
func (c *columns) begin(code string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of[code] != nil {
		return false
	}
	if c.of == nil {
		c.of = map[string]*column{}
	}
	c.of[code] = &column{after: c.latest, building: true}
	return true
}

// finish adds a column that was built from the file as a transaction left it. Without
// facts the account is too large.
func (c *columns) finish(code string, made columnVersion, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	built := c.of[code]
	switch {
	case built == nil || !built.building: // dropped meanwhile
		return
	case err != nil || made.transaction < built.after || len(built.changes) > columnChanges:
		delete(c.of, code)
		return
	}
	built.building = false
	if made.facts == nil {
		return
	}
	if c.rows += made.facts.len(); c.rows > columnRows {
		c.of, c.rows = map[string]*column{code: built}, made.facts.len()
	}
	built.versions = []columnVersion{made}
	for _, change := range built.changes {
		if change.transaction > made.transaction {
			c.apply(built, change)
		}
	}
	built.changes = nil
}

// change notes what the transaction that is being written does to the dates table of an
// account.
func (c *columns) change(code string, transaction int, written map[string][]byte) {
	if len(written) == 0 {
		return
	}
	if len(written) > columnBulk {
		c.drop(code, transaction)
		return
	}
	change := columnChange{transaction, written}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.latest = change.transaction
	switch changed := c.of[code]; {
	case changed == nil:
	case changed.building:
		if len(changed.changes) <= columnChanges {
			changed.changes = append(changed.changes, change)
		}
	case changed.versions != nil:
		if c.apply(changed, change); c.rows > columnRows {
			c.forget(code)
		}
	}
}

// apply adds the version that a change makes.
func (c *columns) apply(to *column, change columnChange) {
	last := to.versions[len(to.versions)-1]
	facts := last.facts
	for key, packed := range change.written {
		facts = facts.with([]byte(key), packed)
	}
	c.rows += facts.len() - last.facts.len()
	if last.transaction == change.transaction { // of another update in it
		to.versions = to.versions[:len(to.versions)-1]
	}
	to.versions = append(to.versions, columnVersion{change.transaction, facts})
	if len(to.versions) > columnVersions {
		to.versions = slices.Clone(to.versions[1:])
	}
}

// drop forgets the column of an account whose records the transaction replaces.
func (c *columns) drop(code string, transaction int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.latest = transaction
	c.forget(code)
}

// forget forgets the column of an account. The caller holds the lock.
func (c *columns) forget(code string) {
	if dropped := c.of[code]; dropped != nil && dropped.versions != nil {
		c.rows -= dropped.versions[len(dropped.versions)-1].facts.len()
	}
	delete(c.of, code)
}

// dropAll forgets all columns, because the transaction that has changed some of them
// has failed.
func (c *columns) dropAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of, c.rows = nil, 0
}

// buildColumn makes the column of an account.
func (db *DB) buildColumn(code string) {
	if !db.columns.begin(code) {
		return
	}
	go func() {
		built := columnVersion{}
		err := db.view(func(file *bolt.Tx) error {
			stored, err := account(file, code)
			if err == nil {
				built = columnOf(viewTx(stored), file.ID())
			}
			return err
		})
		db.columns.finish(code, built, err)
	}()
}

// columnNow is column for a transaction that needs one of an account with many orders: it
// makes the column unless there is one, or another transaction makes it.
func (t *tx) columnNow() (list factList, made bool) {
	code := t.account.name
	if !t.mayHaveColumn() || !t.hasManyOrders() || !t.db.columns.begin(code) {
		return nil, false
	}
	built, err := columnVersion{}, errNoColumn
	defer func() { t.db.columns.finish(code, built, err) }() // after damage too
	built, err = columnOf(t, t.file.ID()), nil
	return built.facts, built.facts != nil
}

var errNoColumn = errors.New("the orders were not read to the end")

// hasManyOrders reports whether the account has enough orders for a column.
func (t *tx) hasManyOrders() bool {
	cursor := newTableCursor(t.account.bucket, dates)
	for n := 0; cursor.key != nil; cursor.next() {
		if n++; n == t.db.columns.from {
			return true
		}
	}
	return false
}

// columnOf reads a column from the file. It has no facts when the account is too large.
func columnOf(t *tx, transaction int) columnVersion {
	all := make([]commerce.OrderFacts, 0, 2*columnFrom)
	for key, packed := range t.table(dates).scanPrefix(nil).all() {
		if len(all) == columnRows {
			return columnVersion{transaction: transaction}
		}
		all = append(all, unpackOrderFacts(numberAt(key, 0), numberAt(key, 1), packed))
	}
	return columnVersion{transaction, newFactList(all)}
}
