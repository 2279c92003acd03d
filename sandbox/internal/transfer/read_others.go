package transfer

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// own compares a record in the names of the control interface with the shape of its
// type, and decodes it. It ignores the names added by the control interface.
func own[T any](r *reader, record raw, into *T, shown ...string) bool {
	of := *r.shapes.of(reflect.TypeFor[T]())
	of.strict, of.fields = true, maps.Clone(of.fields)
	for _, name := range shown {
		if of.fields[name] == nil {
			of.fields[name] = &shape{}
		}
	}
	_, ok := read(r, record, &of, into, func(text []byte, into *T) error { return json.Unmarshal(text, into) })
	return ok
}

// foreign compares a record of the interface with the shape of its type, decodes it, and
// returns the original text if encoding the record would not reproduce it, otherwise "".
func foreign[T any](r *reader, record raw, into *T) (text string, ok bool) {
	served, ok := read(r, record, r.shapes.of(reflect.TypeFor[T]()), into, commerce.DecodeText[T])
	if !ok {
		return "", false
	}
	return textOf(served, into), true
}

// read compares a record with a shape, decodes the account's part of it, and
// returns that part. It reports false when it records a fault.
func read[T any](r *reader, record raw, of *shape, into *T, decode func([]byte, *T) error) (text []byte, ok bool) {
	text, _ = r.withoutNotes(record)
	if r.tooLarge(record.path, text) || !r.checkShape(raw{path: record.path, text: text}, of) {
		return nil, false
	}
	text = r.personal(compactJSON(text))
	if err := decode(text, into); err != nil {
		r.faults.add(record.path, "cannot be read: %v", err)
		return nil, false
	}
	return text, true
}

// requires records a fault for an absent value or an invalid identifier.
func (r *reader) requires(path, value string) {
	if value == "" {
		r.faults.add(path, "is required")
	}
	r.identifier(path, value)
}

func (r *reader) product(record raw) {
	p := product{found: r.found(record)}
	if !own(r, record, &p.Product) {
		return
	}
	r.requires(record.path+".code", p.Code)
	r.take(productTaken, p.Code, record.path+".code")
	r.batch.products = append(r.batch.products, p)
}

func (r *reader) partner(record raw) {
	p := partner{found: r.found(record)}
	if !own(r, record, &p.Partner) {
		return
	}
	r.requires(record.path+".code", p.Code)
	r.take(partnerTaken, p.Code, record.path+".code")
	r.batch.partners = append(r.batch.partners, p)
}

// subscription reads a subscription, in the names of the control interface, because
// the interface shows none by itself.
func (r *reader) subscription(record raw) {
	s := subscription{found: r.found(record)}
	if !own(r, record, &s.Subscription, "upgrade_products", "why_not") {
		return
	}
	r.requires(record.path+".reference", s.Reference)
	r.requires(record.path+".order", s.Order)
	r.checkOwner(record.path+".order", Orders, s.Order)
	r.checkOwner(record.path+".customer", Customers, formatInt(s.Customer))
	r.checkOwner(record.path+".product", Products, s.Product)
	r.checkOwner(record.path+".partner", Partners, s.Partner)
	if s.Quantity == 0 {
		r.faults.add(record.path+".quantity", "is required")
	}
	r.take(subscriptionTaken, s.Reference, record.path+".reference")
	r.batch.subscriptions = append(r.batch.subscriptions, s)
}

func (r *reader) customer(record raw) {
	c := customer{found: r.found(record)}
	text, ok := foreign(r, record, &c.Customer)
	if !ok {
		return
	}
	c.Text = text
	if c.Reference < 1 {
		r.faults.add(record.path+".AvangateCustomerReference", "is required")
		return
	}
	r.take(customerTaken, formatInt(c.Reference), record.path+".AvangateCustomerReference")
	if c.ExternalReference != nil {
		r.take(externalTaken, *c.ExternalReference, record.path+".ExternalCustomerReference")
	}
	r.customers[c.Reference] = true
	r.batch.customers = append(r.batch.customers, c)
}

func (r *reader) campaign(record raw) {
	c := campaign{found: r.found(record)}
	text, ok := foreign(r, record, &c.Campaign)
	if !ok {
		return
	}
	c.Text = text
	if !commerce.IsCampaignCode(c.Code) {
		r.faults.add(record.path+".Code", "must be a UUID in lower case, got %q", shorten(c.Code))
	}
	r.requires(record.path+".PrimaryProduct.Code", c.PrimaryProduct.Code)
	r.requires(record.path+".RecommendedProduct.Code", c.RecommendedProduct.Code)
	r.checkOwner(record.path+".PrimaryProduct.Code", Products, c.PrimaryProduct.Code)
	r.checkOwner(record.path+".RecommendedProduct.Code", Products, c.RecommendedProduct.Code)
	if c.Discount.Type == "" {
		r.faults.add(record.path+".Discount.Type", "is required: %s", phrase.Or(catalog.Words(c.Discount.Type.Values())...))
	}
	r.take(campaignTaken, c.Code, record.path+".Code")
	r.batch.campaigns = append(r.batch.campaigns, c)
}

// settings is commerce.UpsellSettings in the names of an export.
type settings struct {
	Display catalog.DisplayType `json:"upselling_display_type"`
}

// rest reads the rest of an export beside records.
func (r *reader) rest(s *scanned) {
	var given settings
	if r.part(s.settings, &given) && given.Display != "" {
		r.batch.settings = &commerce.UpsellSettings{UpsellingDisplayType: given.Display}
	}
	r.part(s.sequences, &r.batch.sequences)
	for name, n := range r.batch.sequences {
		path := s.sequences.path + "." + shorten(string(name))
		switch {
		case !slices.Contains(commerce.AllSequences(), name):
			r.faults.add(path, "unknown sequence; %s", phrase.Suggest(name, commerce.AllSequences()))
		case n > maxNumber:
			r.faults.add(path, "must be a whole number from 0 to %d", int64(maxNumber))
		}
	}
	r.part(s.handles, &r.batch.handles)
	maps.DeleteFunc(r.batch.handles, func(_ string, h commerce.Handle) bool {
		_, refused := r.findRefused(Kind(h.Kind+"s"), h.IDs[commerce.IDName(h.Kind)])
		return refused
	})
	for name, h := range r.batch.handles {
		r.identifier(s.handles.path+"."+shorten(name), name)
		if len(h.IDs) == 0 {
			r.faults.add(s.handles.path+"."+shorten(name), "must have the kind and the ids of a record")
		}
	}
}

// part decodes a part of an export, and reports whether it is there and right.
func (r *reader) part(part raw, into any) bool {
	if r.faults.record = part; part.text == nil || r.source.Refusals.have(part) {
		return false
	}
	of := *r.shapes.of(reflect.TypeOf(into).Elem())
	of.strict = true
	if r.tooLarge(part.path, part.text) || !r.checkShape(part, &of) {
		return false
	}
	if err := json.Unmarshal(part.text, into); err != nil {
		r.faults.add(part.path, "cannot be read: %v", err)
		return false
	}
	return true
}
