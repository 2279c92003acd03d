package gate

import (
	"bytes"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Records reads the records named by a call. It implements scenario.Records.
type Records struct {
	Call       scenario.Call
	Operation  *catalog.Operation
	Shop       *commerce.Shop
	Terms      commerce.Terms
	References []string           // of the subscriptions in a SOAP call
	Sightings  *account.Sightings // of the account
	Uncounted  bool               // the call is not among the sightings

	first  loaded // the record that the call names
	others []any  // the subscriptions
	listed bool   // whether others is set
}

// loaded is the result of a search for a record.
type loaded struct {
	done   bool
	stored record.Value // nil for none
	err    error
}

// name returns the call's name for its record, false without one.
func (r *Records) name() (account.RecordName, bool) {
	_, by := r.Operation.NamedRecord()
	for _, parameter := range by {
		if value := r.value(parameter); value != "" {
			return account.RecordName{Parameter: parameter.Parameter, Value: value}, true
		}
	}
	return account.RecordName{}, false
}

func (r *Records) value(of catalog.RecordName) string {
	switch {
	case of.In == catalog.InPath:
		return r.Call.Path(of.Parameter)
	case of.In == catalog.InQuery:
		return plainNumber(of.Parameter, r.Call.Query(of.Parameter))
	case len(r.References) > 0:
		return r.References[0]
	}
	return ""
}

// plainNumber returns the usual spelling of a number, for numeric parameters.
func plainNumber(parameter, value string) string {
	if parameter != catalog.NamesSale && parameter != catalog.NamesCustomer {
		return value
	}
	if n, err := strconv.ParseInt(value, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	return value
}

// Record returns the call's record of a kind, nil if it names no existing one.
func (r *Records) Record(kind catalog.RecordKind) (scenario.Record, error) {
	if named, _ := r.Operation.NamedRecord(); named != kind {
		return nil, nil
	}
	if found := r.load(); found.stored != nil || found.err != nil {
		return found.stored, found.err
	}
	return nil, nil
}

// load reads the record named by the call, once.
func (r *Records) load() *loaded {
	if r.first.done {
		return &r.first
	}
	r.first.done = true
	if name, named := r.name(); named {
		r.first.err = r.Shop.View(func(tx commerce.Tx) error { return r.first.read(tx, r.Terms, name) })
	}
	return &r.first
}

// read reads the record of a name.
func (l *loaded) read(tx commerce.Tx, terms commerce.Terms, name account.RecordName) (err error) {
	switch value := name.Value; name.Parameter {
	case catalog.NamesOrder:
		l.order(tx, value)
	case catalog.NamesSale:
		sale, _ := strconv.ParseInt(value, 10, 64)
		ref, _ := tx.Orders().BySale(sale)
		l.order(tx, ref)
	case catalog.NamesInvoice:
		ref, _ := tx.Orders().ByInvoice(value)
		l.order(tx, ref)
	case catalog.NamesCustomer:
		l.stored, err = tx.Image(record.CustomerKind, value)
	case catalog.NamesExternalCustomer:
		if reference, known := tx.Customers().ByExternal(value); known {
			l.stored, err = tx.Image(record.CustomerKind, strconv.FormatInt(reference, 10))
		}
	case catalog.NamesCampaign:
		l.stored, err = tx.Image(record.CampaignKind, value)
	case catalog.NamesProduct:
		l.stored = terms.RecommendedCampaign(tx, value)
	case catalog.NamesSubscription:
		l.stored, err = tx.Image(record.SubscriptionKind, value)
	}
	return err
}

func (l *loaded) order(tx commerce.Tx, ref string) {
	if body, known := tx.Orders().Body(ref); known {
		l.stored = bytes.Clone(body)
	}
}

// Subscriptions returns the existing subscriptions among those in the call.
func (r *Records) Subscriptions() ([]any, error) {
	if r.listed {
		return r.others, nil
	}
	all := []any{}
	err := r.Shop.View(func(tx commerce.Tx) error {
		for _, reference := range r.References {
			stored, err := tx.Image(record.SubscriptionKind, reference)
			if err != nil {
				return err
			}
			if stored != nil {
				all = append(all, record.Value(stored).Whole())
			}
		}
		return nil
	})
	r.others, r.listed = all, err == nil
	return all, err
}

// Seen returns how many calls named the record, by whatever of its names.
func (r *Records) Seen() (int, error) {
	name, named := r.name()
	found := r.load()
	if !named || found.err != nil {
		return 0, found.err
	}
	names, err := r.namesOf(name, found.stored)
	calls := r.Sightings.Count(names...)
	if r.Uncounted {
		calls++
	}
	return calls, err
}

// namesOf returns all names of a record. If stored is nil, its only name is the given
// one.
func (r *Records) namesOf(given account.RecordName, stored record.Value) (names []account.RecordName, err error) {
	add := func(parameter string, value any) {
		switch v := value.(type) {
		case string:
			if v != "" {
				names = append(names, account.RecordName{Parameter: parameter, Value: v})
			}
		case int: // of a customer
			names = append(names, account.RecordName{Parameter: parameter, Value: strconv.Itoa(v)})
		}
	}
	field := func(name string) any {
		value, _ := stored.Field(name)
		return value
	}
	switch kind, _ := r.Operation.NamedRecord(); {
	case stored == nil || kind == catalog.CampaignRecord || kind == catalog.SubscriptionRecord:
		return []account.RecordName{given}, nil
	case kind == catalog.CustomerRecord:
		add(catalog.NamesCustomer, field("AvangateCustomerReference"))
		add(catalog.NamesExternalCustomer, field(catalog.NamesExternalCustomer))
		return names, nil
	}
	ref, _ := field("RefNo").(string)
	add(catalog.NamesOrder, ref)
	err = r.Shop.View(func(tx commerce.Tx) error {
		internals, _, err := tx.Orders().Internals(ref)
		if internals.Sale != 0 {
			add(catalog.NamesSale, strconv.FormatInt(internals.Sale, 10))
		}
		add(catalog.NamesInvoice, internals.Invoice)
		return err
	})
	return names, err
}

// sight counts the record named by an admitted call, while a scenario reads how many there
// were.
func (c *Call) sight() {
	if c.repeats == nil && !c.Recorder.Preview && c.Account != nil && c.Decision().ReadsSeen() {
		c.reader().Sight()
	}
}

// Sight counts the record named by the call.
func (r *Records) Sight() {
	if name, named := r.name(); named {
		r.Sightings.Add(name)
	}
}

// reader returns the reader of the call's records.
func (c *Call) reader() *Records {
	if c.read.Operation == nil {
		c.read = Records{Call: c.ScenarioCall, Operation: c.Operation, Shop: c.Shop, Terms: c.Terms, References: c.Subscriptions,
			Sightings: &c.Account.Sightings, Uncounted: c.Recorder.Preview}
	}
	return &c.read
}

// Records returns the reader of the call's records, nil before its account is known.
func (c *Call) Records() scenario.Records {
	if c.Account == nil || c.Shop == nil {
		return nil
	}
	return c.reader()
}
