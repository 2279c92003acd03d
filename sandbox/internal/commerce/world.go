package commerce

import (
	"iter"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// World is the initial content of an account. Customers, orders and subscriptions
// are sequences, because there may be very many. They must yield the same records
// each time; a nil sequence has none.
type World struct {
	Products      []record.Product
	Partners      []record.Partner
	Customers     iter.Seq[record.Customer]
	Orders        iter.Seq[record.StoredOrder]
	Subscriptions iter.Seq[record.Subscription]
	Campaigns     []record.Campaign // in the order of their creation
	Settings      record.UpsellSettings
	Handles       map[string]record.Handle

	PersonalData bool                // whether records have the data of people
	Sequences    map[Sequence]uint64 // to continue above a number
}

// Write writes the world in a transaction, owners first.
func (w World) Write(tx Tx) error {
	for _, write := range []func() error{
		func() error { return putAll(slices.Values(w.Products), tx.Products().PutProduct) },
		func() error { return putAll(slices.Values(w.Partners), tx.Products().PutPartner) },
		func() error { return putAll(w.Customers, tx.Customers().Put) },
		func() error { return putAll(w.Orders, tx.Orders().Put) },
		func() error { return putAll(w.Subscriptions, tx.Subscriptions().Put) },
		func() error { return putAll(slices.Values(w.Campaigns), tx.Campaigns().Put) },
		func() error { return tx.Campaigns().PutSettings(w.Settings) },
	} {
		if err := write(); err != nil {
			return err
		}
	}
	for name, h := range w.Handles {
		if err := tx.Handles().Put(name, h); err != nil {
			return err
		}
	}
	for s, last := range w.Sequences {
		if err := tx.Raise(s, last); err != nil {
			return err
		}
	}
	return nil
}

func putAll[T any](records iter.Seq[T], put func(T) error) error {
	if records == nil {
		return nil
	}
	for r := range records {
		if err := put(r); err != nil {
			return err
		}
	}
	return nil
}
