// Package commerce is the shop: orders, upsell campaigns, their settings and
// partner subscription upgrades, with every business rule of the interface.
//
// A Shop belongs to one account. Each operation of the interface is one method and
// one transaction of its Store, under the Terms of the call: the account's moment
// and its answers to the interface's open questions. A method checks every value
// itself, so a caller in Go gets the same problems as a client of a protocol. A
// broken rule is a *Problem; any other error is a fault of the sandbox.
//
// The package leaves everything else to others: the shapes of records to record, their
// agreement with each other to ledger, reading and writing a protocol to rest and soap,
// statuses and faults to catalog, bytes and indexes to boltstore, time to clock, failures
// on demand to scenario. It takes codes, limits and closed sets of values from catalog.
package commerce

import (
	"cmp"
	"errors"
	"slices"
)

// Shop is the shop of one account.
type Shop struct {
	merchant string // the merchant (vendor) code in orders
	store    Store
}

// NewShop returns the shop of a merchant with its records in store.
func NewShop(merchant string, store Store) *Shop {
	return &Shop{merchant: merchant, store: store}
}

// Preview returns a shop with the same answers as this one. It stores nothing.
func (s *Shop) Preview() *Shop { return &Shop{merchant: s.merchant, store: previewStore{s.store}} }

// previewStore previews every update.
type previewStore struct{ Store }

// Update runs fn and returns no changes, because it stores nothing.
func (s previewStore) Update(fn func(Tx) error) ([]Change, error) {
	_, err := s.Preview(fn)
	return nil, err
}

// Discarding returns a shop with the same answers as this one. Its methods return
// the changes they would make, and store nothing.
func (s *Shop) Discarding() *Shop {
	return &Shop{merchant: s.merchant, store: discardingStore{s.store}}
}

// discardingStore loses every update.
type discardingStore struct{ Store }

// Update runs fn and returns its changes without storing them.
func (s discardingStore) Update(fn func(Tx) error) ([]Change, error) { return s.Preview(fn) }

// Before returns the shop as it was before changes, given in the order of writing. It
// stores nothing.
func (s *Shop) Before(changes []Change) *Shop {
	return &Shop{merchant: s.merchant, store: earlierStore{previewStore{s.store}, changes}}
}

// earlierStore undoes changes before each read.
type earlierStore struct {
	previewStore
	undone []Change
}

// errRead ends the preview of a read, because it has nothing to store.
var errRead = errors.New("the records have been read")

// View runs fn against the records as they were.
func (s earlierStore) View(fn func(Tx) error) error {
	_, err := s.Preview(func(tx Tx) error {
		for _, c := range slices.Backward(s.undone) {
			if err := tx.Restore(c.Kind, c.ID, c.Before); err != nil {
				return err
			}
		}
		return cmp.Or(fn(tx), errRead)
	})
	if errors.Is(err, errRead) {
		return nil
	}
	return err
}

// View runs fn against one consistent state of the shop's records, to show them as
// they are, for example in the control interface.
func (s *Shop) View(fn func(Tx) error) error { return s.store.View(fn) }

// Count returns how many records the shop has.
func (s *Shop) Count() (c Counts, err error) {
	err = s.View(func(tx Tx) error {
		c = CountsOf(tx.Lists())
		return nil
	})
	return c, err
}
