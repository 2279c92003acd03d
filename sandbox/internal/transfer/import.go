package transfer

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Import is the records of a text, without faults of their own. They are read twice, in
// parts: once to find faults and again to add them. So a text of any length takes the
// memory of a part, and some thirty bytes for each record.
type Import struct {
	reader *reader
	text   *scanned
	parts  []*part
	only   *Batch // of a text of one part, read before it is added
	rest   *Batch // the rest of an export beside records

	highest map[commerce.Sequence]uint64
	last    map[Kind]time.Time // when something happened last to a record of a kind
	dates   []int64            // of the orders, in their order in the text, in seconds
	orderOf []int32            // the place of the order of each subscription among them, -1 for none
}

// Read reads a text, without already refused records. The error is an *Error.
func Read(s Source) (*Import, error) {
	return readParts(s, cutter{maxBytes: 1 << 20, maxRecords: 2000})
}

func readParts(s Source, c cutter) (*Import, error) {
	i := &Import{reader: newReader(), highest: map[commerce.Sequence]uint64{}, last: map[Kind]time.Time{}}
	r := i.reader
	if i.text = r.scan(s, limits{bytes: MaxParts, records: 600_000}); i.text != nil {
		for _, kind := range Kinds() {
			for _, e := range i.text.records[kind] {
				i.readAlone(kind, e)
			}
		}
		r.batch = &Batch{}
		r.rest(i.text)
	}
	if err := r.err(s); err != nil {
		return nil, err
	}
	i.rest, r.again = r.batch, true
	i.cut(c)
	return i, nil
}

// readAlone reads a record into a batch of its own, and notes everything adding needs to
// know about it in advance. What it notes of a refused record is not used, because the text
// is then read again.
func (i *Import) readAlone(kind Kind, e entry) {
	r := i.reader
	r.batch = &Batch{}
	clear(r.subscriptions)
	r.one(kind, i.text.raw(e))
	switch b := r.batch; kind {
	case Orders:
		date := int64(0)
		for j := range b.orders {
			date = b.orders[j].date.Unix()
			i.useNumbers(&b.orders[j].internals)
			i.noteEvent(kind, b.orders[j].latest)
		}
		i.dates = append(i.dates, date)
		for j := range b.subscriptions { // shown by the order
			r.references.add(shownName, b.subscriptions[j].Reference, r.number-1) // the next one has the present number
		}
	case Subscriptions:
		for j := range b.subscriptions {
			i.noteEvent(kind, b.subscriptions[j].StartDate.Time)
		}
		i.orderOf = append(i.orderOf, i.placeOfOrder())
	case Campaigns:
		for j := range b.campaigns {
			if start := b.campaigns[j].StartDate; start != nil {
				i.noteEvent(kind, start.Time)
			}
		}
	}
}

// noteEvent notes when something happened to a record of a kind.
func (i *Import) noteEvent(kind Kind, t time.Time) {
	if t.After(i.last[kind]) {
		i.last[kind] = t
	}
}

// useNumbers notes the numbers of an order in sequences. An invoice or a proforma with other
// characters than digits is no number of its sequence.
func (i *Import) useNumbers(internals *record.OrderInternals) {
	number := func(text string) uint64 {
		if strings.Trim(text, "0123456789") != "" {
			return 0
		}
		return commerce.ReadNumber(text)
	}
	for sequence, number := range map[commerce.Sequence]uint64{
		commerce.Sales: uint64(internals.Sale), commerce.Invoices: number(internals.Invoice), commerce.Proformas: number(internals.Proforma),
	} {
		i.highest[sequence] = max(i.highest[sequence], number)
	}
}

// placeOfOrder returns the place of the order of the subscription in the reader's batch
// among the orders of the text, otherwise of the first one showing it, -1 for none.
func (i *Import) placeOfOrder() int32 {
	for _, s := range i.reader.batch.subscriptions {
		record, has := i.reader.references.by(orderName, s.Order)
		if !has {
			record, has = i.reader.references.by(shownName, s.Reference)
		}
		if has {
			before := len(i.text.records[Products]) + len(i.text.records[Partners]) + len(i.text.records[Customers])
			return int32(int(record) - before)
		}
	}
	return -1
}

// part is records of a text to be added together.
type part struct {
	records map[Kind][]entry
	bytes   int
	count   int
}

func (p *part) add(kind Kind, e entry) {
	p.records[kind] = append(p.records[kind], e)
	p.bytes, p.count = p.bytes+e.length(), p.count+1
}

// cutter divides records into parts.
type cutter struct {
	maxBytes, maxRecords int // of a part
	parts                []*part
}

// add adds a record to the last part, or to a new one, and returns the part.
func (c *cutter) add(kind Kind, e entry) (in *part) {
	if len(c.parts) == 0 || !c.fits(c.parts[len(c.parts)-1], e) {
		c.parts = append(c.parts, &part{records: map[Kind][]entry{}})
	}
	in = c.parts[len(c.parts)-1]
	in.add(kind, e)
	return in
}

// fits reports whether a part has room for a record.
func (c *cutter) fits(p *part, e entry) bool {
	return p.bytes+e.length() <= c.maxBytes && p.count < c.maxRecords
}

// cut divides the records into parts, owners first, and subscriptions with their orders.
func (i *Import) cut(c cutter) {
	for _, kind := range []Kind{Products, Partners, Customers} {
		for _, e := range i.text.records[kind] {
			c.add(kind, e)
		}
	}
	partOf := i.cutOrders(&c)
	beside := cutter{maxBytes: 2 * c.maxBytes, maxRecords: 2 * c.maxRecords} // orders, as much again
	for at, e := range i.text.records[Subscriptions] {
		if order := i.orderOf[at]; order >= 0 && beside.fits(partOf[order], e) {
			partOf[order].add(Subscriptions, e)
		} else {
			c.add(Subscriptions, e)
		}
	}
	for _, e := range i.text.records[Campaigns] {
		c.add(Campaigns, e)
	}
	i.parts = c.parts
	i.dates, i.orderOf = nil, nil
	clear(i.text.records)
}

// cutOrders adds the orders to parts, and returns the part of each. They are sorted by date,
// because paid ones get their numbers in this order.
func (i *Import) cutOrders(c *cutter) []*part {
	orders := i.text.records[Orders]
	places := make([]int32, len(orders))
	for at := range places {
		places[at] = int32(at)
	}
	slices.SortStableFunc(places, func(x, y int32) int { return cmp.Compare(i.dates[x], i.dates[y]) })
	partOf := make([]*part, len(orders))
	for _, at := range places {
		partOf[at] = c.add(Orders, orders[at])
	}
	return partOf
}

// DaysTo returns by how many days the dates must move for the last event to lie in the 24
// hours before now. Whole days keep the times of day, and dates without a time move like
// those with one. An event is an order, its end or a refund; without orders the start of a
// subscription, otherwise of a campaign.
func (i *Import) DaysTo(now time.Time) int {
	for _, kind := range []Kind{Orders, Subscriptions, Campaigns} {
		if last := i.last[kind]; !last.IsZero() {
			return int(math.Floor(float64(now.Unix()-last.Unix()) / (24 * 60 * 60)))
		}
	}
	return 0
}

// Prepare decides about the records: by how many days their dates move, and who
// replaces their personal data, nil to keep it. The error is an *Error.
func (i *Import) Prepare(days int, personal Anonymizer) error {
	i.reader.shift, i.reader.source.Personal = days, personal
	clear(i.reader.customers)
	if len(i.parts) == 1 {
		i.only = i.read(i.parts[0])
	}
	return i.reader.faults.err()
}

// read reads a part again.
func (i *Import) read(p *part) *Batch {
	r := i.reader
	r.batch = &Batch{}
	clear(r.subscriptions)
	for _, kind := range Kinds() {
		for _, e := range p.records[kind] {
			r.one(kind, i.text.raw(e))
		}
	}
	r.complete()
	return r.batch
}

// batches yields the records of each part, with how many of the text there are so far.
func (i *Import) batches(yield func(count int, b *Batch) bool) {
	if i.only != nil {
		yield(i.text.count, i.only)
		return
	}
	clear(i.reader.customers)
	count := 0
	for _, p := range i.parts {
		if count += p.count; !yield(count, i.read(p)) {
			return
		}
	}
}

// Bytes returns about how much Add writes; for several parts enough for several
// transactions of the store, because reading a part again would keep other writes waiting.
func (i *Import) Bytes() int {
	const (
		other   = 1 << 10 // of the indexes of a record
		several = 4 << 20
	)
	bytes := len(i.text.text) + other*(1+i.text.count)
	if len(i.parts) > 1 {
		return max(bytes, several)
	}
	return bytes
}
