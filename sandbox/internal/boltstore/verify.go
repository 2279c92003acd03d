package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"iter"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Verify compares the indexes, counts and sequences of the account with its records: every
// entry follows from a record, every record has its entries, and no sequence can return a
// used number. The error joins all faults.
func (a CheckedAccount) Verify() error {
	v := verification{tx: viewTx(a.records), due: seedTx()}
	v.orders()
	v.customers()
	v.subscriptions()
	v.campaigns()
	for _, in := range []tableID{products, partners, settings, handles} {
		for range v.records(in) { // for their count
			continue
		}
	}
	v.forms()
	v.compareIndexes()
	if len(v.faults) == 0 {
		return nil
	}
	return fmt.Errorf("account %s: %w", a.Code, errors.Join(v.faults...))
}

// verification writes the entries due in the indexes to memory, and then compares.
type verification struct {
	tx, due *tx
	faults  []error
}

func (v *verification) fault(format string, args ...any) {
	v.faults = append(v.faults, fmt.Errorf(format, args...))
}

func (v *verification) expect(entries ...entry) {
	if err := v.due.reindex(nil, entries); err != nil {
		v.fault("%w", err)
	}
}

// records yields the records of a table, and counts them.
func (v *verification) records(in tableID) iter.Seq2[[]byte, headed] {
	return func(yield func([]byte, headed) bool) {
		for key, value := range v.tx.table(in).scanPrefix(nil) {
			_ = v.due.count(in, 1) // in memory it never fails
			stored, ok := parseHeaded(value)
			if !ok {
				v.fault("%s cannot be read", v.tx.account.describe(in.key(key)))
			} else if !yield(key, stored) {
				return
			}
		}
	}
}

func (v *verification) orders() {
	for key, stored := range v.records(orders) {
		n := numberAt(key, 0)
		whole, err := storedOrder{stored}.decode()
		switch {
		case err != nil:
			v.fault("order %d cannot be read: %w", n, err)
			continue
		case whole.Order.RefNo != reference(n):
			v.fault("order %d is stored as %s", n, whole.Order.RefNo)
		case storedOrder{stored}.date() != dateOf(whole.Order.OrderDate.Time):
			v.fault("order %d is stored with another date than its record has", n)
		}
		now := indexedOf(&whole)
		v.expect(now.entries(n)...)
		_ = orderStore{v.due}.countDated(now.date, now.class, 1)
		for _, u := range usedBy(n, &whole) {
			if last := v.tx.Last(u.sequence); last < u.number {
				v.fault("order %d uses number %d of %s, but the sequence is at %d", n, u.number, u.sequence, last)
			}
		}
	}
}

func (v *verification) customers() {
	for key, stored := range v.records(customers) {
		customer, err := decodeCustomer(stored)
		if err != nil || sortable(customer.Reference) != numberAt(key, 0) {
			v.fault("customer %d is stored as %d (%v)", fromSortable(numberAt(key, 0)), customer.Reference, err)
			continue
		}
		if !bytes.Equal(packCustomer(customer.Brief(), isVerbatim(stored.head)), stored.head) {
			v.fault("customer %d is stored with another brief than its record has", customer.Reference)
		}
		v.expect(customerEntries(&customer)...)
	}
}

func (v *verification) subscriptions() {
	for key, stored := range v.records(subscriptions) {
		var sub record.Subscription
		err := record.Decode(stored.body, &sub)
		if err != nil || !bytes.Equal(textKey(sub.Reference), key) {
			v.fault("subscription %q is stored as %q (%v)", key, sub.Reference, err)
			continue
		}
		if !bytes.Equal(packSubscription(sub.Brief()), stored.head) {
			v.fault("subscription %s is stored with another brief than its record has", sub.Reference)
		}
		entries, err := subscriptionStore{v.tx}.entries(&sub)
		if err != nil {
			v.fault("subscription %s has %w", sub.Reference, err)
			continue
		}
		v.expect(entries...)
	}
}

func (v *verification) campaigns() {
	for key, stored := range v.records(campaigns) {
		campaign, err := decodeCampaign(stored)
		if err != nil || campaign.Code != string(key) {
			v.fault("campaign %s is stored as %s (%v)", campaign.Code, key, err)
			continue
		}
		if !bytes.Equal(packCampaignFacts(campaign.Facts(), isVerbatim(stored.head)), stored.head) {
			v.fault("campaign %s is stored with other facts than its record has", key)
		}
		v.expect(campaignEntries(campaign.Facts())...)
	}
}

func (v *verification) forms() {
	for key := range v.tx.table(forms).scanPrefix(nil) {
		if v.tx.table(orders).get(key[:8]) == nil {
			v.fault("a form has unknown order %d", numberAt(key, 0))
		}
	}
}

// compareIndexes finds surplus entries and missing ones.
func (v *verification) compareIndexes() {
	for _, id := range []tableID{dates, days, references, owners, sales, invoices, externals, buyers, purchases, primary, recommended, counts} {
		due := v.due.table(id).pending
		for key, value := range v.tx.table(id).scanPrefix(nil) {
			want, ok := due[string(key)]
			switch {
			case !ok:
				v.fault("%s has an entry %q that no record needs", id, key)
			case !bytes.Equal(value, want):
				v.fault("%s has %q for %q, its record has %q", id, value, key, want)
			}
			delete(due, string(key))
		}
		for key := range due {
			v.fault("%s lacks the entry %q of a record", id, key)
		}
	}
}
