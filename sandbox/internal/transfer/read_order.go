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
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// The names of references unique among all records.
const (
	orderName        = "RefNo"
	saleName         = "sale"
	invoiceName      = "invoice"
	customerName     = "AvangateCustomerReference"
	externalName     = "ExternalCustomerReference"
	subscriptionName = "subscription"
	shownName        = "shown subscription" // shown by an order; several may
	campaignName     = "campaign Code"
	productName      = "product code"
	partnerName      = "partner code"
)

// nameOf has the name of the reference of each kind of records.
var nameOf = map[Kind]string{
	Products: productName, Partners: partnerName, Customers: customerName, Orders: orderName, Subscriptions: subscriptionName, Campaigns: campaignName,
}

// orderNotes are the internal fields of an order. Other names, such as the control
// interface's own, are ignored.
type orderNotes struct {
	record.OrderInternals
	PurchaseOrder *record.WholePurchaseOrder `json:"purchase_order"`
}

// orderReference is any number that a sequence of 64 bits can continue for ever.
var orderReference = regexp.MustCompile(`^[1-9][0-9]{0,17}$`)

// prepare checks the shape of an order and makes its served text.
func (r *reader) prepare(in raw) (o order, ok bool) {
	before := r.faults.count()
	text, notes := r.withoutNotes(in)
	if r.tooLarge(in.path, text) {
		return order{}, false
	}
	r.checkShape(raw{path: in.path, text: text}, r.shapes.of(reflect.TypeFor[record.Order]()))
	if notes != nil {
		r.checkShape(raw{path: in.path + ".sandbox", text: notes}, r.shapes.of(reflect.TypeFor[orderNotes]()))
	}
	if r.faults.count() > before {
		return order{}, false
	}
	o = order{found: r.locate(in), text: r.orderText(text)}
	if notes != nil {
		o.noted, o.internals = true, r.notes(notes)
	}
	return o, true
}

func (r *reader) order(text raw) {
	o, ok := r.prepare(text)
	if !ok {
		return
	}
	var read record.Order
	if err := record.DecodeText(o.text, &read); err != nil {
		r.faults.add(o.at, "cannot be read: %v", err)
		return
	}
	if !r.rightOrder(o.at, &read, &o.internals) {
		return
	}
	r.checkOwners(o.at, &read)
	encoded, err := record.Encode(&read)
	o.verbatim, o.encoding = err != nil || string(encoded) != string(o.text), record.HashEncoding(encoded)
	o.ref, o.date, o.latest, o.paid = read.RefNo, read.OrderDate.Time, latest(&read), isPaid(&read)
	r.implyCustomer(&read, &o)
	r.implySubscriptions(&read, &o)
	r.batch.orders = append(r.batch.orders, o)
}

// checkOwners records an order's refused owners.
func (r *reader) checkOwners(path string, o *record.Order) {
	if c := o.CustomerDetails; c != nil {
		r.checkOwner(path+".CustomerDetails.AvangateCustomerReference", Customers, formatInt(c.Reference))
	}
	if o.PartnerCode != nil {
		r.checkOwner(path+".PartnerCode", Partners, *o.PartnerCode)
	}
	for i := range o.Items {
		r.checkOwner(path+".Items["+strconv.Itoa(i)+"].Code", Products, o.Items[i].Code)
	}
}

// tooLarge records the fault of a record or another part if it is too long.
func (r *reader) tooLarge(path string, text []byte) bool {
	if len(text) <= maxRecord {
		return false
	}
	r.faults.add(path, "it may have at most %d MiB", maxRecord>>20)
	return true
}

func (r *reader) locate(text raw) found { return found{text.path, r.source.File, text.place} }

// withoutNotes returns a record without the sandbox's addition, and the addition,
// nil for none.
func (r *reader) withoutNotes(in raw) (text, notes []byte) {
	if !bytes.Contains(in.text, []byte(`"sandbox"`)) && !bytes.Contains(in.text, []byte(`\u`)) {
		return in.text, nil // without reading more
	}
	root := valueOf(in.text, verbatim.OfRoot)
	added := root.Member("sandbox")
	if !added.Exists() {
		return in.text, nil
	}
	if added.Kind() != 'n' {
		notes = added.Bytes()
	}
	var edits verbatim.Edits
	edits.Remove(root, func(_, value verbatim.Value) bool { return value == added })
	return edits.Apply(in.text), notes
}

// orderText returns an order as the account serves it: with the account's code, and
// without personal data unless the data are kept.
func (r *reader) orderText(text []byte) []byte {
	text = compactJSON(text)
	code, err := record.Encode(r.source.Merchant)
	if err != nil {
		return text
	}
	if set, err := verbatim.Set(text, "MerchantCode", code); err == nil { // it fails for no valid text
		text = set
	}
	return r.personal(text)
}

// notes reads the internal fields.
func (r *reader) notes(text []byte) record.OrderInternals {
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

// rightOrder checks an order for the store's needs, and reports whether it meets them.
func (r *reader) rightOrder(path string, o *record.Order, internals *record.OrderInternals) bool {
	before := r.faults.count()
	if orderReference.MatchString(o.RefNo) {
		r.addReference(orderName, o.RefNo, path+".RefNo")
	} else {
		r.faults.add(path+".RefNo", "must be "+wordings["RefNo"]+", got %q", shorten(o.RefNo))
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
		r.addReference(saleName, formatInt(internals.Sale), path+".sandbox.sale")
	}
	r.identifier(path+".sandbox.invoice", internals.Invoice)
	r.addReference(invoiceName, internals.Invoice, path+".sandbox.invoice")
	return r.faults.count() == before
}

// maxIdentifier is how many bytes an identifier may have.
const maxIdentifier = 100

// identifier checks a text for use in a path and in comparisons. An empty one is
// absent.
func (r *reader) identifier(path, text string) {
	if len(text) > maxIdentifier || slices.ContainsFunc([]rune(text), func(c rune) bool { return c < ' ' || c == 0x7f }) {
		r.faults.add(path, "must have at most %d characters and no control characters, got %q", maxIdentifier, shorten(text))
	}
}

// implyCustomer adds the customer of an order to the batch, unless it has it.
func (r *reader) implyCustomer(read *record.Order, o *order) {
	c := read.CustomerDetails
	if c == nil || c.Reference < 1 {
		return
	}
	if r.customers[c.Reference] {
		return
	}
	implied := customer{found: o.found, Customer: *c, implied: true}
	implied.at += ".CustomerDetails"
	if details := valueOf(o.text, verbatim.OfRoot).Member("CustomerDetails"); details.Exists() {
		implied.Text = textOf(details.Bytes(), c)
	}
	r.customers[c.Reference] = true
	r.batch.customers = append(r.batch.customers, implied)
}

// textOf returns the text of a record, "" when the record encodes to it.
func textOf(text []byte, value any) string {
	if encoded, err := record.Encode(value); err == nil && string(encoded) == string(text) {
		return ""
	}
	return string(text)
}

// implySubscriptions adds the subscriptions shown by an order to the batch. If
// several orders show one, the latest counts.
func (r *reader) implySubscriptions(read *record.Order, o *order) {
	for i := range read.Items {
		shown := read.Items[i].ProductDetails.Subscriptions
		for j := range shown {
			path := o.at + ".Items[" + strconv.Itoa(i) + "].ProductDetails.Subscriptions[" + strconv.Itoa(j) + "]"
			r.requires(path+".SubscriptionReference", shown[j].SubscriptionReference)
			r.keepLatest(subscription{
				found: o.within(path[len(o.at):]), Subscription: impliedBy(read, i, j), implied: true, date: o.date,
			})
		}
	}
}

// keepLatest adds an implied subscription to the batch, or replaces an earlier implied one.
func (r *reader) keepLatest(s subscription) {
	at, known := r.subscriptions[s.Reference]
	switch {
	case !known:
		r.subscriptions[s.Reference] = len(r.batch.subscriptions)
		r.batch.subscriptions = append(r.batch.subscriptions, s)
	case r.batch.subscriptions[at].implied && r.batch.subscriptions[at].date.Before(s.date):
		r.batch.subscriptions[at] = s
	}
}

// impliedBy returns the subscription shown by a line of an order.
func impliedBy(o *record.Order, line, place int) record.Subscription {
	item := &o.Items[line]
	shown := &item.ProductDetails.Subscriptions[place]
	s := record.Subscription{
		Reference: shown.SubscriptionReference, Order: o.RefNo, Product: item.Code, PricingOptions: []string{},
		Quantity:  max(1, item.Quantity/len(item.ProductDetails.Subscriptions)),
		StartDate: shown.SubscriptionStartDate, ExpirationDate: shown.ExpirationDate, Enabled: shown.Enabled,
		Lifetime: shown.Lifetime, Trial: shown.Trial,
	}
	for _, option := range item.PriceOptions {
		s.PricingOptions = append(s.PricingOptions, option.Options...)
	}
	if o.CustomerDetails != nil {
		s.Customer = o.CustomerDetails.Reference
	}
	if o.PartnerCode != nil {
		s.Partner = *o.PartnerCode
	}
	return s
}

// record returns the order as it is stored.
func (o *order) record() (record.StoredOrder, error) {
	stored := record.StoredOrder{OrderInternals: o.internals}
	if o.verbatim {
		stored.SetText(string(o.text), o.encoding)
	}
	return stored, record.DecodeText(o.text, &stored.Order)
}

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }
