package commerce

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Deletion is what went with a record that was deleted by hand.
type Deletion struct {
	Removed []RecordName // the record itself first
	Changed []RecordName // orders that no longer show a removed subscription, and subscriptions that no longer name a removed order
	Forms   int          // uploaded forms of removed orders
}

// UsedError says that a record cannot be deleted because others use it.
type UsedError struct {
	Record RecordName
	By     []RecordName // one of each kind
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

// TooManyError says that a change by hand would affect too many records.
type TooManyError struct{ Record RecordName }

// Error names the limit.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("%s has more than %d records that would change with it", e.Record, MaxChangedByHand)
}

// DeleteRecord deletes a record with what belongs to it, all of it or nothing: with an
// order its subscriptions and forms, with a customer the orders, and with each record
// its handles. A product or partner that is in use cannot be deleted. The error is an
// *UnknownRecordError, a *UsedError or a *TooManyError.
func (s *Shop) DeleteRecord(record RecordName) (Deletion, []Change, error) {
	var d deletion
	changes, err := s.store.Update(func(tx Tx) error {
		d = deletion{tx: tx, record: record}
		return d.run()
	})
	return d.Deletion, changes, err
}

// deletion deletes a record in one transaction.
type deletion struct {
	Deletion
	tx     Tx
	record RecordName
	names  map[RecordName][]string // of the handles
}

func (d *deletion) run() error {
	known, err := d.known()
	if err == nil && !known {
		err = &UnknownRecordError{d.record}
	}
	if err != nil {
		return err
	}
	if d.names, err = namesOf(d.tx); err != nil {
		return err
	}
	switch d.record.Kind {
	case OrderKind:
		return d.orders([]string{d.record.ID}, 0)
	case CustomerKind:
		return d.customer()
	case SubscriptionKind:
		return d.subscription()
	case ProductKind, PartnerKind:
		return d.unused()
	}
	return d.remove(d.record, d.tx.Campaigns().Delete(d.record.ID))
}

// known reports whether the record exists.
func (d *deletion) known() (known bool, err error) {
	switch id := d.record.ID; d.record.Kind {
	case OrderKind:
		_, known = d.tx.Orders().Body(id)
	case CampaignKind:
		_, known = d.tx.Campaigns().Body(id)
	case CustomerKind:
		reference, _ := strconv.ParseInt(id, 10, 64)
		_, known, err = d.tx.Customers().Get(reference)
	case SubscriptionKind:
		_, known, err = d.tx.Subscriptions().Get(id)
	case ProductKind:
		_, known, err = d.tx.Products().Product(id)
	case PartnerKind:
		_, known, err = d.tx.Products().Partner(id)
	}
	return known, err
}

// remove records that a record was removed, with err, and removes its handles.
func (d *deletion) remove(record RecordName, err error) error {
	if err != nil {
		return err
	}
	d.Removed = append(d.Removed, record)
	if len(d.Removed) > MaxChangedByHand {
		return &TooManyError{d.record}
	}
	for _, name := range d.names[record] {
		if err := d.tx.Handles().Delete(name); err != nil {
			return err
		}
		d.Removed = append(d.Removed, RecordName{HandleKind, name})
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
	return d.orders(ordersWith(d.tx, "AvangateCustomerReference", func(value string) bool { return value == d.record.ID }), reference)
}

// subscription deletes the subscription.
func (d *deletion) subscription() error {
	if err := d.remove(d.record, d.tx.Subscriptions().Delete(d.record.ID)); err != nil {
		return err
	}
	return d.unlist(map[string]bool{d.record.ID: true})
}

// orders deletes orders and their subscriptions, and those of a customer, 0 for none.
func (d *deletion) orders(refs []string, customer int64) error {
	of := make(map[string]bool, len(refs))
	for _, ref := range refs {
		of[ref] = true
	}
	sold, upgraded := map[string]bool{}, []Subscription(nil)
	for sub, err := range d.tx.Subscriptions().Containing(textsOf(refs, customer)...) {
		if err != nil {
			return err
		}
		if of[sub.Order] || customer != 0 && sub.Customer == customer {
			sold[sub.Reference] = true
		} else if sub.forget(of) {
			upgraded = append(upgraded, sub)
		}
	}
	for _, sub := range upgraded {
		if err := d.tx.Subscriptions().Put(sub); err != nil {
			return err
		}
		d.Changed = append(d.Changed, RecordName{SubscriptionKind, sub.Reference})
	}
	subscriptions := slices.Sorted(maps.Keys(sold))
	for _, reference := range subscriptions {
		if err := d.tx.Subscriptions().Delete(reference); err != nil {
			return err
		}
	}
	for _, ref := range refs {
		if err := d.order(ref); err != nil {
			return err
		}
	}
	for _, reference := range subscriptions {
		if err := d.remove(RecordName{SubscriptionKind, reference}, nil); err != nil {
			return err
		}
	}
	return d.unlist(sold)
}

// mostTexts is how many texts a search in subscriptions looks for. Decoding all of them
// is faster than a search for more.
const mostTexts = 16

// textsOf returns the texts of which a subscription has one that names one of the orders
// or the customer, none when there are too many.
func textsOf(refs []string, customer int64) (texts []string) {
	if len(refs) > mostTexts {
		return nil
	}
	for _, ref := range refs {
		texts = append(texts, strconv.Quote(ref))
	}
	if customer != 0 {
		texts = append(texts, `"customer":`+strconv.FormatInt(customer, 10))
	}
	return texts
}

// forget removes orders from those before the latest, and as a pending upgrade, and
// reports whether there was one.
func (s *Subscription) forget(orders map[string]bool) bool {
	before := len(s.PreviousOrders)
	s.PreviousOrders = slices.DeleteFunc(s.PreviousOrders, func(ref string) bool { return orders[ref] })
	if orders[s.UpgradeOrder] {
		s.UpgradeOrder = ""
		return true
	}
	return len(s.PreviousOrders) < before
}

// order deletes an order whose subscriptions are removed.
func (d *deletion) order(ref string) error {
	internals, _, err := d.tx.Orders().Internals(ref)
	if err != nil {
		return err
	}
	if internals.PurchaseOrder != nil {
		d.Forms += len(internals.PurchaseOrder.Forms)
	}
	return d.remove(RecordName{OrderKind, ref}, d.tx.Orders().Delete(ref))
}

// unlist takes removed subscriptions out of the orders that show them: of an upgraded
// one there are several.
func (d *deletion) unlist(removed map[string]bool) error {
	if len(removed) == 0 {
		return nil
	}
	for _, ref := range ordersWith(d.tx, "SubscriptionReference", func(value string) bool { return removed[value] }) {
		record, _, err := d.tx.Orders().Get(ref)
		if err != nil {
			return err
		}
		for i := range record.Order.Items {
			shown := &record.Order.Items[i].ProductDetails.Subscriptions
			*shown = slices.DeleteFunc(*shown, func(s ItemSubscription) bool { return removed[s.SubscriptionReference] })
			if len(*shown) == 0 {
				*shown = nil
			}
		}
		if err := d.tx.Orders().Put(record); err != nil {
			return err
		}
		d.Changed = append(d.Changed, RecordName{OrderKind, ref})
		if len(d.Changed) > MaxChangedByHand {
			return &TooManyError{d.record}
		}
	}
	return nil
}
