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

// samplePaging requests one order, because further ones would show nothing new.
var samplePaging = commerce.Paging{Page: 1, Limit: 1}

// sampleOf returns a call of an operation that succeeds with the records of an
// account as they are, nil when none does.
func sampleOf(a *account.Account, op *catalog.Operation) (*client.Sample, error) {
	if trials[op.ID] == nil {
		return &client.Sample{Values: map[string]string{}}, nil
	}
	call, err := findCall(a, op, anyRecord)
	if call == nil || err != nil {
		return nil, err
	}
	return &client.Sample{Handle: call.handle, Values: valuesFor(op, call.ids), Body: call.body}, nil
}

// anyRecord lets a call have every record.
func anyRecord(map[string]string) bool { return true }

// sampled is a call that succeeds.
type sampled struct {
	*sampler
	handle string // of its record, "" for none
	answer any    // the body of its answer, as JSON shows it
}

// findCall tries the records of an account one by one, those first whose handles
// suit the operation, but only records whose ids are free. It returns nil when no
// call succeeds.
func findCall(a *account.Account, op *catalog.Operation, free func(ids map[string]string) bool) (*sampled, error) {
	handles, err := handlesFor(a, op.ID)
	if err != nil {
		return nil, err
	}
	s := newSampler(a)
	for _, h := range handles {
		if !free(h.ids) {
			continue
		}
		s.ids, s.body = h.ids, ""
		answer, err := trials[op.ID](s)
		if err != nil {
			continue
		}
		if s.ids == nil {
			h.name = ""
		}
		return &sampled{s, h.name, answer}, nil
	}
	return nil, nil
}

func newSampler(a *account.Account) *sampler {
	terms := a.Settings().Terms
	terms.Now = a.Clock.Now()
	return &sampler{shop: a.Shop.Preview(), terms: terms}
}

// trials make a call of an operation with the ids of a record, and return the
// body of its answer.
var trials = map[catalog.OperationID]func(*sampler) (any, error){
	catalog.CustomerOrders: func(s *sampler) (any, error) {
		reference, err := strconv.ParseInt(s.ids["CustomerReference"], 10, 64)
		if err != nil {
			return nil, err
		}
		delete(s.ids, "ExternalCustomerReference") // one of the two is enough
		return s.orderPage(func(show func([]byte)) (commerce.Listed, error) {
			return s.shop.CustomerOrders(s.terms, commerce.CustomerOrders{Reference: &reference, Paging: samplePaging}, show)
		})
	},
	catalog.OrderBySale: func(s *sampler) (any, error) {
		sale, err := strconv.ParseInt(s.ids["SaleId"], 10, 64)
		if err != nil {
			return nil, err
		}
		return s.shop.OrderBySale(s.terms, &sale)
	},
	catalog.OrderByInvoice: func(s *sampler) (any, error) { return s.shop.OrderByInvoice(s.terms, s.ids["InvoiceId"]) },
	catalog.RetrieveOrder: func(s *sampler) (any, error) {
		var order json.RawMessage
		err := s.shop.RetrieveOrder(s.terms, s.ids["OrderReference"], func(body []byte) { order = slices.Clone(body) })
		return order, err
	},
	catalog.CancelOrder: func(s *sampler) (any, error) {
		_, err := s.shop.CancelOrder(s.terms, s.ids["OrderReference"])
		return true, err
	},
	catalog.UploadOrderForm: func(s *sampler) (any, error) {
		form := commerce.OrderForm{FileName: "form.txt", ClientTime: s.today().String() + " 09:14:51", File: "U2lnbmVkLgo="}
		if _, err := s.shop.UploadOrderForm(s.terms, s.ids["OrderReference"], form); err != nil {
			return nil, err
		}
		return true, s.write(form)
	},
	catalog.RecommendedUpsell: func(s *sampler) (any, error) {
		campaign, err := s.shop.RecommendedUpsell(s.terms, s.ids["ProductCode"])
		return json.RawMessage(campaign), err
	},
	catalog.CreateUpsell: func(s *sampler) (any, error) {
		campaign := s.newCampaign()
		return campaign, s.write(map[string]any{
			"Name": campaign.Name, "StartDate": campaign.StartDate, "DisplayForManualRenewals": true, "Enabled": true,
			"Discount":       map[string]any{"Type": campaign.Discount.Type, "Value": campaign.Discount.Value},
			"PrimaryProduct": map[string]string{"Code": campaign.PrimaryProduct.Code}, "RecommendedProduct": map[string]string{"Code": campaign.RecommendedProduct.Code},
			"Description": campaign.Description,
		})
	},
	catalog.UpdateUpsell: func(s *sampler) (any, error) {
		stored, err := s.campaign(s.ids["upsellCode"])
		if err != nil {
			return nil, err
		}
		return stored, s.write(stored)
	},
	catalog.DeleteUpsell: func(s *sampler) (any, error) {
		_, err := s.shop.DeleteUpsell(s.terms, s.ids["upsellCode"])
		return nil, err
	},
	catalog.ChangeUpsellSettings: func(s *sampler) (any, error) {
		s.ids = nil // the settings belong to no record
		settings, err := s.shop.UpsellSettings(s.terms)
		return settings, cmp.Or(err, s.write(settings))
	},
	catalog.UpgradePartnerSubscriptions: func(s *sampler) (any, error) {
		s.ids["Quantity"] = "1"
		item := commerce.UpgradeItem{SubscriptionReference: s.ids["SubscriptionReference"], UpgradeProductCode: s.ids["UpgradeProductCode"], Quantity: "1"}
		result, _, err := s.shop.UpgradePartnerSubscriptions(s.terms, commerce.Upgrade{Items: []commerce.UpgradeItem{item}})
		return result, err
	},
}

// today is the day on the account's clock.
func (s *sampler) today() commerce.Day { return commerce.DayOf(s.terms.Now) }

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

// named is a record whose ids are tried.
type named struct {
	name string // handle, "" for none
	ids  map[string]string
}

// suited are the handles that show best what an operation does.
var suited = map[catalog.OperationID]string{
	catalog.CustomerOrders: "customer-with-11-orders", catalog.OrderBySale: "sale", catalog.OrderByInvoice: "invoice", catalog.RetrieveOrder: "order-complete",
	catalog.CancelOrder: "purchase-order-awaiting-payment", catalog.UploadOrderForm: "purchase-order-awaiting-form",
	catalog.RecommendedUpsell: "campaign-percent", catalog.CreateUpsell: "product-basic", catalog.UpdateUpsell: "campaign-percent", catalog.DeleteUpsell: "campaign-disabled",
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
