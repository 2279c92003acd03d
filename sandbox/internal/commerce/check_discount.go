package commerce

import (
	"maps"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// discount checks the discount of a draft (section 2.2, open question
// discount-types).
func (f *campaignFaults) discount(d DiscountDraft) record.Discount {
	rule := anyOf(catalog.DiscountType("").Values())
	if d.Type == nil {
		f.missing("Discount.Type", rule)
		return record.Discount{}
	}
	switch kind := catalog.DiscountType(*d.Type); kind {
	case catalog.FixedDiscount:
		return f.fixedAmounts(d)
	case catalog.PercentDiscount:
		return f.percent(d)
	}
	f.wrong("Discount.Type", *d.Type, rule)
	return record.Discount{}
}

// percent checks a PERCENT discount: a whole percentage without a currency.
func (f *campaignFaults) percent(d DiscountDraft) record.Discount {
	const rule = "a whole number from 0 to 100"
	switch v := d.Value; {
	case v == nil:
		f.missing("Discount.Value", rule)
	case !v.IsWhole() || v.Less(record.Money{}) || record.Cents(100_00).Less(*v):
		f.wrong("Discount.Value", v.String(), rule)
	}
	if d.Values != nil {
		f.surplus("Discount.Values", "", "a PERCENT discount has a Value")
	}
	if d.DefaultCurrency != nil {
		f.surplus("Discount.DefaultCurrency", *d.DefaultCurrency, "a PERCENT discount has no currency")
	}
	return record.Discount{Type: catalog.PercentDiscount, Value: d.Value}
}

// fixedAmounts checks a FIXED discount: one amount for each currency, and a default
// currency among them.
func (f *campaignFaults) fixedAmounts(d DiscountDraft) record.Discount {
	if d.Value != nil {
		f.surplus("Discount.Value", d.Value.String(), "a FIXED discount has Values")
	}
	if len(d.Values) == 0 {
		f.missing("Discount.Values", "a list of at least one amount")
	}
	values := make([]record.Amount, len(d.Values))
	taken := map[string]string{}
	for i, v := range d.Values {
		path := element("Discount.Values", i)
		values[i] = f.amount(path, v)
		field, code := path+".Currency", values[i].Currency
		switch first, again := taken[code]; {
		case code == "":
		case again:
			f.wrong(field, code, "another currency than "+first)
		default:
			taken[code] = field
		}
	}
	const field = "Discount.DefaultCurrency"
	currency := f.text(field, d.DefaultCurrency, "one of the currencies of Discount.Values")
	if _, among := taken[currency]; currency != "" && !among && len(taken) > 0 {
		f.wrong(field, currency, "one of the currencies of Discount.Values ("+strings.Join(slices.Sorted(maps.Keys(taken)), ", ")+")")
	}
	return record.Discount{Type: catalog.FixedDiscount, Values: values, DefaultCurrency: currency}
}

func (f *campaignFaults) amount(path string, d AmountDraft) record.Amount {
	a := record.Amount{Currency: f.text(path+".Currency", d.Currency, currencyRule)}
	if a.Currency != "" && !record.IsCurrency(a.Currency) {
		f.wrong(path+".Currency", a.Currency, currencyRule)
	}
	const rule = "a number from 0"
	if d.Amount == nil {
		f.missing(path+".Amount", rule)
		return a
	}
	if a.Amount = *d.Amount; a.Amount.Less(record.Money{}) {
		f.wrong(path+".Amount", a.Amount.String(), rule)
	}
	return a
}

const currencyRule = "a currency code of ISO 4217 such as USD"
