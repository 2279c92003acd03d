// Package ledger checks what is true of the records of every account: amounts that add up,
// states that go together, dates in order, and links between records.
//
// Imports and the check of a data file use it. The package leaves the
// rules of operations to commerce.
package ledger

import (
	"errors"
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Rule is something true of the records of every account.
type Rule struct {
	Name string // in kebab case
	Kind RuleKind
	Must string // a sentence
}

// RuleKind is the subject of a rule.
type RuleKind string

// The kinds of rules.
const (
	ArithmeticRule RuleKind = "arithmetic" // amounts
	StateRule      RuleKind = "state"      // states that go together
	DateRule       RuleKind = "date"       // dates in order
	LinkRule       RuleKind = "link"       // records naming each other
)

// orderRules are the rules of one order. A check describes a breach, "" when the
// rule holds.
var orderRules = []struct {
	Rule
	check func(*inspection, *record.StoredOrder) string
}{
	{Rule{"line-prices", ArithmeticRule, "Of a piece and of a line, every gross price is its net price plus VAT, and the discounted net price is the net price less the discount."}, (*inspection).linePrices},
	{Rule{"line-quantity", ArithmeticRule, "The amounts of a line are those of a piece times its quantity, give or take one cent a piece."}, (*inspection).lineQuantity},
	{Rule{"line-vat", ArithmeticRule, "VAT is VATPercent of the discounted net price (open question vat-base)."}, (*inspection).lineVAT},
	{Rule{"order-totals", ArithmeticRule, "The totals of an order are the sums of its lines."}, (*inspection).orderTotals},
	{Rule{"order-currency", ArithmeticRule, "The payment and every line have the currency of the order."}, (*inspection).orderCurrency},
	{Rule{"refund-amounts", ArithmeticRule, "The refunds of a REFUND order are its GrossDiscountedPrice, those of a COMPLETE order are less; another order has none."}, (*inspection).refundAmounts},
	{Rule{"approve-status", StateRule, "ApproveStatus is one that goes with Status (open question transitions)."}, (*inspection).approveStatus},
	{Rule{"finished", StateRule, "An order has FinishDate, OrderNo, sale and invoice if it is COMPLETE or REFUND; a REVERSED order has all of them or none."}, (*inspection).orderFinish},
	{Rule{"dispute", StateRule, "A dispute has a resolution and a reason, and its resolution goes with Status (open question chargebacks)."}, (*inspection).dispute},
	{Rule{"purchase-order", StateRule, "A purchase order has PODetails and a state that goes with Status; another order has neither."}, (*inspection).purchaseOrder},
	{Rule{"test-order", StateRule, "TestOrder is true if the payment has the type TEST."}, (*inspection).testOrder},
	{Rule{"unpaid-subscriptions", StateRule, "An order that is PENDING, AUTHRECEIVED or CANCELED shows no subscriptions, and those of a REFUND order are disabled."}, (*inspection).unpaidSubscriptions},
	{Rule{"order-dates", DateRule, "An order is finished after its OrderDate and refunded after its FinishDate, in the order of its refunds."}, (*inspection).orderDates},
	{Rule{"order-present", DateRule, "No order is dated or finished after the present."}, (*inspection).orderPresent},
	{Rule{"order-customer", LinkRule, "CustomerDetails is a customer of the account."}, (*inspection).orderCustomer},
	{Rule{"shown-subscriptions", LinkRule, "A subscription that a line shows has the product, quantity, dates and states of the line and names the order, or a later order that shows it."}, (*inspection).shownSubscriptions},
}

// subscriptionRules are the rules of one subscription.
var subscriptionRules = []struct {
	Rule
	check func(*inspection, *record.Subscription) string
}{
	{Rule{"subscription-dates", DateRule, "A subscription expires after its start."}, (*inspection).subscriptionDates},
	{Rule{"subscription-order", LinkRule, "The order of a subscription exists and shows it."}, (*inspection).subscriptionOrder},
	{Rule{"subscription-upgrade", LinkRule, "The upgrade of a subscription exists, is PENDING or AUTHRECEIVED and names it, and the orders before its latest exist."}, (*inspection).subscriptionUpgrade},
	{Rule{"subscription-customer", LinkRule, "The customer of a subscription exists."}, (*inspection).subscriptionCustomer},
}

// campaignRules are the rules of one campaign.
var campaignRules = []struct {
	Rule
	check func(*inspection, record.CampaignFacts) string
}{
	{Rule{"campaign-dates", DateRule, "A campaign does not end before its start."}, (*inspection).campaignDates},
}

// The rules of all records together.
var (
	orderNumberRule = Rule{"order-numbers", DateRule, "No two orders have the same OrderNo, and of two orders the one finished earlier has the lower. A file check leaves this out, because imported orders bring numbers of their own, and older orders added later get later numbers."}
	handleRule      = Rule{"handles", LinkRule, "The order, customer or subscription of a handle exists."}
)

// Breach is a record in breach of a rule.
type Breach struct {
	Rule   Rule
	Record string // such as order 1000001
	Why    string
}

// maxWhy limits the bytes of a breach's explanation, because a foreign record can have
// long values.
const maxWhy = 500

// Error names the record and the rule, explains the breach and repeats the rule's sentence.
func (b *Breach) Error() string {
	return fmt.Sprintf("%s breaks the rule %s: %s. %s", b.Record, b.Rule.Name, phrase.Shorten(b.Why, maxWhy), b.Rule.Must)
}

// maxBreaches is how many breaches Invariants returns, because a foreign file can
// break a rule with every record.
const maxBreaches = 100

// Invariants checks every rule over all records. The error joins the first
// breaches, each a *Breach, and counts the others. A zero now means an unknown
// clock, or one moved back: then no rule compares dates with the present, or the
// numbers of orders.
func Invariants(tx commerce.Tx, now time.Time) error {
	v := inspection{tx: tx, now: now}
	var breaches []error
	more := 0
	add := func(found ...*Breach) {
		for _, b := range found {
			if len(breaches) < maxBreaches {
				breaches = append(breaches, b)
			} else {
				more++
			}
		}
	}
	if err := v.all(add); err != nil {
		return errors.Join(append(breaches, err)...)
	}
	if more > 0 {
		breaches = append(breaches, fmt.Errorf("%d further breaches", more))
	}
	return errors.Join(breaches...)
}

// OrderBreaches returns the rules broken by an order beside the other records of a
// transaction. Invariants describes now.
func OrderBreaches(tx commerce.Tx, r *record.StoredOrder, now time.Time) []*Breach {
	return (&inspection{tx: tx, now: now}).order(r)
}

// SubscriptionBreaches returns the rules broken by a subscription beside the other
// records of a transaction.
func SubscriptionBreaches(tx commerce.Tx, s *record.Subscription) []*Breach {
	return (&inspection{tx: tx}).subscription(s)
}

// OrderContradictions returns the rules broken by an order whatever other records there are.
// Without now it leaves out the rules of dates.
func OrderContradictions(r *record.StoredOrder, now time.Time) (found []*Breach) {
	for _, rule := range orderRules {
		if rule.Kind != LinkRule && (rule.Kind != DateRule || !now.IsZero()) {
			found = append(found, breach(rule.Rule, "order "+r.Order.RefNo, rule.check(&inspection{now: now}, r))...)
		}
	}
	return found
}

// SubscriptionContradictions returns the rules broken by a subscription whatever other records there
// are.
func SubscriptionContradictions(s *record.Subscription) (found []*Breach) {
	for _, rule := range subscriptionRules {
		if rule.Kind != LinkRule {
			found = append(found, breach(rule.Rule, "subscription "+s.Reference, rule.check(&inspection{}, s))...)
		}
	}
	return found
}
