package transfer

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strconv"

	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/prefetch"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// What must be there once among all records.
const (
	orderTaken        = "RefNo"
	saleTaken         = "sale"
	invoiceTaken      = "invoice"
	customerTaken     = "AvangateCustomerReference"
	externalTaken     = "ExternalCustomerReference"
	subscriptionTaken = "subscription"
	campaignTaken     = "campaign Code"
	productTaken      = "product code"
	partnerTaken      = "partner code"
)

// orderNotes are what the interface does not show of an order. Other names, such as
// those that the control interface only shows, are ignored.
type orderNotes struct {
	commerce.OrderInternals
	PurchaseOrder *commerce.WholePurchaseOrder `json:"purchase_order"`
}

var orderReference = regexp.MustCompile(`^[1-9][0-9]{6,8}$`)

// preparedOrder is an order whose shape was checked, in the bytes that it is served as.
type preparedOrder struct {
	order
	record raw
	right  bool
	wrong  Error // what its shape has
}

// orders reads orders. A second goroutine prepares them, because an import spends most
// of its time here.
func (r *reader) orders(records []raw) {
	p := &reader{source: r.source, shapes: r.shapes, faults: faults{file: r.source.File}}
	for _, shape := range []reflect.Type{reflect.TypeFor[commerce.Order](), reflect.TypeFor[orderNotes]()} {
		r.shapes.of(shape) // both goroutines only read the shapes from now on
	}
	prepared := func(yield func(preparedOrder) bool) {
		for _, record := range records {
			if !yield(p.prepare(record)) {
				return
			}
		}
	}
	for o := range prefetch.Values(prepared) {
		r.faults.join(&o.wrong)
		if r.faults.record = o.record; o.right {
			r.order(&o.order)
		}
	}
}

// prepare checks the shape of an order and makes the text that it is served as.
func (r *reader) prepare(record raw) preparedOrder {
	listed, more := len(r.faults.Faults), r.faults.More
	r.faults.record = record
	o := preparedOrder{order: order{found: r.found(record)}, record: record}
	text, notes := r.withoutNotes(record)
	if o.right = !r.tooLarge(record.path, text); o.right {
		o.right = r.checked(raw{path: record.path, text: text}, r.shapes.of(reflect.TypeFor[commerce.Order]()))
		if notes != nil {
			o.right = r.checked(raw{path: record.path + ".sandbox", text: notes}, r.shapes.of(reflect.TypeFor[orderNotes]())) && o.right
		}
	}
	if !o.right {
		o.wrong = Error{Faults: r.faults.Faults[listed:], More: r.faults.More - more}
		return o
	}
	if notes != nil {
		o.noted, o.internals = true, r.notes(notes)
	}
	o.text = r.orderText(text)
	return o
}

// order reads an order that was prepared.
func (r *reader) order(o *order) {
	var read commerce.Order
	if err := commerce.DecodeText(o.text, &read); err != nil {
		r.faults.add(o.at, "cannot be read: %v", err)
		return
	}
	if !r.rightOrder(o.at, &read, &o.internals) {
		return
	}
	encoded, err := commerce.Encode(&read)
	o.verbatim, o.encoding = err != nil || string(encoded) != string(o.text), commerce.HashEncoding(encoded)
	o.ref, o.date, o.paid = read.RefNo, read.OrderDate.Time, isPaid(&read)
	r.implyCustomer(&read, o)
	r.implySubscriptions(&read, o)
	r.batch.orders = append(r.batch.orders, *o)
}

// tooLarge records the fault of a record that is too long.
func (r *reader) tooLarge(path string, text []byte) bool {
	if len(text) <= maxRecord {
		return false
	}
	r.faults.add(path, "a record may have at most %d MiB", maxRecord>>20)
	return true
}

func (r *reader) found(record raw) found { return found{record.path, r.source.File, record.place} }

// withoutNotes returns a record without what the sandbox adds, and that, nil for
// nothing.
func (r *reader) withoutNotes(record raw) (text, notes []byte) {
	if !bytes.Contains(record.text, []byte(`"sandbox"`)) && !bytes.Contains(record.text, []byte(`\u`)) {
		return record.text, nil // without reading more
	}
	root := valueOf(record.text, verbatim.OfRoot)
	added := root.Member("sandbox")
	if !added.Exists() {
		return record.text, nil
	}
	if added.Kind() != 'n' {
		notes = added.Bytes()
	}
	var edits verbatim.Edits
	edits.Remove(root, func(_, value verbatim.Value) bool { return value == added })
	return edits.Apply(record.text), notes
}

// orderText returns an order as the account serves it: with the account's code, and
// without personal data unless that is kept.
func (r *reader) orderText(text []byte) []byte {
	text = compacted(text)
	code, err := commerce.Encode(r.source.Merchant)
	if err != nil {
		return text
	}
	if set, err := verbatim.Set(text, "MerchantCode", code); err == nil { // it fails for no valid text
		text = set
	}
	return r.personal(text)
}

// notes reads what the interface does not show.
func (r *reader) notes(text []byte) commerce.OrderInternals {
	var n orderNotes
	_ = json.Unmarshal(r.personal(text), &n) // its shape is right
	internals := n.OrderInternals
	internals.PurchaseOrder = n.PurchaseOrder.Parts()
	if internals.PurchaseOrder == nil {
		return internals
	}
	for i, f := range internals.PurchaseOrder.Forms {
		if f.Content != nil { // whatever the text says of their size
			internals.PurchaseOrder.Forms[i] = f.WithContent(f.Content)
		}
	}
	return internals
}

// rightOrder checks what the store needs of an order, and reports whether it has it.
func (r *reader) rightOrder(path string, o *commerce.Order, internals *commerce.OrderInternals) bool {
	before := len(r.faults.Faults) + r.faults.More
	switch {
	case !orderReference.MatchString(o.RefNo):
		r.faults.add(path+".RefNo", "must be a string of 7 to 9 digits, got %q", shortened(o.RefNo))
	default:
		r.take(orderTaken, o.RefNo, path+".RefNo")
	}
	if o.OrderDate.IsZero() {
		r.faults.add(path+".OrderDate", "is required")
	}
	if o.Status == "" {
		r.faults.add(path+".Status", "is required")
	}
	if n := len(o.Items); n < 1 || n > commerce.MaxLines {
		r.faults.add(path+".Items", "must have 1 to %d lines, got %d", commerce.MaxLines, n)
	}
	for i := range o.Items {
		if o.Items[i].Quantity == 0 {
			r.faults.add(path+".Items["+strconv.Itoa(i)+"].Quantity", "is required")
		}
	}
	if e := o.ExternalReference; e != nil && utf8.RuneCountInString(*e) > catalog.MaxExternalReference {
		r.faults.add(path+".ExternalReference", "must have at most %d characters, got %d", catalog.MaxExternalReference, utf8.RuneCountInString(*e))
	}
	if internals.Sale != 0 {
		r.take(saleTaken, strconv.FormatInt(internals.Sale, 10), path+".sandbox.sale")
	}
	r.identifier(path+".sandbox.invoice", internals.Invoice)
	r.take(invoiceTaken, internals.Invoice, path+".sandbox.invoice")
	return len(r.faults.Faults)+r.faults.More == before
}

// longestIdentifier is how many bytes an identifier may have.
const longestIdentifier = 100

// identifier checks that a text can be sent in a path and compared. An empty one is
// absent.
func (r *reader) identifier(path, text string) {
	if len(text) > longestIdentifier || slices.ContainsFunc([]rune(text), func(c rune) bool { return c < ' ' || c == 0x7f }) {
		r.faults.add(path, "must have at most %d characters and no control characters, got %q", longestIdentifier, shortened(text))
	}
}

// implyCustomer adds the customer of an order to the batch, unless it has it.
func (r *reader) implyCustomer(read *commerce.Order, o *order) {
	c := read.CustomerDetails
	if c == nil || c.Reference < 1 {
		return
	}
	if _, known := r.customers[c.Reference]; known {
		return
	}
	implied := customer{found: o.found, Customer: *c, implied: true}
	implied.at += ".CustomerDetails"
	if details := valueOf(o.text, verbatim.OfRoot).Member("CustomerDetails"); details.Exists() {
		implied.Text = textOf(details.Bytes(), c)
	}
	r.customers[c.Reference] = len(r.batch.customers)
	r.batch.customers = append(r.batch.customers, implied)
}

// textOf returns the text of a record, "" when the record encodes to it.
func textOf(text []byte, record any) string {
	if encoded, err := commerce.Encode(record); err == nil && string(encoded) == string(text) {
		return ""
	}
	return string(text)
}

// implySubscriptions adds the subscriptions that an order shows to the batch. One
// that several orders show is that of the latest.
func (r *reader) implySubscriptions(read *commerce.Order, o *order) {
	for i := range read.Items {
		shown := read.Items[i].ProductDetails.Subscriptions
		for j := range shown {
			path := o.at + ".Items[" + strconv.Itoa(i) + "].ProductDetails.Subscriptions[" + strconv.Itoa(j) + "]"
			if !r.rightShown(path, &shown[j]) {
				continue
			}
			implied := subscription{
				found: found{path, o.file, o.place}, Subscription: impliedBy(read, i, j), implied: true, date: o.date,
			}
			at, known := r.subscriptions[implied.Reference]
			switch {
			case !known:
				r.subscriptions[implied.Reference] = len(r.batch.subscriptions)
				r.batch.subscriptions = append(r.batch.subscriptions, implied)
			case r.batch.subscriptions[at].implied && r.batch.subscriptions[at].date.Before(o.date):
				r.batch.subscriptions[at] = implied
			}
		}
	}
}

func (r *reader) rightShown(path string, s *commerce.ItemSubscription) bool {
	before := len(r.faults.Faults) + r.faults.More
	if s.SubscriptionReference == "" {
		r.faults.add(path+".SubscriptionReference", "is required")
	}
	r.identifier(path+".SubscriptionReference", s.SubscriptionReference)
	return len(r.faults.Faults)+r.faults.More == before
}

// impliedBy returns the subscription that a line of an order shows.
func impliedBy(o *commerce.Order, line, place int) commerce.Subscription {
	item := &o.Items[line]
	shown := &item.ProductDetails.Subscriptions[place]
	s := commerce.Subscription{
		Reference: shown.SubscriptionReference, Order: o.RefNo, Product: item.Code, PricingOptions: []string{},
		Quantity:  max(1, item.Quantity/len(item.ProductDetails.Subscriptions)),
		StartDate: shown.SubscriptionStartDate, ExpirationDate: shown.ExpirationDate, Enabled: shown.Enabled,
		Lifetime: shown.Lifetime, Trial: shown.Trial,
	}
	for _, option := range item.PriceOptions {
		s.PricingOptions = append(s.PricingOptions, option.Options...)
	}
	if o.CustomerDetails != nil && o.CustomerDetails.Reference > 0 {
		s.Customer = o.CustomerDetails.Reference
	}
	if o.PartnerCode != nil {
		s.Partner = *o.PartnerCode
	}
	return s
}

// record returns the order as it is stored.
func (o *order) record() (commerce.OrderRecord, error) {
	record := commerce.OrderRecord{OrderInternals: o.internals}
	if o.verbatim {
		record.SetText(string(o.text), o.encoding)
	}
	return record, commerce.DecodeText(o.text, &record.Order)
}

// stateOf returns the state of a purchase order that only its status says.
func stateOf(status catalog.Status) catalog.PurchaseOrderState {
	for _, state := range catalog.PurchaseOrderState("").Values() {
		if slices.Contains(state.Statuses(), status) {
			return state
		}
	}
	return catalog.AwaitingForm
}

func numbered(n int64) string { return strconv.FormatInt(n, 10) }
