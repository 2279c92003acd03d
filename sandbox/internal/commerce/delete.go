package commerce

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Deletion lists the records affected by a deletion by hand.
type Deletion struct {
	Removed []record.Name // the record itself first
	Changed []record.Name // orders without a removed subscription, subscriptions without a removed order
	Forms   int           // uploaded forms of removed orders
}

// UsedError refuses the deletion of a record in use.
type UsedError struct {
	Record record.Name
	By     []record.Name // one of each kind
}

// Error names the records.
func (e *UsedError) Error() string {
	by := make([]string, len(e.By))
	for i, name := range e.By {
		by[i] = name.String()
	}
	return fmt.Sprintf("%s is in use: %s", e.Record, phrase.And(by...))
}

// MaxChangedByHand is how many records one deletion or change by hand can affect,
// because all of them are in memory at once.
const MaxChangedByHand = 10_000

// TooManyError refuses a change by hand because it would affect too many records.
type TooManyError struct{ Record record.Name }

// Error names the limit.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("%s has more than %d records that would change with it", e.Record, MaxChangedByHand)
}

// DeleteRecord deletes a record with what belongs to it, all of it or nothing: with an
// order its subscriptions and forms, with a customer the orders, and with each record
// its handles. A product or partner in use cannot be deleted. The error is an
// *UnknownRecordError, a *UsedError or a *TooManyError.
func (s *Shop) DeleteRecord(of record.Name) (Deletion, []Change, error) {
	var d deletion
	changes, err := s.store.Update(func(tx Tx) error {
		d = deletion{tx: tx, record: of}
		kind := KindOf(of.Kind)
		if kind.Name != of.Kind || of.Kind == "" {
			return &UnknownRecordError{of}
		}
		image, err := tx.Image(kind.Name, of.ID)
		if err = checkKnown(of, image != nil, err); err != nil {
			return err
		}
		if d.names, err = HandleNames(tx); err != nil {
			return err
		}
		return kind.delete(&d)
	})
	return d.Deletion, changes, err
}

// deletion deletes a record in one transaction.
type deletion struct {
	Deletion
	tx     Tx
	record record.Name
	names  map[record.Name][]string // of the handles
}

func (d *deletion) wholeOrder() error { return d.orders([]string{d.record.ID}, 0) }

func (d *deletion) campaign() error { return d.remove(d.record, d.tx.Campaigns().Delete(d.record.ID)) }

// remove adds a removed record to the deletion, and removes its handles. It passes err on.
func (d *deletion) remove(of record.Name, err error) error {
	if err != nil {
		return err
	}
	d.Removed = append(d.Removed, of)
	if len(d.Removed) > MaxChangedByHand {
		return &TooManyError{d.record}
	}
	for _, name := range d.names[of] {
		if err := d.tx.Handles().Delete(name); err != nil {
			return err
		}
		d.Removed = append(d.Removed, record.Name{Kind: record.HandleKind, ID: name})
	}
	return nil
}

// customer deletes the customer with the orders and the subscriptions.
func (d *deletion) customer() error {
	reference, err := strconv.ParseInt(d.record.ID, 10, 64)
	if err != nil {
		return &UnknownRecordError{d.record}
	}
	d.record.ID = strconv.FormatInt(reference, 10)
	if err := d.remove(d.record, d.tx.Customers().Delete(reference)); err != nil {
		return err
	}
	return d.orders(slices.Collect(d.tx.Orders().OfCustomer(reference)), reference)
}

// subscription deletes the subscription.
func (d *deletion) subscription() error {
	sub, _, err := d.tx.Subscriptions().Get(d.record.ID)
	if err != nil {
		return err
	}
	if err := d.remove(d.record, d.tx.Subscriptions().Delete(sub.Reference)); err != nil {
		return err
	}
	return d.unlist(sub)
}

// orders deletes orders with their subscriptions, and a customer's, 0 for none.
func (d *deletion) orders(refs []string, customer int64) error {
	of := make(map[string]bool, len(refs))
	for _, ref := range refs {
		of[ref] = true
	}
	var sold []record.Subscription
	for _, reference := range d.subscriptionsOf(refs, customer) {
		sub, _, err := d.tx.Subscriptions().Get(reference)
		if err != nil {
			return err
		}
		switch {
		case of[sub.Order] || customer != 0 && sub.Customer == customer:
			sold = append(sold, sub)
			err = d.tx.Subscriptions().Delete(reference)
		default:
			sub.PreviousOrders = slices.DeleteFunc(sub.PreviousOrders, func(ref string) bool { return of[ref] })
			if of[sub.UpgradeOrder] {
				sub.UpgradeOrder = ""
			}
			d.Changed = append(d.Changed, record.Name{Kind: record.SubscriptionKind, ID: reference})
			err = d.tx.Subscriptions().Put(sub)
		}
		if err != nil {
			return err
		}
	}
	for _, ref := range refs {
		if err := d.order(ref); err != nil {
			return err
		}
	}
	for i := range sold {
		if err := d.remove(record.Name{Kind: record.SubscriptionKind, ID: sold[i].Reference}, nil); err != nil {
			return err
		}
	}
	return d.unlist(sold...)
}

// subscriptionsOf returns the sorted references of the subscriptions of the orders,
// and of a customer.
func (d *deletion) subscriptionsOf(refs []string, customer int64) []string {
	all := slices.Collect(d.tx.Subscriptions().Of(customer))
	for _, ref := range refs {
		all = slices.AppendSeq(all, d.tx.Subscriptions().OfOrder(ref))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// order deletes an order after its subscriptions.
func (d *deletion) order(ref string) error {
	internals, _, err := d.tx.Orders().Internals(ref)
	if err != nil {
		return err
	}
	if internals.PurchaseOrder != nil {
		d.Forms += len(internals.PurchaseOrder.Forms)
	}
	return d.remove(record.Name{Kind: record.OrderKind, ID: ref}, d.tx.Orders().Delete(ref))
}

// unlist takes removed subscriptions out of the orders showing them: of an upgraded
// one there are several.
func (d *deletion) unlist(subscriptions ...record.Subscription) error {
	removed, refs := map[string]bool{}, []string(nil)
	for i := range subscriptions {
		removed[subscriptions[i].Reference] = true
		refs = append(refs, ordersShowing(d.tx, &subscriptions[i])...)
	}
	changed, err := changeOrders(d.tx, latestFirst(refs), d.record, MaxChangedByHand-len(d.Changed), func(r *record.StoredOrder) (shown bool) {
		for i := range r.Order.Items {
			details := &r.Order.Items[i].ProductDetails
			before := len(details.Subscriptions)
			details.Subscriptions = slices.DeleteFunc(details.Subscriptions, func(s record.ItemSubscription) bool { return removed[s.SubscriptionReference] })
			if len(details.Subscriptions) == before {
				continue
			}
			shown = true
			if len(details.Subscriptions) == 0 {
				details.Subscriptions = nil
			}
		}
		return shown
	})
	for _, ref := range changed {
		d.Changed = append(d.Changed, record.Name{Kind: record.OrderKind, ID: ref})
	}
	return err
}
