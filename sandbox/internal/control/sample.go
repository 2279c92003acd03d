package control

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// mostSampled is how many records of each kind without a handle are tried for a
// sample.
const mostSampled = 50

// sampler looks for a call that succeeds. Its shop stores nothing.
type sampler struct {
	shop  *commerce.Shop
	terms commerce.Terms
	ids   map[string]string // of the record that is tried
	body  string            // of the call that is tried
}

// sampleOf returns a call of an operation that succeeds with the records of an
// account as they are, nil when none does. It tries the records one by one,
// those first whose handles suit the operation.
func sampleOf(a *account.Account, op *catalog.Operation) (*client.Sample, error) {
	terms := a.Settings().Terms
	terms.Now = a.Clock.Now()
	try, needsRecord := trials[op.ID]
	s := &sampler{shop: a.Shop.Preview(), terms: terms}
	if !needsRecord {
		return &client.Sample{Values: map[string]string{}}, nil
	}
	handles, err := handlesFor(a, op.ID)
	if err != nil {
		return nil, err
	}
	for _, h := range handles {
		s.ids, s.body = h.ids, ""
		if try(s) == nil {
			if s.ids == nil {
				h.name = ""
			}
			return &client.Sample{Handle: h.name, Values: valuesFor(op, s.ids), Body: s.body}, nil
		}
	}
	return nil, nil
}

// trials make a call of an operation with the ids of a record.
var trials = map[catalog.OperationID]func(*sampler) error{
	catalog.CustomerOrders: func(s *sampler) error {
		reference, err := strconv.ParseInt(s.ids["CustomerReference"], 10, 64)
		delete(s.ids, "ExternalCustomerReference") // one of the two is enough
		return cmp.Or(err, ignoring(s.shop.CustomerOrders(s.terms, commerce.CustomerOrders{Reference: &reference, Paging: commerce.Paging{Page: 1, Limit: 1}}, func([]byte) {})))
	},
	catalog.OrderBySale: func(s *sampler) error {
		sale, err := strconv.ParseInt(s.ids["SaleId"], 10, 64)
		return cmp.Or(err, ignoring(s.shop.OrderBySale(s.terms, &sale)))
	},
	catalog.OrderByInvoice: func(s *sampler) error { return ignoring(s.shop.OrderByInvoice(s.terms, s.ids["InvoiceId"])) },
	catalog.RetrieveOrder: func(s *sampler) error {
		return s.shop.RetrieveOrder(s.terms, s.ids["OrderReference"], func([]byte) {})
	},
	catalog.CancelOrder: func(s *sampler) error { return ignoring(s.shop.CancelOrder(s.terms, s.ids["OrderReference"])) },
	catalog.UploadOrderForm: func(s *sampler) error {
		form := commerce.OrderForm{FileName: "form.txt", ClientTime: s.terms.Now.UTC().Format(commerce.MomentFormat), File: "U2lnbmVkLgo="}
		return cmp.Or(s.write(form), ignoring(s.shop.UploadOrderForm(s.terms, s.ids["OrderReference"], form)))
	},
	catalog.RecommendedUpsell: func(s *sampler) error { return ignoring(s.shop.RecommendedUpsell(s.terms, s.ids["ProductCode"])) },
	catalog.CreateUpsell: func(s *sampler) error {
		product := s.ids["ProductCode"]
		return s.write(map[string]any{
			"Name": "A better product", "StartDate": commerce.DayOf(s.terms.Now).String(), "DisplayForManualRenewals": true, "Enabled": true,
			"Discount":       map[string]any{"Type": "PERCENT", "Value": 15},
			"PrimaryProduct": map[string]string{"Code": product}, "RecommendedProduct": map[string]string{"Code": cmp.Or(s.ids["UpgradeProductCode"], product)},
			"Description": []map[string]string{{"Language": "en", "Text": "Get <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->."}},
		})
	},
	catalog.UpdateUpsell: func(s *sampler) error {
		var stored json.RawMessage
		known := false
		err := s.shop.View(func(tx commerce.Tx) error {
			var body []byte
			body, known = tx.Campaigns().Body(s.ids["upsellCode"])
			stored = slices.Clone(body)
			return nil
		})
		if !known {
			return cmp.Or(err, errNoRecord)
		}
		return cmp.Or(err, s.write(stored))
	},
	catalog.DeleteUpsell: func(s *sampler) error { return ignoring(s.shop.DeleteUpsell(s.terms, s.ids["upsellCode"])) },
	catalog.ChangeUpsellSettings: func(s *sampler) error {
		s.ids = nil // the settings belong to no record
		settings, err := s.shop.UpsellSettings(s.terms)
		return cmp.Or(err, s.write(settings))
	},
	catalog.UpgradePartnerSubscriptions: func(s *sampler) error {
		s.ids["Quantity"] = "1"
		item := commerce.UpgradeItem{SubscriptionReference: s.ids["SubscriptionReference"], UpgradeProductCode: s.ids["UpgradeProductCode"], Quantity: "1"}
		_, _, err := s.shop.UpgradePartnerSubscriptions(s.terms, commerce.Upgrade{Items: []commerce.UpgradeItem{item}})
		return err
	},
}

// write makes the body of the call.
func (s *sampler) write(body any) error {
	var text strings.Builder
	writer := json.NewEncoder(&text)
	writer.SetEscapeHTML(false)
	writer.SetIndent("", "  ")
	err := writer.Encode(body)
	s.body = strings.TrimSpace(text.String())
	return err
}

// ignoring returns the error of an answer.
func ignoring[T any](_ T, err error) error { return err }

// named is a record whose ids are tried.
type named struct {
	name string // handle, "" for none
	ids  map[string]string
}

// suited are the handles that show best what an operation does.
var suited = map[catalog.OperationID]string{
	catalog.CustomerOrders: "customer-with-11-orders", catalog.OrderBySale: "sale", catalog.OrderByInvoice: "invoice", catalog.RetrieveOrder: "order-complete",
	catalog.CancelOrder: "purchase-order-awaiting-payment", catalog.UploadOrderForm: "purchase-order-awaiting-form",
	catalog.RecommendedUpsell: "campaign-enabled", catalog.CreateUpsell: "product-basic", catalog.UpdateUpsell: "campaign-percent", catalog.DeleteUpsell: "campaign-disabled",
	catalog.UpgradePartnerSubscriptions: "subscription-upgradable",
}

// handlesFor returns the records to try: those with handles, then some without.
func handlesFor(a *account.Account, of catalog.OperationID) ([]named, error) {
	var all []named
	err := a.Shop.View(func(tx commerce.Tx) error {
		handles, err := tx.Handles().All()
		for _, name := range slices.Sorted(maps.Keys(handles)) {
			all = append(all, named{name, maps.Clone(handles[name].IDs)})
		}
		if err != nil {
			return err
		}
		all = append(all, unnamed(tx)...)
		return nil
	})
	slices.SortStableFunc(all, func(x, y named) int { return cmp.Compare(isOther(x.name, suited[of]), isOther(y.name, suited[of])) })
	return all, err
}

func isOther(name, suited string) int {
	if name == suited && name != "" {
		return 0
	}
	return 1
}
