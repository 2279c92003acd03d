package control

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// orderPage returns a page of orders (open questions search-envelope and
// customer-envelope).
func (s *sampler) orderPage(list func(show func([]byte)) (commerce.Listed, error)) (any, error) {
	rows := []json.RawMessage{}
	found, err := list(func(order []byte) { rows = append(rows, slices.Clone(order)) })
	return map[string]any{
		"Items": rows, "Pagination": map[string]int{"Page": samplePaging.Page, "Limit": samplePaging.Limit, "Count": found.Count},
	}, err
}

var errNoRecord = errors.New("the record was deleted")

// campaign returns a stored campaign.
func (s *sampler) campaign(code string) (stored json.RawMessage, err error) {
	err = s.shop.View(func(tx commerce.Tx) error {
		body, known := tx.Campaigns().Body(code)
		if !known {
			return errNoRecord
		}
		stored = slices.Clone(body)
		return nil
	})
	return stored, err
}

// newCampaign returns the campaign created by the sample. Its code is an example, because
// the code of the next campaign depends on the moment of the call.
func (s *sampler) newCampaign() record.Campaign {
	product, today, percent := s.ids["ProductCode"], s.today(), record.Cents(15_00)
	return record.Campaign{
		Code: "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40",
		Name: "A better product", StartDate: &today, DisplayForManualRenewals: true, Enabled: true,
		Discount:           record.Discount{Type: catalog.PercentDiscount, Value: &percent},
		PrimaryProduct:     record.ProductRef{Code: product, PriceOptions: []record.PriceOption{}},
		RecommendedProduct: record.ProductRef{Code: cmp.Or(s.ids["UpgradeProductCode"], product), Quantity: 1, PriceOptions: []record.PriceOption{}},
		Description:        []record.Localized{{Language: "en", Text: "Get <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->."}},
	}
}
