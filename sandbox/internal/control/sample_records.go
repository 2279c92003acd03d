package control

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

func unnamedCustomer(tx commerce.Tx) []named {
	for reference := range tx.Customers().References() {
		return []named{{ids: map[string]string{"CustomerReference": strconv.FormatInt(reference, 10)}}}
	}
	return nil
}

func unnamedOrders(tx commerce.Tx) (all []named) {
	for reference := range commerce.OrderIDs(tx) {
		if len(all) == maxSampled {
			break
		}
		internals, _, _ := tx.Orders().Internals(reference)
		all = append(all, named{ids: map[string]string{"OrderReference": reference, "SaleId": strconv.FormatInt(internals.Sale, 10), "InvoiceId": internals.Invoice}})
	}
	return all
}

func unnamedCampaigns(tx commerce.Tx) (all []named) {
	for facts := range tx.Campaigns().Newest() {
		if len(all) == maxSampled {
			break
		}
		all = append(all, named{ids: map[string]string{"upsellCode": facts.Code, "ProductCode": facts.Primary}})
	}
	return all
}

func unnamedSubscriptions(tx commerce.Tx) []named {
	var all []named
	for reference := range tx.Subscriptions().References() {
		s, _, err := tx.Subscriptions().Get(reference)
		if err != nil || len(all) == maxSampled {
			break
		}
		product, _, _ := tx.Products().Product(s.Product)
		if len(product.UpgradeProducts) > 0 {
			all = append(all, named{ids: map[string]string{"SubscriptionReference": reference, "UpgradeProductCode": product.UpgradeProducts[0]}})
		}
	}
	return all
}
