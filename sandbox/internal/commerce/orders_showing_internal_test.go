package commerce

import (
	"errors"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// counting is a transaction that counts how many orders it reads and stores.
type counting struct {
	Tx
	read, stored int
}

type countedOrders struct {
	Orders
	of *counting
}

func (c *counting) Orders() Orders { return countedOrders{of: c} }

func (o countedOrders) Get(string) (record.StoredOrder, bool, error) {
	o.of.read++
	return record.StoredOrder{}, true, nil
}

func (o countedOrders) Put(record.StoredOrder) error {
	o.of.stored++
	return nil
}

// TestChangeOrdersEnds refuses as soon as one order more would be in memory than there is
// room for, and reads no further ones.
func TestChangeOrdersEnds(t *testing.T) {
	t.Parallel()
	about := record.Name{Kind: record.CustomerKind, ID: "7"}
	refs := []string{"1", "2", "3", "4", "5"}
	for room, want := range map[int]counting{0: {read: 1}, 2: {read: 3, stored: 2}, 5: {read: 5, stored: 5}} {
		tx := &counting{}
		_, err := changeOrders(tx, refs, about, room, func(*record.StoredOrder) bool { return true })
		var tooMany *TooManyError
		if *tx != want || errors.As(err, &tooMany) != (room < len(refs)) || tooMany != nil && tooMany.Record != about {
			t.Errorf("room for %d: read %d and stored %d, want %d and %d; %v", room, tx.read, tx.stored, want.read, want.stored, err)
		}
	}
}
