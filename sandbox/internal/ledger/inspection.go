package ledger

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// inspection checks the rules of Invariants in one transaction.
type inspection struct {
	tx  commerce.Tx
	now time.Time // zero when the clock was moved back

	numbers []finishedNumber // of all orders
	err     error            // of an unreadable customer; all reads every other record itself
}

// finishedNumber is the number of a finished order.
type finishedNumber struct {
	number int64
	date   time.Time
	order  string
}

// all checks every record and calls add with the breaches.
func (v *inspection) all(add func(...*Breach)) error {
	for facts := range v.tx.Orders().Between(time.Time{}, record.LastMoment) {
		r, _, err := v.tx.Orders().Get(facts.RefNo())
		if err != nil {
			return err
		}
		add(v.order(&r)...)
		if o := &r.Order; o.OrderNo != 0 && o.FinishDate != nil {
			v.numbers = append(v.numbers, finishedNumber{o.OrderNo, o.FinishDate.Time, o.RefNo})
		}
	}
	for reference := range v.tx.Subscriptions().References() {
		s, _, err := v.tx.Subscriptions().Get(reference)
		if err != nil {
			return err
		}
		add(v.subscription(&s)...)
	}
	for facts := range v.tx.Campaigns().Newest() {
		for _, rule := range campaignRules {
			add(breach(rule.Rule, "campaign "+facts.Code, rule.check(v, facts))...)
		}
	}
	add(v.orderNumbers()...)
	handles, err := v.tx.Handles().All()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(handles)) {
		add(breach(handleRule, "handle "+name, v.handle(handles[name]))...)
	}
	return v.err
}

func (v *inspection) order(r *record.StoredOrder) (found []*Breach) {
	for _, rule := range orderRules {
		found = append(found, breach(rule.Rule, "order "+r.Order.RefNo, rule.check(v, r))...)
	}
	return found
}

func (v *inspection) subscription(s *record.Subscription) (found []*Breach) {
	for _, rule := range subscriptionRules {
		found = append(found, breach(rule.Rule, "subscription "+s.Reference, rule.check(v, s))...)
	}
	return found
}

// breach returns no breach when nothing is wrong.
func breach(rule Rule, of, why string) []*Breach {
	if why == "" {
		return nil
	}
	return []*Breach{{rule, of, why}}
}

// orderNumbers compares the numbers of orders with each other and with the dates of
// their ends, unless the clock was moved back.
func (v *inspection) orderNumbers() (found []*Breach) {
	if v.now.IsZero() {
		return nil
	}
	slices.SortFunc(v.numbers, func(a, b finishedNumber) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.order, b.order))
	})
	for i := range v.numbers[min(1, len(v.numbers)):] {
		before, after := v.numbers[i], v.numbers[i+1]
		why := ""
		switch {
		case before.number == after.number:
			why = fmt.Sprintf("order %s has its OrderNo %d too", before.order, before.number)
		case after.date.Before(before.date):
			why = fmt.Sprintf("it was finished %s and has OrderNo %d; order %s was finished %s and has %d",
				record.At(after.date).Format(record.MomentFormat), after.number, before.order, record.At(before.date).Format(record.MomentFormat), before.number)
		}
		found = append(found, breach(orderNumberRule, "order "+after.order, why)...)
	}
	return found
}

// handle describes a missing record of a handle. A campaign may be deleted, and its
// handle stays.
func (v *inspection) handle(h record.Handle) string {
	if ref, named := h.IDs["OrderReference"]; named && h.Kind != "campaign" {
		if _, known := v.tx.Orders().Body(ref); !known {
			return "order " + ref + " does not exist"
		}
	}
	if ref, named := h.IDs["SubscriptionReference"]; named {
		if _, known, _ := v.tx.Subscriptions().Get(ref); !known {
			return "subscription " + ref + " does not exist"
		}
	}
	if text, named := h.IDs["CustomerReference"]; named {
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil || !v.hasCustomer(number) {
			return "customer " + text + " does not exist"
		}
	}
	return ""
}

// hasCustomer decodes the customer, because no other rule would find an unreadable one.
func (v *inspection) hasCustomer(reference int64) bool {
	_, known, err := v.tx.Customers().Get(reference)
	v.err = cmp.Or(v.err, err)
	return known
}

func (v *inspection) subscriptionDates(s *record.Subscription) string {
	if !s.ExpirationDate.IsZero() && s.ExpirationDate.Before(s.StartDate.Time) {
		return fmt.Sprintf("it starts %s and expires %s", s.StartDate.Format(record.MomentFormat), s.ExpirationDate.Format(record.MomentFormat))
	}
	return ""
}

func (v *inspection) subscriptionOrder(s *record.Subscription) string {
	r, known, _ := v.tx.Orders().Get(s.Order)
	if !known {
		return fmt.Sprintf("order %q does not exist", s.Order)
	}
	if _, shown := r.ItemOf(s.Reference); shown == nil {
		return "order " + s.Order + " does not show it"
	}
	return ""
}

func (v *inspection) subscriptionUpgrade(s *record.Subscription) string {
	for _, ref := range s.PreviousOrders {
		if _, known := v.tx.Orders().Body(ref); !known {
			return "order " + ref + ", before its latest, does not exist"
		}
	}
	if s.UpgradeOrder == "" {
		return ""
	}
	r, known, _ := v.tx.Orders().Get(s.UpgradeOrder)
	switch status := r.Order.Status; {
	case !known:
		return "order " + s.UpgradeOrder + ", its upgrade, does not exist"
	case status != catalog.Pending && status != catalog.AuthReceived:
		return fmt.Sprintf("order %s, its upgrade, is %s", s.UpgradeOrder, status)
	case !slices.Contains(r.Upgrades, s.Reference):
		return "order " + s.UpgradeOrder + " does not upgrade it"
	}
	return ""
}

func (v *inspection) subscriptionCustomer(s *record.Subscription) string {
	if s.Customer != 0 && !v.hasCustomer(s.Customer) {
		return fmt.Sprintf("customer %d does not exist", s.Customer)
	}
	return ""
}

func (v *inspection) campaignDates(f record.CampaignFacts) string {
	if f.StartDate != nil && f.EndDate != nil && f.EndDate.Before(f.StartDate.Time) {
		return fmt.Sprintf("it starts %s and ends %s", f.StartDate, f.EndDate)
	}
	return ""
}
