package commerce_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// hostileCall makes a call with hostile values, stored in asked, and returns its error,
// or one of its own for an unsound answer.
type hostileCall func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error

// hostileCalls has a call of every method of a shop that takes a value.
var hostileCalls = map[string]hostileCall{
	"SearchOrders": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		q := commerce.OrderSearch{
			ApproveStatus: valueOf[catalog.ApproveStatus](h), Newer: maybe(h, h.time()), Status: valueOf[catalog.Status](h),
			StartDate: h.day(), EndDate: h.day(), PartnerOrders: h.IntN(2) == 0, ExternalRefNo: h.text(),
			TestOrders: valueOf[catalog.TestOrders](h), Paging: h.paging(),
		}
		*asked = q
		shown := 0
		found, err := shop.SearchOrders(t, q, func([]byte) { shown++ })
		return sound(err, q.Validate(t), q.Paging, shown, found.Count)
	},
	"WhyEmpty": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		q := commerce.OrderSearch{
			ApproveStatus: valueOf[catalog.ApproveStatus](h), Newer: maybe(h, h.time()), StartDate: h.day(), EndDate: h.day(),
			ExternalRefNo: h.text(), TestOrders: valueOf[catalog.TestOrders](h),
		}
		*asked = q
		_, err := shop.WhyEmpty(t, q)
		return err
	},
	"WhyNoCampaign": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		q := commerce.CampaignSearch{Name: h.text(), Primary: h.words(), StartsBefore: h.day(), EndsAfter: h.day(), Codes: h.words()}
		*asked = q
		return notEmpty(shop.WhyNoCampaign(t, q))
	},
	"CustomerOrders": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		q := commerce.CustomerOrders{Reference: maybe(h, h.number()), External: h.text(), Paging: h.paging()}
		*asked = q
		shown := 0
		found, err := shop.CustomerOrders(t, q, func([]byte) { shown++ })
		return sound(err, q.Validate(), q.Paging, shown, found.Count)
	},
	"SearchUpsell": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		q := commerce.CampaignSearch{
			Name: h.text(), Primary: h.words(), Recommended: h.words(), StartsBefore: h.day(), StartsAfter: h.day(),
			EndsBefore: h.day(), EndsAfter: h.day(), Renewals: maybe(h, true), Codes: h.words(), Paging: h.paging(),
		}
		for range h.IntN(3) {
			q.Statuses = append(q.Statuses, valueOf[catalog.CampaignStatus](h))
		}
		*asked = q
		page, err := shop.SearchUpsell(t, q)
		if page.Pages() < 0 {
			return fmt.Errorf("got %d pages", page.Pages())
		}
		return sound(err, q.Validate(), q.Paging, len(page.Campaigns), page.Count)
	},
	"ChangeSubscription": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		c := commerce.SubscriptionChange{
			Enabled: maybe(h, h.IntN(2) == 0), Upgradable: maybe(h, h.IntN(2) == 0), NeedsApproval: maybe(h, true), ExpirationDate: maybe(h, h.time()),
		}
		*asked = c
		_, err := shop.ChangeSubscription(t, [...]string{h.text(), "SUB-1"}[h.IntN(2)], c)
		return err
	},
	"ChangeCustomer": func(h hostile, shop *commerce.Shop, _ commerce.Terms, asked *any) error {
		first, external, country := h.text(), maybe(h, h.text()), h.text()
		*asked = []any{first, external, country}
		_, err := shop.ChangeCustomer([...]int64{h.number(), 7}[h.IntN(2)], func(c *record.Customer) {
			c.FirstName, c.ExternalReference, c.CountryCode = first, external, country
		})
		return err
	},
	"ChangeProduct": func(h hostile, shop *commerce.Shop, _ commerce.Terms, asked *any) error {
		price, _ := record.ParseMoney(h.text())
		c := commerce.ProductChange{Name: maybe(h, h.text()), ShortDescription: maybe(h, h.text()), Prices: map[string]record.Money{[...]string{h.text(), "EUR"}[h.IntN(2)]: price},
			Months: maybe(h, int(h.number())), UpgradeProducts: []string{[...]string{h.text(), "PRO"}[h.IntN(2)]}}
		*asked = c
		_, err := shop.ChangeProduct([...]string{h.text(), "PRO"}[h.IntN(2)], c)
		return err
	},
	"DeleteRecord": func(h hostile, shop *commerce.Shop, _ commerce.Terms, asked *any) error {
		kinds := [...]string{record.OrderKind, record.CampaignKind, record.CustomerKind, record.SubscriptionKind, record.ProductKind, record.PartnerKind}
		of := record.Name{Kind: kinds[h.IntN(len(kinds))], ID: [...]string{h.text(), "SUB-1", "7", "NORTH"}[h.IntN(4)]}
		*asked = of
		_, _, err := shop.DeleteRecord(of)
		return err
	},
	"ClockEffects": func(h hostile, shop *commerce.Shop, _ commerce.Terms, asked *any) error {
		from, to := h.time(), h.time()
		*asked = [2]time.Time{from, to}
		_, err := shop.ClockEffects(context.Background(), commerce.Terms{Now: from}, to)
		return err
	},
	"Progress": func(h hostile, shop *commerce.Shop, _ commerce.Terms, asked *any) error {
		from, to := h.time(), h.time()
		*asked = [2]time.Time{from, to}
		_, err := shop.Progress(context.Background(), h.number(), from, to, func([]commerce.Happening) {})
		return err
	},
	"PreviewProgress": func(h hostile, shop *commerce.Shop, _ commerce.Terms, asked *any) error {
		from, to := h.time(), h.time()
		*asked = [2]time.Time{from, to}
		_, _, err := shop.PreviewProgress(context.Background(), h.number(), from, to)
		return err
	},
	"OrderBySale": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		sale := maybe(h, h.number())
		*asked = sale
		return notEmpty(shop.OrderBySale(t, sale))
	},
	"OrderByInvoice": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		invoice := h.text()
		*asked = invoice
		return notEmpty(shop.OrderByInvoice(t, invoice))
	},
	"RetrieveOrder": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		ref, shown := h.text(), 0
		*asked = ref
		err := shop.RetrieveOrder(t, ref, func([]byte) { shown++ })
		if err == nil && shown != 1 {
			return fmt.Errorf("showed %d orders", shown)
		}
		return err
	},
	"CancelOrder": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		ref := h.text()
		*asked = ref
		return changed(shop.CancelOrder(t, ref))
	},
	"CompleteOrder": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		ref := h.text()
		*asked = ref
		_, err := shop.CompleteOrder(t, ref) // changes nothing of a COMPLETE order
		return err
	},
	"UploadOrderForm": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		form := commerce.OrderForm{FileName: h.text(), ClientTime: h.text(), File: h.text()}
		*asked = form
		return changed(shop.UploadOrderForm(t, h.text(), form))
	},
	"MoveOrder": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		move := commerce.OrderMove{
			Status: valueOf[catalog.Status](h), PurchaseOrder: valueOf[catalog.PurchaseOrderState](h),
			Dispute: maybe(h, commerce.DisputeMove{Resolution: valueOf[catalog.Resolution](h), Reason: valueOf[catalog.Reason](h)}),
		}
		*asked = move
		_, err := shop.MoveOrder(t, oneOf(h, "1000001", h.text()), move)
		return agrees(move.Validate(), err)
	},
	"PlaceOrder": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		d := commerce.OrderDraft{
			Currency: oneOf(h, "eur", h.text()), Status: valueOf[catalog.Status](h), ExternalReference: maybe(h, h.text()), Language: oneOf(h, "", h.text()),
			Customer: oneOf(h, "", "7", h.text()), ExternalCustomer: oneOf(h, "", h.text()), Partner: oneOf(h, "", "NORTH", h.text()), PaymentType: oneOf(h, "", "PURCHASEORDER", h.text()),
			Lines: []commerce.DraftLine{{Code: oneOf(h, "YEARLY", h.text()), Quantity: oneOf(h, 1, 99999, -1), Options: oneOf(h, nil, []string{h.text()})}},
		}
		*asked = d
		_, changes, err := shop.PlaceOrder(t, d)
		return agreed(d.Validate())(changes, err)
	},
	"CreateUpsell": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		d := h.campaign()
		*asked = d
		_, changes, err := shop.CreateUpsell(t, d)
		return changed(changes, err)
	},
	"UpdateUpsell": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		d, code := h.campaign(), h.text()
		*asked = d
		_, changes, err := shop.UpdateUpsell(t, code, d)
		return changed(changes, err)
	},
	"DeleteUpsell": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		code := h.text()
		*asked = code
		return changed(shop.DeleteUpsell(t, code))
	},
	"RecommendedUpsell": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		product := h.text()
		*asked = product
		body, err := shop.RecommendedUpsell(t, product)
		return notEmpty(string(body), err)
	},
	"UpsellSettings": func(_ hostile, shop *commerce.Shop, t commerce.Terms, _ *any) error {
		settings, err := shop.UpsellSettings(t)
		return errors.Join(err, commerce.ValidateSettings(settings))
	},
	"ChangeUpsellSettings": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		settings := record.UpsellSettings{UpsellingDisplayType: valueOf[catalog.DisplayType](h)}
		*asked = settings
		_, err := shop.ChangeUpsellSettings(t, settings)
		return agrees(commerce.ValidateSettings(settings), err)
	},
	"UpgradePartnerSubscriptions": func(h hostile, shop *commerce.Shop, t commerce.Terms, asked *any) error {
		u := h.upgrade()
		*asked = u
		result, changes, err := shop.UpgradePartnerSubscriptions(t, u)
		if err == nil && result.RefNo == "" {
			return errors.New("the upgrade has no order")
		}
		return agreed(u.Validate())(changes, err)
	},
}

// sound checks a page: it has at most the rows allowed by the query, and the shop found
// the same problem as Validate.
func sound(err, invalid error, p commerce.Paging, shown, count int) error {
	switch {
	case err == nil && (shown > p.Limit || shown > count):
		return fmt.Errorf("showed %d rows of %d", shown, count)
	case err != nil && (shown > 0 || count > 0):
		return fmt.Errorf("showed %d rows of %d beside %w", shown, count, err)
	case invalid != nil && (err == nil || err.Error() != invalid.Error()):
		return fmt.Errorf("got %v, but Validate returns %v", err, invalid)
	}
	return err
}

// notEmpty checks that an answer is not empty.
func notEmpty(text string, err error) error {
	if err == nil && text == "" {
		return errors.New("the answer is empty")
	}
	return err
}

// changed checks that a successful write changed something.
func changed(changes []commerce.Change, err error) error {
	if err == nil && len(changes) == 0 {
		return errors.New("nothing changed")
	}
	return err
}

// agreed is changed for a write with values validated before.
func agreed(invalid error) func([]commerce.Change, error) error {
	return func(changes []commerce.Change, err error) error {
		return agrees(invalid, changed(changes, err))
	}
}

// agrees checks that a write failed when its values are invalid.
func agrees(invalid, err error) error {
	if invalid != nil && err == nil {
		return fmt.Errorf("it succeeded, but Validate returns %v", invalid)
	}
	return err
}
