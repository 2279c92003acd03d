package commerce

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"
	"time"
)

// Changes returns what would change if the world replaced the records of tx. It
// compares record by record, so that a large world needs little memory, and ends
// with the context.
func (w World) Changes(ctx context.Context, tx Tx) (Changes, error) {
	var c Changes
	orders, campaigns, customers, products := tx.Orders(), tx.Campaigns(), tx.Customers(), tx.Products()
	err := errors.Join(
		compareKind(ctx, &c.Orders, length(orders.Between(time.Time{}, lastMoment)), w.Orders, func(r OrderRecord) (fate, error) {
			return r.fate(orders)
		}),
		compareKind(ctx, &c.Campaigns, length(codes(campaigns)), slices.Values(w.Campaigns), func(r Campaign) (fate, error) {
			stored, known := campaigns.Body(r.Code)
			return fateOf(stored, known, r)
		}),
		compareKind(ctx, &c.Customers, length(customers.References()), w.Customers, func(r Customer) (fate, error) {
			stored, known, err := customers.Get(r.Reference)
			return fateOfRecord(stored, known, err, r)
		}),
		compareKind(ctx, &c.Subscriptions, length(tx.Subscriptions().References()), w.Subscriptions, func(r Subscription) (fate, error) {
			stored, known, err := tx.Subscriptions().Get(r.Reference)
			return fateOfRecord(stored, known, err, r)
		}),
		compareKind(ctx, &c.Products, length(products.ProductCodes()), slices.Values(w.Products), func(r Product) (fate, error) {
			stored, known, err := products.Product(r.Code)
			return fateOfRecord(stored, known, err, r)
		}),
		compareKind(ctx, &c.Partners, length(products.PartnerCodes()), slices.Values(w.Partners), func(r Partner) (fate, error) {
			stored, known, err := products.Partner(r.Code)
			return fateOfRecord(stored, known, err, r)
		}),
		compareKind(ctx, &c.Settings, 1, slices.Values([]UpsellSettings{w.Settings}), func(r UpsellSettings) (fate, error) {
			stored, err := campaigns.Settings()
			return fateOfRecord(stored, true, err, r)
		}),
	)
	return c, err
}

// fate is what becomes of a stored record that a world replaces.
type fate int

const (
	unchanged fate = iota
	added          // there is none
	changed
)

// compareKind counts the fates of the records of a kind. Those that are stored and
// that the world does not have are removed.
func compareKind[R any](ctx context.Context, c *KindChanges, stored int, records iter.Seq[R], fateOf func(R) (fate, error)) error {
	c.Before = stored
	for r := range records {
		became, err := fateOf(r)
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		c.After++
		switch became {
		case added:
			c.Added++
		case changed:
			c.Changed++
		}
	}
	c.Removed = c.Before - (c.After - c.Added)
	return nil
}

// fateOf compares the stored bytes of a record with those that the record would
// have.
func fateOf(stored []byte, known bool, record any) (fate, error) {
	if !known {
		return added, nil
	}
	encoded, err := Encode(record)
	if err != nil || bytes.Equal(stored, encoded) {
		return unchanged, err
	}
	return changed, nil
}

// fateOfRecord compares a stored record, read with err, with another one.
func fateOfRecord[R any](stored R, known bool, err error, record R) (fate, error) {
	if err != nil || !known {
		return added, err
	}
	encoded, err := Encode(stored)
	if err != nil {
		return unchanged, err
	}
	return fateOf(encoded, true, record)
}

// fate compares an order with the stored one. It decodes the stored one only if
// the parts that the interface shows are equal.
func (r *OrderRecord) fate(orders Orders) (fate, error) {
	stored, known := orders.Body(r.Order.RefNo)
	became, err := fateOf(stored, known, &r.Order)
	if err != nil || became != unchanged {
		return became, err
	}
	whole, known, err := orders.Get(r.Order.RefNo)
	return fateOfRecord(whole.OrderInternals, known, err, r.OrderInternals)
}

func length[T any](all iter.Seq[T]) (n int) {
	for range all {
		n++
	}
	return n
}

// codes yields the codes of all campaigns.
func codes(campaigns Campaigns) iter.Seq[string] {
	return func(yield func(string) bool) {
		for facts := range campaigns.Newest() {
			if !yield(facts.Code) {
				return
			}
		}
	}
}
