package transfer

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// own compares a record in the names of the control interface with the shape of its
// type, and decodes it. It ignores the names added by the control interface.
func own[T any](r *reader, in raw, into *T, shown ...string) bool {
	of := *r.shapes.of(reflect.TypeFor[T]())
	of.strict, of.fields = true, maps.Clone(of.fields)
	for _, name := range shown {
		if of.fields[name] == nil {
			of.fields[name] = &shape{}
		}
	}
	_, ok := read(r, in, &of, into, func(text []byte, into *T) error { return json.Unmarshal(text, into) })
	return ok
}

// foreign compares a record of the interface with the shape of its type, decodes it, and
// returns the original text if encoding the record would not reproduce it, otherwise "".
func foreign[T any](r *reader, in raw, into *T) (text string, ok bool) {
	served, ok := read(r, in, r.shapes.of(reflect.TypeFor[T]()), into, record.DecodeText[T])
	if !ok {
		return "", false
	}
	return textOf(served, into), true
}

// read compares a record with a shape, decodes the account's part of it, and
// returns that part. It reports false when it records a fault.
func read[T any](r *reader, in raw, of *shape, into *T, decode func([]byte, *T) error) (text []byte, ok bool) {
	text, _ = r.withoutNotes(in)
	if r.tooLarge(in.path, text) || !r.checkShape(raw{path: in.path, text: text}, of) {
		return nil, false
	}
	text = r.personal(compactJSON(text))
	if err := decode(text, into); err != nil {
		r.faults.add(in.path, "cannot be read: %v", err)
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

// subscription reads a subscription, in the names of the control interface, because
// the interface shows none by itself.
func (r *reader) subscription(text raw) {
	s := subscription{found: r.locate(text)}
	if !own(r, text, &s.Subscription, "upgrade_products", "why_not") {
		return
	}
	r.requires(text.path+".reference", s.Reference)
	r.requires(text.path+".order", s.Order)
	r.checkOwner(text.path+".order", Orders, s.Order)
	if s.Customer != 0 {
		r.checkOwner(text.path+".customer", Customers, formatInt(s.Customer))
	}
	r.checkOwner(text.path+".product", Products, s.Product)
	r.checkOwner(text.path+".partner", Partners, s.Partner)
	if s.Quantity == 0 {
		r.faults.add(text.path+".quantity", "is required")
	}
	r.addReference(subscriptionName, s.Reference, text.path+".reference")
	r.batch.subscriptions = append(r.batch.subscriptions, s)
}

func (r *reader) customer(in raw) {
	c := customer{found: r.locate(in)}
	text, ok := foreign(r, in, &c.Customer)
	if !ok {
		return
	}
	c.Text = text
	if c.Reference < 1 {
		r.faults.add(in.path+".AvangateCustomerReference", "is required")
		return
	}
	r.addReference(customerName, formatInt(c.Reference), in.path+".AvangateCustomerReference")
	if c.ExternalReference != nil {
		r.addReference(externalName, *c.ExternalReference, in.path+".ExternalCustomerReference")
	}
	r.customers[c.Reference] = true
	r.batch.customers = append(r.batch.customers, c)
}

func (r *reader) campaign(in raw) {
	c := campaign{found: r.locate(in)}
	text, ok := foreign(r, in, &c.Campaign)
	if !ok {
		return
	}
	c.Text = text
	if !commerce.IsCampaignCode(c.Code) {
		r.faults.add(in.path+".Code", "must be a UUID in lower case, got %q", shorten(c.Code))
	}
	r.requires(in.path+".PrimaryProduct.Code", c.PrimaryProduct.Code)
	r.requires(in.path+".RecommendedProduct.Code", c.RecommendedProduct.Code)
	r.checkOwner(in.path+".PrimaryProduct.Code", Products, c.PrimaryProduct.Code)
	r.checkOwner(in.path+".RecommendedProduct.Code", Products, c.RecommendedProduct.Code)
	if c.Discount.Type == "" {
		r.faults.add(in.path+".Discount.Type", "is required: %s", phrase.Or(catalog.Words(c.Discount.Type.Values())...))
	}
	r.addReference(campaignName, c.Code, in.path+".Code")
	r.batch.campaigns = append(r.batch.campaigns, c)
}

// settings is record.UpsellSettings in the names of an export.
type settings struct {
	Display catalog.DisplayType `json:"upselling_display_type"`
}

// rest reads the rest of an export beside records.
func (r *reader) rest(s *scanned) {
	var given settings
	if r.part(s.settings, &given) && given.Display != "" {
		r.batch.settings = &record.UpsellSettings{UpsellingDisplayType: given.Display}
	}
	r.readSequences(s.sequences)
	r.readHandles(s.handles)
}

func (r *reader) readSequences(part raw) {
	given := map[commerce.Sequence]int64{}
	r.part(part, &given)
	for name, n := range given {
		path := part.path + "." + shorten(string(name))
		switch {
		case !slices.Contains(commerce.AllSequences(), name):
			r.faults.add(path, "unknown sequence; %s", phrase.Suggest(name, commerce.AllSequences()))
		case n < 0 || n > commerce.MaxNumber:
			r.faults.add(path, "must be a whole number from 0 to %d", int64(commerce.MaxNumber))
		default:
			if r.batch.sequences == nil {
				r.batch.sequences = map[commerce.Sequence]uint64{}
			}
			r.batch.sequences[name] = uint64(n)
		}
	}
}

// readHandles reads the handles, without those of refused records.
func (r *reader) readHandles(part raw) {
	r.part(part, &r.batch.handles)
	maps.DeleteFunc(r.batch.handles, func(_ string, h record.Handle) bool {
		_, refused := r.findRefused(Kind(h.Kind+"s"), h.IDs[commerce.KindOf(h.Kind).IDName])
		return refused
	})
	for name, h := range r.batch.handles {
		r.identifier(part.path+"."+shorten(name), name)
		if len(h.IDs) == 0 {
			r.faults.add(part.path+"."+shorten(name), "must have the kind and the ids of a record")
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
