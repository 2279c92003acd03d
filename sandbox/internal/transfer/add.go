package transfer

import (
	"cmp"
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Policy decides about records in conflict with the account.
type Policy struct {
	Now     time.Time // on the account's clock
	Replace bool      // whether a record replaces the one of its reference
	Lenient bool      // whether a broken rule is noted; otherwise it is a fault
	GoOn    bool      // whether a record already in the account is a fault of this record alone

	// Progress gets how many records of the text of so many are added, after each of
	// several parts; nil for nobody.
	Progress func(added, all int)
}

// Add writes the records into an account, beside its own. The error is a *TakenError, an
// *Error or one of the store; the caller then drops the writes.
func (i *Import) Add(tx commerce.Tx, p Policy) (*Outcome, error) {
	a := &addition{
		from: i, Policy: p, tx: tx, outcome: newOutcome(), taken: map[Kind][]string{}, touched: newTouched(), implied: map[string]bool{},
	}
	a.faults.refusals = i.reader.source.Refusals
	if err := a.raise(); err != nil {
		return nil, err
	}
	for added, b := range i.batches {
		if err := a.add(b); err != nil {
			return nil, cmp.Or(a.err(), err)
		}
		if p.Progress != nil && len(i.parts) > 1 {
			p.Progress(added, i.text.count)
		}
	}
	if err := a.err(); err != nil {
		return nil, err
	}
	a.Batch = i.rest
	err := a.addRest()
	if err == nil {
		err = a.checkAgain()
	}
	if err = cmp.Or(a.err(), err); err != nil {
		return nil, err
	}
	return a.outcome, nil
}

// addition is an import being written.
type addition struct {
	from   *Import
	*Batch // the present part
	Policy
	tx      commerce.Tx
	outcome *Outcome
	faults  faults
	taken   map[Kind][]string // already in the account

	numbers map[int]record.OrderInternals // the sales and the invoices of the unnumbered orders of the part, by their place in it
	ours    map[string]bool               // the orders of the part
	again   []written                     // with incomplete links at first
	touched touched                       // the account's records with links a write may have broken
	implied map[string]bool               // the subscriptions counted as implied
	names   map[string][]string           // of the account's handles, by their subscription
}

// add writes a part. When the account has records already, or a date cannot be moved, it
// only finds further faults.
func (a *addition) add(b *Batch) error {
	a.Batch, a.ours = b, b.refs()
	if !a.Replace {
		a.checkTaken()
	}
	if len(a.taken) > 0 || a.from.reader.faults.count() > 0 {
		return nil
	}
	for _, write := range []func() error{
		a.giveNumbers, a.addPlain, a.addCustomers, a.addOrders, a.addSubscriptions, a.addCampaigns,
	} {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// err returns the faults of the records, nil for none.
func (a *addition) err() error {
	if len(a.taken) > 0 {
		return &TakenError{a.taken}
	}
	return cmp.Or(a.from.reader.faults.err(), a.faults.err())
}

// written is an order already written.
type written struct {
	found
	ref string
}

// checkTaken notes the records of the part already in the account.
func (a *addition) checkTaken() {
	for i := range a.plain { // equal ones are not in conflict
		p := &a.plain[i]
		has, same, _ := p.compare(a.tx) // an unreadable one fails at its write
		a.noteTaken(p.kind, p.found, p.code, has && !same)
	}
	for i := range a.customers {
		if c := &a.customers[i]; !c.implied {
			_, has, _ := a.tx.Customers().Get(c.Reference)
			a.noteTaken(Customers, c.found, formatInt(c.Reference), has)
		}
	}
	for i := range a.orders {
		_, has := a.tx.Orders().Body(a.orders[i].ref)
		a.noteTaken(Orders, a.orders[i].found, a.orders[i].ref, has)
	}
	for i := range a.subscriptions {
		if s := &a.subscriptions[i]; !s.implied {
			_, has, _ := a.tx.Subscriptions().Get(s.Reference)
			a.noteTaken(Subscriptions, s.found, s.Reference, has)
		}
	}
	for i := range a.campaigns {
		_, has := a.tx.Campaigns().Body(a.campaigns[i].Code)
		a.noteTaken(Campaigns, a.campaigns[i].found, a.campaigns[i].Code, has)
	}
}

func (a *addition) noteTaken(kind Kind, f found, id string, has bool) {
	switch {
	case has && a.GoOn:
		a.fault(f, "the account has the %s %s already", kind.singular(), id)
	case has:
		a.taken[kind] = append(a.taken[kind], id)
	}
}

// fault records the fault of a record.
func (a *addition) fault(f found, format string, args ...any) {
	a.faults.file, a.faults.record = f.file, raw{path: f.at, place: f.place}
	a.faults.add(f.at, format, args...)
}

// recordBreach records a rule broken by a record: as a note when the policy is lenient.
func (a *addition) recordBreach(f found, text string) {
	if a.Lenient {
		a.outcome.note(Fault{File: f.file, Path: f.at, Message: text}.Error())
		return
	}
	a.fault(f, "%s", text)
	a.faults.Lenient = true
}

// count counts a written record of a text.
func (a *addition) count(kind Kind, known bool) {
	if known {
		a.outcome.Replaced[kind]++
	} else {
		a.outcome.Created[kind]++
	}
}

// raise makes the sequences continue above the numbers of the import.
func (a *addition) raise() error {
	for _, used := range []map[commerce.Sequence]uint64{a.from.rest.sequences, a.from.highest} {
		for sequence, number := range used {
			if err := a.tx.Raise(sequence, number); err != nil {
				return err
			}
		}
	}
	return nil
}

// giveNumbers gives the orders without a sale or an invoice those of the replaced order,
// otherwise the next ones.
func (a *addition) giveNumbers() error {
	a.numbers = map[int]record.OrderInternals{}
	for _, i := range a.unnumbered {
		o := &a.orders[i]
		stored, _, err := a.tx.Orders().Internals(o.ref)
		if err != nil {
			return err
		}
		given := record.OrderInternals{Sale: cmp.Or(o.internals.Sale, stored.Sale), Invoice: cmp.Or(o.internals.Invoice, stored.Invoice)}
		if err := completeNumbers(&given, a.tx.Next); err != nil {
			return err
		}
		a.numbers[i] = given
	}
	return nil
}

// addCustomers writes the customers. One implied by an order stays as the account has it,
// unless the policy replaces.
func (a *addition) addCustomers() error {
	for i := range a.customers {
		c := &a.customers[i]
		_, known, err := a.tx.Customers().Get(c.Reference)
		if err != nil {
			return err
		}
		if known && c.implied && !a.Replace {
			continue
		}
		if a.leaveOutTaken(c) {
			continue
		}
		if c.implied {
			a.outcome.Implied[Customers]++
		} else {
			a.count(Customers, known)
		}
		if err := a.tx.Customers().Put(c.Customer); err != nil {
			return err
		}
	}
	return nil
}

// leaveOutTaken records a breach when another customer of the account has the external
// reference of a customer, and reports whether it left the customer out.
func (a *addition) leaveOutTaken(c *customer) bool {
	e := c.ExternalReference
	if e == nil {
		return false
	}
	other, taken := a.tx.Customers().ByExternal(*e)
	if !taken || other == c.Reference {
		return false
	}
	a.recordBreach(c.found, fmt.Sprintf("ExternalCustomerReference %q is that of customer %d", shorten(*e), other))
	a.outcome.LeftOut[Customers]++
	return true
}

// addCampaigns writes the campaigns by ascending code, the order of their creation.
func (a *addition) addCampaigns() error {
	for i := range a.campaigns {
		c := &a.campaigns[i]
		_, known := a.tx.Campaigns().Body(c.Code)
		a.count(Campaigns, known)
		if s, e := c.StartDate, c.EndDate; s != nil && e != nil && e.Before(s.Time) {
			a.recordBreach(c.found, fmt.Sprintf("the campaign starts %s and ends %s", s, e))
		}
		if err := a.tx.Campaigns().Put(c.Campaign); err != nil {
			return err
		}
	}
	return nil
}

// addRest writes the settings and the handles of an export.
func (a *addition) addRest() error {
	if a.settings != nil {
		if err := a.tx.Campaigns().PutSettings(*a.settings); err != nil {
			return err
		}
	}
	for name, h := range a.handles {
		stored, known, err := a.tx.Handles().Get(name)
		if err != nil {
			return err
		}
		if equalHandles(stored, h) {
			continue
		}
		if known && !a.Replace {
			a.outcome.note(fmt.Sprintf("the account has the handle %q already; it stays", shorten(name)))
			continue
		}
		if err := a.tx.Handles().Put(name, h); err != nil {
			return err
		}
	}
	return nil
}

// split separates the breaches of rules comparing a record with others.
func split(found []*ledger.Breach) (links, others []*ledger.Breach) {
	for _, b := range found {
		if b.Rule.Kind == ledger.LinkRule {
			links = append(links, b)
		} else {
			others = append(others, b)
		}
	}
	return links, others
}

// removeHandles removes the handles of a removed subscription.
func (a *addition) removeHandles(reference string) error {
	if a.names == nil {
		all, err := a.tx.Handles().All()
		if err != nil {
			return err
		}
		a.names = map[string][]string{}
		for name, h := range all {
			id := h.IDs[commerce.KindOf(record.SubscriptionKind).IDName]
			a.names[id] = append(a.names[id], name)
		}
	}
	for _, name := range a.names[reference] {
		if err := a.tx.Handles().Delete(name); err != nil {
			return err
		}
	}
	return nil
}
