package commerce

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// quantityRule is the rule for the Quantity of a product of a campaign.
type quantityRule struct {
	least  int
	absent int // open question campaign-absent
}

var (
	quantityOfPrimary     = quantityRule{least: 0, absent: 0} // 0 means any
	quantityOfRecommended = quantityRule{least: 1, absent: 1}
)

// product checks a product of the campaign. Any code is valid, even of a product
// unknown to the account (open question campaign-products).
func (f *campaignFaults) product(path string, d ProductDraft, rule quantityRule) record.ProductRef {
	ref := record.ProductRef{
		Code:         f.text(path+".Code", d.Code, "a product code"),
		Quantity:     rule.absent,
		PriceOptions: make([]record.PriceOption, len(d.PriceOptions)),
	}
	replace(&ref.Quantity, d.Quantity)
	if ref.Quantity < rule.least || ref.Quantity > MaxQuantity {
		f.wrong(path+".Quantity", fmt.Sprint(ref.Quantity), fmt.Sprintf("a whole number from %d to %d", rule.least, MaxQuantity))
	}
	for i, option := range d.PriceOptions {
		ref.PriceOptions[i] = f.priceOption(element(path+".PriceOptions", i), option)
	}
	return ref
}

// priceOption checks one price option group and the options chosen in it.
func (f *campaignFaults) priceOption(path string, d PriceOptionDraft) record.PriceOption {
	group := record.PriceOption{
		Code:    f.text(path+".Code", d.Code, "a price option group code"),
		Options: make([]record.OptionValue, len(d.Options)),
	}
	for i, option := range d.Options {
		field := element(path+".Options", i)
		group.Options[i].Code = f.text(field+".Code", option.Code, "an option code")
		if option.Value == nil {
			f.missing(field+".Value", "a whole number")
			continue
		}
		group.Options[i].Value = *option.Value
	}
	return group
}
