package commerce

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// MaxQuantity is the largest number of units of an order line (open question
// order-fields).
const MaxQuantity = 99999

// upgradeLine is an item after its checks.
type upgradeLine struct {
	soldLine
	subscription record.Subscription
	partner      record.Partner // the same one in all lines
}

// checkItems checks the items in order, each against the ones before it, and
// returns the problem of the first failing item.
func (u Upgrade) checkItems(tx Tx, t Terms) ([]upgradeLine, error) {
	lines := make([]upgradeLine, 0, len(u.Items))
	for i, item := range u.Items {
		l := upgradeLine{soldLine: soldLine{field: itemField(i)}}
		if err := l.findSubscription(tx, t, item.SubscriptionReference, lines); err != nil {
			return nil, err
		}
		if err := l.findTarget(tx, item.UpgradeProductCode); err != nil {
			return nil, err
		}
		l.quantity, _ = item.quantity()
		if err := l.price(t, item.PricingOptions); err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// itemField returns the path of item i, from 0, in a request.
func itemField(i int) string { return fmt.Sprintf("Items.item[%d]", i+1) }

// validate checks everything that needs no record: everything required by section 4.9,
// and a quantity within the limits of an order line. The list of pricing options may be
// empty (open question pricing-options-empty), but an option has a code.
func (item UpgradeItem) validate(field string) error {
	required := []struct{ name, value string }{
		{"SubscriptionReference", item.SubscriptionReference},
		{"UpgradeProductCode", item.UpgradeProductCode},
		{"Quantity", item.Quantity},
	}
	for i, code := range item.PricingOptions {
		required = append(required, struct{ name, value string }{optionName(i), code})
	}
	for _, r := range required {
		if r.value == "" {
			at := field + "." + r.name
			return Problemf(catalog.InvalidParameter, "%s is required", at).Of(at, "", "a value")
		}
	}
	if _, ok := item.quantity(); !ok {
		return invalid(catalog.InvalidQuantity, field+".Quantity", shorten(item.Quantity),
			fmt.Sprintf("a whole number from 1 to %d", MaxQuantity))
	}
	return nil
}

func optionName(i int) string { return fmt.Sprintf("PricingOptions.item[%d].Code", i+1) }

func (l *upgradeLine) findSubscription(tx Tx, t Terms, reference string, before []upgradeLine) error {
	sub, known, err := tx.Subscriptions().Get(reference)
	if err != nil {
		return err
	}
	l.subscription = sub
	why, expected := "is no subscription of this account", "an upgradable subscription sold by a partner"
	if known {
		if why, err = whyNotSold(&sub, tx.Products(), t.Now); err != nil {
			return err
		}
	}
	if why == "" {
		why, expected = l.conflict(before)
	}
	if why != "" {
		at, given := l.field+".SubscriptionReference", shorten(reference)
		return Problemf(catalog.InvalidSubscription, "%s %q %s", at, given, why).Of(at, given, expected)
	}
	l.partner, _, err = tx.Products().Partner(sub.Partner) // whyNotSold found it
	return err
}

// conflict returns why the subscription cannot be in one request with the ones before
// it, and what would be right: it is there twice, or it belongs to another partner,
// with a possibly different currency. It returns "" when there is no conflict.
func (l *upgradeLine) conflict(before []upgradeLine) (why, expected string) {
	for _, other := range before {
		if other.subscription.Reference == l.subscription.Reference {
			return "is in " + other.field + " already", "each subscription once"
		}
	}
	if len(before) == 0 || before[0].partner.Code == l.subscription.Partner {
		return "", ""
	}
	first := before[0]
	return fmt.Sprintf("belongs to partner %s, %s to %s", l.subscription.Partner, first.field, first.partner.Code),
		"a subscription of partner " + first.partner.Code
}

// findTarget finds the product to upgrade to. The upgrade list of the
// subscription's product must have it, and it must have a price in the partner's
// currency.
func (l *upgradeLine) findTarget(tx Tx, code string) error {
	current, _, err := tx.Products().Product(l.subscription.Product)
	if err != nil {
		return err
	}
	problem := func(why, expected string) error {
		at, given := l.field+".UpgradeProductCode", shorten(code)
		return Problemf(catalog.ProductError, "%s %q %s", at, given, why).Of(at, given, expected)
	}
	target, sold, err := tx.Products().Product(code)
	if err != nil {
		return err
	}
	if !sold || !slices.Contains(current.UpgradeProducts, code) {
		return problem(fmt.Sprintf("is not on the upgrade list of %s, which has %s", current.Code, list(current.UpgradeProducts)),
			list(current.UpgradeProducts))
	}
	if _, priced := target.Prices[l.partner.Currency]; !priced {
		return problem(fmt.Sprintf("has no price in %s, the currency of partner %s", l.partner.Currency, l.partner.Code),
			"a product with a price in "+l.partner.Currency)
	}
	l.product = target
	return nil
}

func (item UpgradeItem) quantity() (int, bool) {
	n, _ := strconv.Atoi(item.Quantity) // 0 for no number, and the largest int for a larger one
	return n, n >= 1 && n <= MaxQuantity && item.Quantity[0] != '+'
}

// price finds the pricing options and works out the line with them: the price
// of the target in the partner's currency, times the quantity.
func (l *upgradeLine) price(t Terms, chosen []string) error {
	for i, code := range chosen {
		option, known := l.product.Option(code)
		why := ""
		switch {
		case !known:
			why = fmt.Sprintf("is no pricing option of %s, which has %s", l.product.Code, list(l.product.OptionCodes()))
		case slices.Contains(chosen[:i], code):
			why = "is given twice"
		default:
			why = l.groupConflict(t, option)
		}
		if why != "" {
			at, given := l.field+"."+optionName(i), shorten(code)
			return Problemf(catalog.InvalidPricingOption, "%s %q %s", at, given, why).Of(at, given, list(l.product.OptionCodes()))
		}
		l.options = append(l.options, option)
	}
	l.unit, _ = l.product.UnitPrice(l.partner.Currency, l.options) // checked by findTarget
	l.net = l.unit.Times(l.quantity)
	return nil
}

// groupConflict returns why an option cannot join the ones before it, "" when it
// can (open question option-groups).
func (l *upgradeLine) groupConflict(t Terms, option record.PricingOption) string {
	if t.SeveralOptions || slices.Contains(l.product.MultipleChoice, option.Group) {
		return ""
	}
	for _, other := range l.options {
		if other.Group == option.Group {
			return fmt.Sprintf("is a second option of the group %s, which allows one; %q is chosen already", option.Group, other.Code)
		}
	}
	return ""
}

// list returns names for a message.
func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return phrase.List(names...)
}
