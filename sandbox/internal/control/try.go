package control

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// TryCustomerOrders lists the orders of a customer.
func TryCustomerOrders(s *sampler) (any, error) {
	reference, err := strconv.ParseInt(s.ids["CustomerReference"], 10, 64)
	if err != nil {
		return nil, err
	}
	delete(s.ids, "ExternalCustomerReference") // one of the two is enough
	return s.orderPage(func(show func([]byte)) (commerce.Listed, error) {
		return s.shop.CustomerOrders(s.terms, commerce.CustomerOrders{Reference: &reference, Paging: samplePaging}, show)
	})
}

// TryOrderBySale finds an order by its sale.
func TryOrderBySale(s *sampler) (any, error) {
	sale, err := strconv.ParseInt(s.ids["SaleId"], 10, 64)
	if err != nil {
		return nil, err
	}
	return s.shop.OrderBySale(s.terms, &sale)
}

// TryOrderByInvoice finds an order by its invoice.
func TryOrderByInvoice(s *sampler) (any, error) {
	return s.shop.OrderByInvoice(s.terms, s.ids["InvoiceId"])
}

// TryRetrieveOrder retrieves an order.
func TryRetrieveOrder(s *sampler) (any, error) {
	var order json.RawMessage
	err := s.shop.RetrieveOrder(s.terms, s.ids["OrderReference"], func(body []byte) { order = slices.Clone(body) })
	return order, err
}

// TryCancelOrder cancels a purchase order.
func TryCancelOrder(s *sampler) (any, error) {
	_, err := s.shop.CancelOrder(s.terms, s.ids["OrderReference"])
	return true, err
}

// TryUploadOrderForm uploads the form of a purchase order.
func TryUploadOrderForm(s *sampler) (any, error) {
	form := commerce.OrderForm{FileName: "form.txt", ClientTime: s.today().String() + " 09:14:51", File: "U2lnbmVkLgo="}
	if _, err := s.shop.UploadOrderForm(s.terms, s.ids["OrderReference"], form); err != nil {
		return nil, err
	}
	return true, s.write(form)
}

// TryRecommendedUpsell finds the campaign of a product.
func TryRecommendedUpsell(s *sampler) (any, error) {
	campaign, err := s.shop.RecommendedUpsell(s.terms, s.ids["ProductCode"])
	return json.RawMessage(campaign), err
}

// TryCreateUpsell creates a campaign for a product.
func TryCreateUpsell(s *sampler) (any, error) {
	campaign := s.newCampaign()
	return campaign, s.write(map[string]any{
		"Name": campaign.Name, "StartDate": campaign.StartDate, "DisplayForManualRenewals": true, "Enabled": true,
		"Discount":       map[string]any{"Type": campaign.Discount.Type, "Value": campaign.Discount.Value},
		"PrimaryProduct": map[string]string{"Code": campaign.PrimaryProduct.Code}, "RecommendedProduct": map[string]string{"Code": campaign.RecommendedProduct.Code},
		"Description": campaign.Description,
	})
}

// TryUpdateUpsell updates a campaign with itself.
func TryUpdateUpsell(s *sampler) (any, error) {
	stored, err := s.campaign(s.ids["upsellCode"])
	if err != nil {
		return nil, err
	}
	return stored, s.write(stored)
}

// TryDeleteUpsell deletes a campaign.
func TryDeleteUpsell(s *sampler) (any, error) {
	_, err := s.shop.DeleteUpsell(s.terms, s.ids["upsellCode"])
	return nil, err
}

// TryChangeUpsellSettings writes the settings of campaigns unchanged.
func TryChangeUpsellSettings(s *sampler) (any, error) {
	s.ids = nil // the settings belong to no record
	settings, err := s.shop.UpsellSettings(s.terms)
	return settings, cmp.Or(err, s.write(settings))
}

// TryUpgradePartnerSubscriptions upgrades a subscription.
func TryUpgradePartnerSubscriptions(s *sampler) (any, error) {
	s.ids["Quantity"] = "1"
	item := commerce.UpgradeItem{SubscriptionReference: s.ids["SubscriptionReference"], UpgradeProductCode: s.ids["UpgradeProductCode"], Quantity: "1"}
	result, _, err := s.shop.UpgradePartnerSubscriptions(s.terms, commerce.Upgrade{Items: []commerce.UpgradeItem{item}})
	return result, err
}
