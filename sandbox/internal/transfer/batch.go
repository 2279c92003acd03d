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
	Shift    int        // by how many days the dates move
	Refusals *Refusals  // nil to take all records or none
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
	unnumbered    []int                   // the orders that need a sale and an invoice, oldest first
	shown         map[string]subscription // what orders imply and the texts have, by reference
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
	latest    time.Time             // when something happened last
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

// Parse reads texts together, without the records that are refused already. The error
// is an *Error.
func Parse(sources ...Source) (*Batch, error) {
	b := &Batch{}
	r := reader{batch: b, shapes: shapes{}, taken: map[string]string{}, customers: map[int64]int{}, subscriptions: map[string]int{}}
	for _, s := range sources {
		r.read(s)
	}
	if err := r.faults.err(); err != nil {
		return nil, err
	}
	for _, s := range sources {
		if err := s.Refusals.err(b); err != nil {
			return nil, err
		}
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
	takes  []string          // the keys of taken that the present record has added

	customers     map[int64]int  // of the batch, by reference, the place in its list
	subscriptions map[string]int // likewise
}

func (r *reader) read(s Source) {
	r.source, r.faults.file, r.faults.refusals = s, s.File, s.Refusals
	s.Refusals.begin()
	scanned, ok := scan(s.Text, s.Kind, &r.faults)
	r.faults.whole = scanned == nil
	if scanned == nil || !ok && s.Refusals == nil {
		return
	}
	for _, read := range []struct {
		kind Kind
		one  func(raw)
	}{
		{Products, r.product}, {Partners, r.partner}, {Customers, r.customer}, {Orders, r.order},
		{Subscriptions, r.subscription}, {Campaigns, r.campaign},
	} {
		for _, record := range scanned.records[read.kind] {
			if !r.one(record, read.one) {
				s.Refusals.note(read.kind, record)
			}
		}
	}
	r.rest(scanned)
}

// one reads a record, and reports whether it is right. A wrong one takes no references
// when the others are read without it.
func (r *reader) one(record raw, read func(raw)) (ok bool) {
	if r.source.Refusals.have(record) {
		return false
	}
	before := r.faults.count()
	r.faults.record, r.takes = record, r.takes[:0]
	if record.text = r.shifted(record); r.faults.count() == before {
		read(record)
	}
	if ok = r.faults.count() == before; !ok && r.source.Refusals != nil {
		for _, key := range r.takes {
			delete(r.taken, key)
		}
	}
	return ok
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
	r.takes = append(r.takes, key)
}

// owned records that a record belongs to one that is refused.
func (r *reader) owned(path string, owner Kind, reference string) {
	if at, refused := r.refused(owner, reference); refused {
		r.faults.add(path, "names the %s %s, which is refused at %s", owner.singular(), shortened(reference), at)
	}
}

// refused returns where the record with a reference is refused. It is not, when another
// one with the reference is right.
func (r *reader) refused(kind Kind, reference string) (path string, refused bool) {
	if r.source.Refusals == nil {
		return "", false
	}
	if _, right := r.taken[takenAs[kind]+" "+reference]; right {
		return "", false
	}
	path, refused = r.source.Refusals.gone[kind][reference]
	return path, refused
}

// checked compares a record with the shape of a type, and reports whether it is
// right.
func (r *reader) checked(record raw, of *shape) bool {
	before := r.faults.count()
	of.walk(record, &r.faults)
	return r.faults.count() == before
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
	b.shown = map[string]subscription{}
	b.subscriptions = slices.DeleteFunc(b.subscriptions, func(s subscription) bool {
		_, given := r.taken[subscriptionTaken+" "+s.Reference]
		if s.implied && given {
			b.shown[s.Reference] = s
		}
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
