package transfer

import (
	"cmp"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Anonymizer replaces the personal data in the JSON of a record. It keeps the
// places, the names and the types of all values.
type Anonymizer interface{ Record(text []byte) []byte }

// Source is a text with records.
type Source struct {
	File     string // for the faults, "" for none
	Text     []byte
	Kind     Kind       // of all records, "" when each says it
	Merchant string     // the code of the account, which the orders get
	Personal Anonymizer // nil to keep personal data
}

// Batch is records that were read and are right in themselves. What they imply is
// with them: the customers and the subscriptions that orders name.
type Batch struct {
	orders        []order
	customers     []customer
	subscriptions []subscription
	campaigns     []campaign
	products      []product
	partners      []partner
	settings      *commerce.UpsellSettings
	handles       map[string]commerce.Handle
	sequences     map[commerce.Sequence]uint64
	unnumbered    []int // the orders that need a sale and an invoice, oldest first
}

// Bytes returns about how much Add writes.
func (b *Batch) Bytes() int {
	const other = 1 << 10 // of a record whose text is not kept, and of the indexes of any
	n := other * (1 + len(b.orders) + len(b.customers) + len(b.subscriptions) + len(b.campaigns) + len(b.products) + len(b.partners))
	for i := range b.orders {
		n += len(b.orders[i].text)
		if po := b.orders[i].internals.PurchaseOrder; po != nil {
			for _, f := range po.Forms {
				n += len(f.Content)
			}
		}
	}
	for i := range b.campaigns {
		n += len(b.campaigns[i].Text)
	}
	return n
}

// found is where a record was found.
type found struct {
	at    string // its path, behind the name of the file
	file  string
	place place
}

// within returns where a part of the record is, with the place of the record, because
// its text is no longer there.
func (f found) within(path string) found { return found{f.at + path, f.file, f.place} }

// order is an order in the bytes that it is served as.
type order struct {
	found
	ref       string
	date      time.Time
	text      []byte                // as it is served
	verbatim  bool                  // whether Order does not encode to text
	encoding  commerce.EncodingHash // of what Order encodes to
	internals commerce.OrderInternals
	noted     bool // whether the internals were given
	paid      bool
}

type customer struct {
	found
	commerce.Customer
	implied bool
}

type subscription struct {
	found
	commerce.Subscription
	implied bool
	date    time.Time // of the order that implies it
}

type campaign struct {
	found
	commerce.Campaign
}

type product struct {
	found
	commerce.Product
}

type partner struct {
	found
	commerce.Partner
}

// Parse reads texts together. The error is an *Error.
func Parse(sources ...Source) (*Batch, error) {
	b := &Batch{}
	r := reader{batch: b, shapes: shapes{}, taken: map[string]string{}, customers: map[int64]int{}, subscriptions: map[string]int{}}
	for _, s := range sources {
		r.read(s)
	}
	if err := r.faults.err(); err != nil {
		return nil, err
	}
	r.dropImplied()
	b.findUnnumbered()
	return b, nil
}

// reader reads the records of texts into a batch.
type reader struct {
	source Source
	batch  *Batch
	faults faults
	shapes shapes
	taken  map[string]string // where each reference was found first, by kind and reference

	customers     map[int64]int  // of the batch, by reference, the place in its list
	subscriptions map[string]int // likewise
}

func (r *reader) read(s Source) {
	r.source, r.faults.file = s, s.File
	scanned, ok := scan(s.Text, s.Kind, &r.faults)
	if !ok {
		return
	}
	for _, read := range []struct {
		kind    Kind
		records func([]raw)
	}{
		{Products, r.each(r.product)}, {Partners, r.each(r.partner)}, {Customers, r.each(r.customer)}, {Orders, r.orders},
		{Subscriptions, r.each(r.subscription)}, {Campaigns, r.each(r.campaign)},
	} {
		read.records(scanned.records[read.kind])
	}
	r.rest(scanned)
}

// each returns a function that reads records one by one.
func (r *reader) each(read func(raw)) func([]raw) {
	return func(records []raw) {
		for _, record := range records {
			r.faults.record = record
			read(record)
		}
	}
}

// take records that a reference of a kind is used. A second use is a fault.
func (r *reader) take(kind, reference, path string) {
	if reference == "" {
		return
	}
	key := kind + " " + reference
	if first, twice := r.taken[key]; twice {
		r.faults.add(path, "the %s %s is there twice, first at %s", kind, shortened(reference), first)
		return
	}
	r.taken[key] = path
}

// checked compares a record with the shape of a type, and reports whether it is
// right.
func (r *reader) checked(record raw, of *shape) bool {
	before := len(r.faults.Faults) + r.faults.More
	of.walk(record, &r.faults)
	return len(r.faults.Faults)+r.faults.More == before
}

// personal returns a record without personal data, unless that is kept.
func (r *reader) personal(text []byte) []byte {
	if r.source.Personal == nil {
		return text
	}
	return r.source.Personal.Record(text)
}

// dropImplied drops what orders imply and the texts have.
func (r *reader) dropImplied() {
	b := r.batch
	b.customers = slices.DeleteFunc(b.customers, func(c customer) bool {
		_, given := r.taken[customerTaken+" "+numbered(c.Reference)]
		return c.implied && given
	})
	b.subscriptions = slices.DeleteFunc(b.subscriptions, func(s subscription) bool {
		_, given := r.taken[subscriptionTaken+" "+s.Reference]
		return s.implied && given
	})
}

// findUnnumbered finds the paid orders without a sale or an invoice, which the
// interface does not show. They get theirs in the order of their dates.
func (b *Batch) findUnnumbered() {
	for i := range b.orders {
		if o := &b.orders[i]; o.needsSale() {
			b.unnumbered = append(b.unnumbered, i)
		}
	}
	slices.SortStableFunc(b.unnumbered, func(i, j int) int {
		return cmp.Or(b.orders[i].date.Compare(b.orders[j].date), cmp.Compare(b.orders[i].ref, b.orders[j].ref))
	})
}

// needsSale reports whether an order is paid, without a sale or an invoice.
func (o *order) needsSale() bool {
	return o.paid && (o.internals.Sale == 0 || o.internals.Invoice == "")
}

// isPaid reports whether an order has a sale and an invoice.
func isPaid(o *commerce.Order) bool {
	switch o.Status {
	case catalog.Complete, catalog.Refund:
		return true
	case catalog.Reversed:
		return o.FinishDate != nil
	}
	return false
}
