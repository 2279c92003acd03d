package commerce

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"
)

// Changes returns what would change if the world replaced the records of a shop. It
// compares some records at a time, so that a large world needs little memory and
// no long transaction, and ends with the context.
func (w World) Changes(ctx context.Context, s *Shop) (Changes, error) {
	var c Changes
	before, err := s.Count()
	if err != nil {
		return c, err
	}
	err = errors.Join(
		compareKind(ctx, s, &c.Orders, before.Orders, w.Orders, func(r OrderRecord, tx Tx) (fate, error) { return r.fate(tx) }),
		compareKind(ctx, s, &c.Campaigns, before.Campaigns, slices.Values(w.Campaigns), func(r Campaign, tx Tx) (fate, error) {
			stored, known := tx.Campaigns().Body(r.Code)
			body, _, err := r.Body()
			return fateOf(stored, known, body, err)
		}),
		compareKind(ctx, s, &c.Customers, before.Customers, w.Customers, func(r Customer, tx Tx) (fate, error) {
			stored, known, err := tx.Customers().Get(r.Reference)
			return fateOfCustomer(stored, known, err, r)
		}),
		compareKind(ctx, s, &c.Subscriptions, before.Subscriptions, w.Subscriptions, func(r Subscription, tx Tx) (fate, error) { return r.fate(tx) }),
		compareKind(ctx, s, &c.Products, before.Products, slices.Values(w.Products), func(r Product, tx Tx) (fate, error) {
			stored, known, err := tx.Products().Product(r.Code)
			return fateOfRecord(stored, known, err, r)
		}),
		compareKind(ctx, s, &c.Partners, before.Partners, slices.Values(w.Partners), func(r Partner, tx Tx) (fate, error) {
			stored, known, err := tx.Products().Partner(r.Code)
			return fateOfRecord(stored, known, err, r)
		}),
		compareKind(ctx, s, &c.Settings, 1, slices.Values([]UpsellSettings{w.Settings}), func(r UpsellSettings, tx Tx) (fate, error) {
			stored, err := tx.Campaigns().Settings()
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

// comparedAtOnce is how many records are compared in one transaction.
const comparedAtOnce = 500

// compareKind counts the fates of the records of a kind. Those that are stored and
// that the world does not have are removed.
func compareKind[R any](ctx context.Context, s *Shop, c *KindChanges, stored int, records iter.Seq[R], fateOf func(R, Tx) (fate, error)) error {
	c.Before = stored
	for some := range chunks(records, comparedAtOnce) {
		err := s.View(func(tx Tx) error {
			for _, r := range some {
				became, err := fateOf(r, tx)
				if err != nil {
					return err
				}
				c.add(became)
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	c.Removed = max(0, c.Before-(c.After-c.Added)) // others may have added some since
	return nil
}

func (c *KindChanges) add(became fate) {
	c.After++
	switch became {
	case added:
		c.Added++
	case changed:
		c.Changed++
	}
}

// chunks yields slices of up to n elements. Each is valid until the next.
func chunks[T any](all iter.Seq[T], n int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		some := make([]T, 0, n)
		for one := range all {
			if some = append(some, one); len(some) < n {
				continue
			}
			if !yield(some) {
				return
			}
			some = some[:0]
		}
		if len(some) > 0 {
			yield(some)
		}
	}
}

// fateOf compares the stored bytes of a record with those that the record would
// have, encoded with err.
func fateOf(stored []byte, known bool, encoded []byte, err error) (fate, error) {
	switch {
	case !known:
		return added, err
	case err != nil || bytes.Equal(stored, encoded):
		return unchanged, err
	}
	return changed, nil
}

func fateOfCustomer(stored Customer, known bool, err error, c Customer) (fate, error) {
	if err != nil || !known {
		return added, err
	}
	before, _, err := stored.Body()
	if err != nil {
		return unchanged, err
	}
	after, _, err := c.Body()
	return fateOf(before, true, after, err)
}

// fateOfRecord compares a stored record, read with err, with another one.
func fateOfRecord[R any](stored R, known bool, err error, record R) (fate, error) {
	if err != nil || !known {
		return added, err
	}
	before, err := Encode(&stored)
	if err != nil {
		return unchanged, err
	}
	same, err := encodesAs(&record, before)
	return sameOrChanged(same), err
}

func sameOrChanged(same bool) fate {
	if same {
		return unchanged
	}
	return changed
}

// encodesAs reports whether Encode returns these bytes of a record. It keeps no copy.
func encodesAs(record any, stored []byte) (bool, error) {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	text, err := Append((*buffer)[:0], record)
	*buffer = text
	return bytes.Equal(text, stored), err
}

// fate compares a subscription with the stored one. It decodes the stored one only if
// the bytes differ, because an older program may have written other ones.
func (s *Subscription) fate(tx Tx) (fate, error) {
	image, err := tx.Image(SubscriptionKind, s.Reference)
	if err != nil || image == nil {
		return added, err
	}
	if same, err := encodesAs(s, image); same || err != nil {
		return unchanged, err
	}
	stored, known, err := tx.Subscriptions().Get(s.Reference)
	return fateOfRecord(stored, known, err, *s)
}

// fate compares an order with the stored one. It decodes the stored one only if
// the parts that the interface shows are equal.
func (r *OrderRecord) fate(tx Tx) (fate, error) {
	stored, known := tx.Orders().Body(r.Order.RefNo)
	if !known {
		return added, nil
	}
	became, err := r.fateOfBody(stored)
	if err != nil || became != unchanged {
		return became, err
	}
	internals, known, err := tx.Orders().Internals(r.Order.RefNo)
	return fateOfRecord(internals, known, err, r.OrderInternals)
}

// fateOfBody compares the stored bytes of an order. It encodes only the date first,
// because that of nearly every order differs in a world of another time.
func (r *OrderRecord) fateOfBody(stored []byte) (fate, error) {
	if r.Text != "" {
		body, _, err := r.Body()
		return fateOf(stored, true, body, err)
	}
	date, err := r.Order.OrderDate.appendJSON([]byte(orderDateName))
	if at := bytes.Index(stored, []byte(orderDateName)); err != nil || at < 0 || !bytes.HasPrefix(stored[at:], date) {
		return changed, err
	}
	same, err := encodesAs(&r.Order, stored)
	return sameOrChanged(same), err
}

const orderDateName = `"OrderDate":`
