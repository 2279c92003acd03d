package ledger

import (
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// piece returns the amounts of one piece of a line.
func piece(p *record.Price) record.Totals {
	return record.Totals{
		NetPrice: p.UnitNetPrice, GrossPrice: p.UnitGrossPrice, VAT: p.UnitVAT, Discount: p.UnitDiscount,
		NetDiscountedPrice: p.UnitNetDiscountedPrice, GrossDiscountedPrice: p.UnitGrossDiscountedPrice,
		AffiliateCommission: p.UnitAffiliateCommission,
	}
}

// amount is one of the sums of Totals.
type amount struct {
	name  string
	value record.Money
}

func amountsOf(t record.Totals) [7]amount {
	return [...]amount{
		{"NetPrice", t.NetPrice}, {"GrossPrice", t.GrossPrice}, {"NetDiscountedPrice", t.NetDiscountedPrice},
		{"GrossDiscountedPrice", t.GrossDiscountedPrice}, {"Discount", t.Discount}, {"VAT", t.VAT}, {"AffiliateCommission", t.AffiliateCommission},
	}
}

// difference describes an amount off by more than the tolerance, "" for none.
func difference(t, expected record.Totals, tolerance record.Money) string {
	want := amountsOf(expected)
	for i, got := range amountsOf(t) {
		if !near(got.value, want[i].value, tolerance) {
			return fmt.Sprintf("%s is %s, expected %s", got.name, got.value, want[i].value)
		}
	}
	return ""
}

func near(a, b, tolerance record.Money) bool {
	return !a.Plus(tolerance).Less(b) && !b.Plus(tolerance).Less(a)
}

// toleranceOf returns by how much a sum may be off: nothing, and one cent for each
// line of an order from outside, because others may round differently.
func toleranceOf(r *record.StoredOrder) record.Money {
	if r.Text == "" {
		return record.Money{}
	}
	return record.Cents(int64(len(r.Order.Items)))
}

func (v *inspection) linePrices(r *record.StoredOrder) string {
	for i := range r.Order.Items {
		p := &r.Order.Items[i].Price
		for _, t := range []struct {
			of     string
			totals record.Totals
		}{{"a piece", piece(p)}, {"the line", p.Totals}} {
			if why := contradiction(t.totals, toleranceOf(r)); why != "" {
				return fmt.Sprintf("line %d: of %s, %s", i+1, t.of, why)
			}
		}
	}
	return ""
}

// contradiction describes a wrong sum among the amounts, "" for none.
func contradiction(t record.Totals, tolerance record.Money) string {
	for _, sum := range []struct {
		name          string
		is, a, b      record.Money
		operator, and string
	}{
		{"GrossPrice", t.GrossPrice, t.NetPrice, t.VAT, "NetPrice", "plus VAT"},
		{"GrossDiscountedPrice", t.GrossDiscountedPrice, t.NetDiscountedPrice, t.VAT, "NetDiscountedPrice", "plus VAT"},
		{"NetPrice", t.NetPrice, t.NetDiscountedPrice, t.Discount, "NetDiscountedPrice", "plus Discount"},
	} {
		if expected := sum.a.Plus(sum.b); !near(sum.is, expected, tolerance) {
			return fmt.Sprintf("%s is %s, %s %s is %s", sum.name, sum.is, sum.operator, sum.and, expected)
		}
	}
	for _, a := range amountsOf(t) {
		if a.value.Less(record.Money{}) {
			return fmt.Sprintf("%s is %s, below 0", a.name, a.value)
		}
	}
	return ""
}

func (v *inspection) lineQuantity(r *record.StoredOrder) string {
	for i := range r.Order.Items {
		item := &r.Order.Items[i]
		why := difference(item.Price.Totals, piece(&item.Price).Times(item.Quantity), record.Cents(int64(item.Quantity)))
		if why != "" {
			return fmt.Sprintf("line %d has the quantity %d: %s", i+1, item.Quantity, why)
		}
	}
	return ""
}

func (v *inspection) lineVAT(r *record.StoredOrder) string {
	for i := range r.Order.Items {
		p := &r.Order.Items[i].Price
		if expected := p.UnitNetDiscountedPrice.Percent(p.VATPercent); !near(p.UnitVAT, expected, record.Cents(1)) {
			return fmt.Sprintf("line %d: UnitVAT is %s, %s percent of %s is %s", i+1, p.UnitVAT, p.VATPercent, p.UnitNetDiscountedPrice, expected)
		}
	}
	return ""
}

func (v *inspection) orderTotals(r *record.StoredOrder) string {
	var sum record.Totals
	for i := range r.Order.Items {
		sum = sum.Plus(r.Order.Items[i].Price.Totals)
	}
	return difference(r.Order.Totals, sum, toleranceOf(r))
}

func (v *inspection) orderCurrency(r *record.StoredOrder) string {
	o := &r.Order
	if o.PaymentDetails.Currency != o.Currency {
		return fmt.Sprintf("Currency is %q, that of the payment %q", o.Currency, o.PaymentDetails.Currency)
	}
	for i := range o.Items {
		if got := o.Items[i].Price.Currency; got != o.Currency {
			return fmt.Sprintf("Currency is %q, that of line %d %q", o.Currency, i+1, got)
		}
	}
	return ""
}

func (v *inspection) refundAmounts(r *record.StoredOrder) string {
	o := &r.Order
	total, refunded := o.GrossDiscountedPrice, o.RefundTotal()
	for _, refund := range o.Refunds {
		switch {
		case refund.Currency != strings.ToUpper(o.Currency):
			return fmt.Sprintf("a refund is in %q, the order in %q", refund.Currency, o.Currency)
		case refund.Amount.Less(record.Money{}):
			return fmt.Sprintf("a refund is %s, below 0", refund.Amount)
		}
	}
	switch {
	case o.Status == catalog.Refund && (len(o.Refunds) == 0 || !near(refunded, total, toleranceOf(r))):
		return fmt.Sprintf("it is REFUND, of %s its refunds are %s", total, refunded)
	case o.Status == catalog.Complete && len(o.Refunds) > 0 && !refunded.Less(total):
		return fmt.Sprintf("it is COMPLETE, of %s its refunds are %s", total, refunded)
	case o.Status != catalog.Refund && o.Status != catalog.Complete && len(o.Refunds) > 0:
		return fmt.Sprintf("it is %s and has %d refunds", o.Status, len(o.Refunds))
	}
	return ""
}

func (v *inspection) approveStatus(r *record.StoredOrder) string {
	if o := &r.Order; !slices.Contains(o.Status.Approvals(), o.ApproveStatus) {
		return fmt.Sprintf("it is %s and %s", o.Status, o.ApproveStatus)
	}
	return ""
}

func (v *inspection) orderFinish(r *record.StoredOrder) string {
	o := &r.Order
	parts := []struct {
		name string
		has  bool
	}{{"FinishDate", o.FinishDate != nil}, {"OrderNo", o.OrderNo != 0}, {"sale", r.Sale != 0}, {"invoice", r.Invoice != ""}}
	paid := o.Status == catalog.Complete || o.Status == catalog.Refund || o.Status == catalog.Reversed && o.FinishDate != nil
	for _, p := range parts {
		switch {
		case paid && !p.has:
			return fmt.Sprintf("it is %s without %s", o.Status, p.name)
		case !paid && p.has:
			return fmt.Sprintf("it is %s with %s", o.Status, p.name)
		}
	}
	return ""
}

func (v *inspection) dispute(r *record.StoredOrder) string {
	o := &r.Order
	switch {
	case (o.ChargebackResolution == nil) != (o.ChargebackReasonCode == nil):
		return "it has only one of ChargebackResolution and ChargebackReasonCode"
	case o.ChargebackResolution != nil && !slices.Contains(o.Status.Resolutions(), *o.ChargebackResolution):
		return fmt.Sprintf("it is %s with the dispute %s", o.Status, *o.ChargebackResolution)
	}
	return ""
}

func (v *inspection) purchaseOrder(r *record.StoredOrder) string {
	o, po := &r.Order, r.PurchaseOrder
	switch is := o.OrderFlow == catalog.PurchaseOrderFlow; {
	case is != (po != nil):
		return fmt.Sprintf("OrderFlow is %s, purchase order state: %t", o.OrderFlow, po != nil)
	case is != (o.PODetails != nil):
		return fmt.Sprintf("OrderFlow is %s, PODetails: %t", o.OrderFlow, o.PODetails != nil)
	case is && !slices.Contains(po.State.Statuses(), o.Status):
		return fmt.Sprintf("it is %s and %s", o.Status, po.State)
	}
	return ""
}

func (v *inspection) testOrder(r *record.StoredOrder) string {
	if o := &r.Order; o.TestOrder != (o.PaymentDetails.Type == "TEST") {
		return fmt.Sprintf("TestOrder is %t, the payment %s", o.TestOrder, o.PaymentDetails.Type)
	}
	return ""
}

func (v *inspection) unpaidSubscriptions(r *record.StoredOrder) string {
	o := &r.Order
	for i := range o.Items {
		for _, s := range o.Items[i].ProductDetails.Subscriptions {
			switch {
			case o.Status == catalog.Pending || o.Status == catalog.AuthReceived || o.Status == catalog.Canceled:
				return fmt.Sprintf("it is %s and shows subscription %s", o.Status, s.SubscriptionReference)
			case o.Status == catalog.Refund && s.Enabled:
				return "it is REFUND and subscription " + s.SubscriptionReference + " is enabled"
			}
		}
	}
	return ""
}

func (v *inspection) orderDates(r *record.StoredOrder) string {
	o, last, name := &r.Order, r.Order.OrderDate, "OrderDate"
	after := func(next string, m record.Moment) string {
		if m.Before(last.Time) {
			return fmt.Sprintf("%s is %s, before %s, %s", next, m.Format(record.MomentFormat), name, last.Format(record.MomentFormat))
		}
		last, name = m, next
		return ""
	}
	if o.FinishDate != nil {
		if why := after("FinishDate", *o.FinishDate); why != "" {
			return why
		}
	}
	for i := range o.Refunds {
		if why := after(fmt.Sprintf("the date of refund %d", i+1), o.Refunds[i].Date); why != "" {
			return why
		}
	}
	return ""
}

func (v *inspection) orderPresent(r *record.StoredOrder) string {
	o := &r.Order
	switch now := record.At(v.now); {
	case v.now.IsZero():
		return ""
	case o.OrderDate.After(now.Time):
		return fmt.Sprintf("OrderDate is %s, the present %s", o.OrderDate.Format(record.MomentFormat), now.Format(record.MomentFormat))
	case o.FinishDate != nil && o.FinishDate.After(now.Time):
		return fmt.Sprintf("FinishDate is %s, the present %s", o.FinishDate.Format(record.MomentFormat), now.Format(record.MomentFormat))
	}
	return ""
}

func (v *inspection) orderCustomer(r *record.StoredOrder) string {
	if c := r.Order.CustomerDetails; c != nil && !v.hasCustomer(c.Reference) {
		return fmt.Sprintf("customer %d does not exist", c.Reference)
	}
	return ""
}

func (v *inspection) shownSubscriptions(r *record.StoredOrder) string {
	for i := range r.Order.Items {
		item := &r.Order.Items[i]
		for j := range item.ProductDetails.Subscriptions {
			shown := &item.ProductDetails.Subscriptions[j]
			s, known, _ := v.tx.Subscriptions().Get(shown.SubscriptionReference)
			why := "does not exist"
			if known && !v.isRenewed(&s, r) {
				why = contradictionOfLine(&s, r.Order.RefNo, item, shown)
			} else if known {
				continue
			}
			if why != "" {
				return "subscription " + shown.SubscriptionReference + " " + why
			}
		}
	}
	return ""
}

// isRenewed reports whether a later order renewed the subscription shown by the
// order. Services show the old order as it was; the subscription follows the latest
// one.
func (v *inspection) isRenewed(s *record.Subscription, r *record.StoredOrder) bool {
	if s.Order == r.Order.RefNo {
		return false
	}
	latest, _, _ := v.tx.Orders().Get(s.Order)
	_, shown := latest.ItemOf(s.Reference)
	return shown != nil && latest.Order.OrderDate.After(r.Order.OrderDate.Time)
}

// contradictionOfLine returns how a subscription differs from its line of an order, ""
// for no difference.
func contradictionOfLine(s *record.Subscription, order string, item *record.Item, shown *record.ItemSubscription) string {
	quantity := item.Quantity
	if len(item.ProductDetails.Subscriptions) > 1 { // each has a share of the line
		quantity = s.Quantity
	}
	for _, fact := range []struct{ name, is, shown string }{
		{"the order", s.Order, order},
		{"the product", s.Product, item.Code},
		{"the quantity", fmt.Sprint(s.Quantity), fmt.Sprint(quantity)},
		{"the start", inWords(s.StartDate), inWords(shown.SubscriptionStartDate)},
		{"the expiration", inWords(s.ExpirationDate), inWords(shown.ExpirationDate)},
		{"enabled", fmt.Sprint(s.Enabled), fmt.Sprint(shown.Enabled)},
		{"lifetime", fmt.Sprint(s.Lifetime), fmt.Sprint(shown.Lifetime)},
		{"trial", fmt.Sprint(s.Trial), fmt.Sprint(shown.Trial)},
	} {
		if fact.is != fact.shown {
			return fmt.Sprintf("has %s %s, the line shows %s", fact.name, fact.is, fact.shown)
		}
	}
	return ""
}

// inWords returns a moment as records have it, null for none.
func inWords(m record.Moment) string {
	if m.IsZero() {
		return "null"
	}
	return m.Format(record.MomentFormat)
}
