package transfer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Anonymizer replaces the personal data in the JSON of a record. It keeps the
// places, the names and the types of all values.
type Anonymizer interface{ Record(text []byte) []byte }

// Source is a text with records.
type Source struct {
	File     string // for the faults, "" for none
	Text     []byte
	Kind     Kind       // of all records, "" when each says it
	Merchant string     // the code of the account, set in the orders
	Personal Anonymizer // nil to keep personal data
	Refusals *Refusals  // nil to take all records or none
}

// Batch is records without faults of their own. It includes the records implied by
// them: the customers and the subscriptions named by orders.
type Batch struct {
	orders        []order
	customers     []customer
	subscriptions []subscription
	campaigns     []campaign
	plain         []plain
	settings      *record.UpsellSettings
	handles       map[string]record.Handle
	sequences     map[commerce.Sequence]uint64
	unnumbered    []int                   // the orders in need of a sale and an invoice, oldest first
	shown         map[string]subscription // implied by orders and present in the texts, by reference
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

// order is an order in its served bytes.
type order struct {
	found
	ref       string
	date      time.Time
	latest    time.Time           // when something happened last
	text      []byte              // as it is served
	verbatim  bool                // whether Order does not encode to text
	encoding  record.EncodingHash // of the encoding of Order
	internals record.OrderInternals
	noted     bool // whether the internals were given
	paid      bool
}

type customer struct {
	found
	record.Customer
	implied bool
}

type subscription struct {
	found
	record.Subscription
	implied bool
	date    time.Time // of the order implying it
}

type campaign struct {
	found
	record.Campaign
}

// Parse reads texts together, without already refused records. The error is an
// *Error.
func Parse(sources ...Source) (*Batch, error) {
	r := newReader()
	for _, s := range sources {
		text := r.scan(s, limits{bytes: MaxBytes, records: 200_000})
		if text == nil {
			continue
		}
		for _, kind := range Kinds() {
			for _, e := range text.records[kind] {
				r.one(kind, text.raw(e))
			}
		}
		r.rest(text)
	}
	if err := r.err(sources...); err != nil {
		return nil, err
	}
	r.complete()
	return r.batch, nil
}

// reader reads the records of texts into a batch.
type reader struct {
	source     Source
	scanned    []*scanned // of each text
	batch      *Batch
	number     uint32 // of the present record among all, in the order of reading
	right      int    // how many records are
	shift      int    // by how many days the dates move
	faults     faults
	shapes     shapes
	references references
	again      bool // whether this is the second reading, with all references added

	customers     map[int64]bool // read or implied
	subscriptions map[string]int // of the batch, by reference, the place in its list
}

func newReader() *reader {
	return &reader{batch: &Batch{}, shapes: shapes{}, references: newReferences(), customers: map[int64]bool{}, subscriptions: map[string]int{}}
}

// scan finds the records of a text. It returns nil when they cannot be read.
func (r *reader) scan(s Source, b limits) *scanned {
	r.source, r.faults.file, r.faults.refusals = s, s.File, s.Refusals
	s.Refusals.begin()
	scanned := scan(s.Text, s.Kind, b, &r.faults)
	if r.faults.whole = scanned == nil; r.faults.whole || s.Refusals == nil && r.faults.count() > 0 {
		return nil
	}
	r.scanned = append(r.scanned, scanned)
	return scanned
}

// pathOf returns the path of the record with a number.
func (r *reader) pathOf(number uint32) string {
	for _, s := range r.scanned {
		for _, kind := range Kinds() {
			if n := uint32(len(s.records[kind])); number >= n {
				number -= n
				continue
			}
			return s.raw(s.records[kind][number]).path
		}
	}
	return ""
}

// one reads a record. A wrong one takes no references when the others are read without it.
func (r *reader) one(kind Kind, text raw) {
	defer func() { r.number++ }()
	if r.source.Refusals.have(text) {
		if !r.again {
			r.source.Refusals.note(kind, text)
		}
		return
	}
	before := r.faults.count()
	r.faults.record, r.references.added = text, r.references.added[:0]
	if text.text = r.shiftDates(text); r.faults.count() == before {
		r.into(kind, text)
	}
	switch {
	case r.faults.count() == before:
		r.right++
	case r.source.Refusals != nil:
		r.references.undo()
		r.source.Refusals.note(kind, text)
	}
}

// into reads a record into the batch.
func (r *reader) into(kind Kind, text raw) {
	switch kind {
	case Products:
		readPlain(r, text, kind, func(p *record.Product) string { return p.Code })
	case Partners:
		readPlain(r, text, kind, func(p *record.Partner) string { return p.Code })
	case Customers:
		r.customer(text)
	case Orders:
		r.order(text)
	case Subscriptions:
		r.subscription(text)
	case Campaigns:
		r.campaign(text)
	}
}

// err returns the faults of the texts.
func (r *reader) err(sources ...Source) error {
	if err := r.faults.err(); err != nil {
		return err
	}
	for _, s := range sources {
		if err := s.Refusals.err(r.right); err != nil {
			return err
		}
	}
	return nil
}

// complete completes the batch when all its records are read.
func (r *reader) complete() {
	r.dropImplied()
	r.batch.findUnnumbered()
}

// addReference records the use of a reference of a kind. A second use is a fault.
func (r *reader) addReference(kind, reference, path string) {
	if reference == "" || r.again {
		return
	}
	if first, twice := r.references.add(kind, reference, r.number); twice {
		field := strings.TrimPrefix(path, r.faults.record.path)
		r.faults.add(path, "the %s %s is there twice, first at %s", kind, shorten(reference), r.pathOf(first)+field)
	}
}

// checkOwner records a fault if the owner of a record is refused.
func (r *reader) checkOwner(path string, owner Kind, reference string) {
	if at, refused := r.findRefused(owner, reference); refused {
		r.faults.add(path, "names the %s %s, which is refused at %s", owner.singular(), shorten(reference), at)
	}
}

// findRefused returns where the record with a reference is refused. It is not, when another
// one with the reference is right.
func (r *reader) findRefused(kind Kind, reference string) (path string, refused bool) {
	if r.source.Refusals == nil || r.references.has(nameOf[kind], reference) {
		return "", false
	}
	path, refused = r.source.Refusals.gone[kind][reference]
	return path, refused
}

// checkShape compares a record with the shape of a type, and reports whether it is
// right.
func (r *reader) checkShape(text raw, of *shape) bool {
	before := r.faults.count()
	w := walker{faults: &r.faults, root: text.path}
	w.value(of, valueOf(text.text, of.enters()))
	return r.faults.count() == before
}

// personal returns a record without personal data, unless the data are kept.
func (r *reader) personal(text []byte) []byte {
	if r.source.Personal == nil {
		return text
	}
	return r.source.Personal.Record(text)
}

// dropImplied drops implied records if the texts have them.
func (r *reader) dropImplied() {
	b := r.batch
	b.customers = slices.DeleteFunc(b.customers, func(c customer) bool {
		return c.implied && r.references.has(customerName, formatInt(c.Reference))
	})
	b.shown = map[string]subscription{}
	b.subscriptions = slices.DeleteFunc(b.subscriptions, func(s subscription) bool {
		given := s.implied && r.references.has(subscriptionName, s.Reference)
		if given {
			b.shown[s.Reference] = s
		}
		return given
	})
}

// findUnnumbered finds the paid orders without a sale or an invoice, because the
// interface does not show them. They get theirs in the order of their dates.
func (b *Batch) findUnnumbered() {
	for i := range b.orders {
		if o := &b.orders[i]; o.paid && (o.internals.Sale == 0 || o.internals.Invoice == "") {
			b.unnumbered = append(b.unnumbered, i)
		}
	}
	slices.SortStableFunc(b.unnumbered, func(i, j int) int {
		return cmp.Or(b.orders[i].date.Compare(b.orders[j].date), cmp.Compare(b.orders[i].ref, b.orders[j].ref))
	})
}

// completeNumbers gives a sale and an invoice the next numbers of their sequences, unless
// they have some.
func completeNumbers(internals *record.OrderInternals, next func(commerce.Sequence) (uint64, error)) error {
	if internals.Sale == 0 {
		n, err := next(commerce.Sales)
		if err != nil {
			return err
		}
		internals.Sale = int64(n)
	}
	if internals.Invoice == "" {
		n, err := next(commerce.Invoices)
		if err != nil {
			return err
		}
		internals.Invoice = strconv.FormatUint(n, 10)
	}
	return nil
}

// isPaid reports whether an order has a sale and an invoice.
func isPaid(o *record.Order) bool {
	switch o.Status {
	case catalog.Complete, catalog.Refund:
		return true
	case catalog.Reversed:
		return o.FinishDate != nil
	}
	return false
}
