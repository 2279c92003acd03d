package commerce_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// refusal is a problem in a comparable form.
type refusal struct {
	code                    catalog.Code
	field, given, wantedOne string
	message                 string
}

func refusalOf(err error) refusal {
	var p *commerce.Problem
	if !errors.As(err, &p) {
		return refusal{}
	}
	return refusal{p.Code, p.Field, p.Given, p.Expected, p.Message}
}

// upgradeStock is one subscription of every kind.
func upgradeStock() []record.Subscription {
	set := func(reference string, change func(*record.Subscription)) record.Subscription {
		return sold(reference, change)
	}
	return []record.Subscription{
		sold("GOOD"), sold("MORE"),
		set("SHOP", func(s *record.Subscription) { s.Partner, s.Customer = "", 7 }),
		set("DISABLED", func(s *record.Subscription) { s.Enabled = false }),
		set("FIXED", func(s *record.Subscription) { s.Upgradable = false }),
		set("SOUTHERN", func(s *record.Subscription) { s.Partner = "SOUTH" }),
		set("WESTERN", func(s *record.Subscription) { s.Partner = "WEST" }),
	}
}

func TestUpgradeRefused(t *testing.T) {
	t.Parallel()
	const (
		parameter = catalog.InvalidParameter
		sub       = catalog.InvalidSubscription
		product   = catalog.ProductError
		quantity  = catalog.InvalidQuantity
		option    = catalog.InvalidPricingOption

		first, second = "Items.item[1].", "Items.item[2]."
		upgradable    = "an upgradable subscription sold by a partner"
		units         = "a whole number from 1 to 99999"
	)
	good := item("GOOD", "PRO", "1")
	items := func(list ...commerce.UpgradeItem) commerce.Upgrade { return commerce.Upgrade{Items: list} }
	tests := []struct {
		name string
		u    commerce.Upgrade
		want refusal
	}{
		{"no items", items(), refusal{parameter, "Items", "", "one item for each subscription", "Items must have at least one item"}},
		{"no subscription", items(good, item("", "PRO", "1")), refusal{parameter, second + "SubscriptionReference", "", "a value",
			"Items.item[2].SubscriptionReference is required"}},
		{"no product", items(item("GOOD", "", "1")), refusal{parameter, first + "UpgradeProductCode", "", "a value",
			"Items.item[1].UpgradeProductCode is required"}},
		{"no quantity", items(item("GOOD", "PRO", "")), refusal{parameter, first + "Quantity", "", "a value",
			"Items.item[1].Quantity is required"}},
		{"no code of an option", items(item("GOOD", "PRO", "1", "five", "")), refusal{parameter, first + "PricingOptions.item[2].Code", "", "a value",
			"Items.item[1].PricingOptions.item[2].Code is required"}},
		{"a gap in the second item before the record of the first", items(item("NONE", "PRO", "1"), item("", "", "")),
			refusal{parameter, second + "SubscriptionReference", "", "a value", "Items.item[2].SubscriptionReference is required"}},
		{"a very long subscription", items(item(strings.Repeat("S", 99), "PRO", "1")), refusal{sub, first + "SubscriptionReference",
			strings.Repeat("S", 40) + "…", upgradable, `Items.item[1].SubscriptionReference "` + strings.Repeat("S", 40) + `…" is no subscription of this account`}},
		{"not of a partner", items(item("SHOP", "PRO", "1")), refusal{sub, first + "SubscriptionReference", "SHOP", upgradable,
			`Items.item[1].SubscriptionReference "SHOP" was not sold by a partner`}},
		{"disabled", items(good, item("DISABLED", "PRO", "1")), refusal{sub, second + "SubscriptionReference", "DISABLED", upgradable,
			`Items.item[2].SubscriptionReference "DISABLED" is disabled`}},
		{"not upgradable", items(item("FIXED", "PRO", "1")), refusal{sub, first + "SubscriptionReference", "FIXED", upgradable,
			`Items.item[1].SubscriptionReference "FIXED" cannot be upgraded; its product is BASIC`}},
		{"twice", items(good, item("MORE", "PRO", "1"), good), refusal{sub, "Items.item[3].SubscriptionReference", "GOOD", "each subscription once",
			`Items.item[3].SubscriptionReference "GOOD" is in Items.item[1] already`}},
		{"of another partner", items(good, item("SOUTHERN", "PRO", "1")), refusal{sub, second + "SubscriptionReference", "SOUTHERN",
			"a subscription of partner NORTH", `Items.item[2].SubscriptionReference "SOUTHERN" belongs to partner SOUTH, Items.item[1] to NORTH`}},
		{"in another currency", items(good, item("WESTERN", "DOLLAR", "1")), refusal{sub, second + "SubscriptionReference", "WESTERN",
			"a subscription of partner NORTH", `Items.item[2].SubscriptionReference "WESTERN" belongs to partner WEST, Items.item[1] to NORTH`}},
		{"an unknown product", items(item("GOOD", "NONE", "1")), refusal{product, first + "UpgradeProductCode", "NONE", "PRO, TEAM, DOLLAR, GONE",
			`Items.item[1].UpgradeProductCode "NONE" is not on the upgrade list of BASIC, which has PRO, TEAM, DOLLAR, GONE`}},
		{"a product that is no upgrade", items(item("GOOD", "BASIC", "1")), refusal{product, first + "UpgradeProductCode", "BASIC", "PRO, TEAM, DOLLAR, GONE",
			`Items.item[1].UpgradeProductCode "BASIC" is not on the upgrade list of BASIC, which has PRO, TEAM, DOLLAR, GONE`}},
		{"a product that is gone", items(item("GOOD", "GONE", "1")), refusal{product, first + "UpgradeProductCode", "GONE", "PRO, TEAM, DOLLAR, GONE",
			`Items.item[1].UpgradeProductCode "GONE" is not on the upgrade list of BASIC, which has PRO, TEAM, DOLLAR, GONE`}},
		{"no price before the next item", items(item("GOOD", "DOLLAR", "1"), item("NONE", "PRO", "1")), refusal{product, first + "UpgradeProductCode", "DOLLAR",
			"a product with a price in EUR", `Items.item[1].UpgradeProductCode "DOLLAR" has no price in EUR, the currency of partner NORTH`}},
		{"an unknown option", items(item("GOOD", "PRO", "1", "five", "six")), refusal{option, first + "PricingOptions.item[2].Code", "six", "five, twenty, support",
			`Items.item[1].PricingOptions.item[2].Code "six" is no pricing option of PRO, which has five, twenty, support`}},
		{"an option of another product", items(item("GOOD", "TEAM", "1", "five")), refusal{option, first + "PricingOptions.item[1].Code", "five", "none",
			`Items.item[1].PricingOptions.item[1].Code "five" is no pricing option of TEAM, which has none`}},
		{"an option twice", items(item("GOOD", "PRO", "1", "five", "five")), refusal{option, first + "PricingOptions.item[2].Code", "five", "five, twenty, support",
			`Items.item[1].PricingOptions.item[2].Code "five" is given twice`}},
		{"two options of a group", items(item("GOOD", "PRO", "1", "five", "support", "twenty")), refusal{option, first + "PricingOptions.item[3].Code", "twenty",
			"five, twenty, support", `Items.item[1].PricingOptions.item[3].Code "twenty" is a second option of the group USERS, which allows one; "five" is chosen already`}},
		{"an item before an extra", commerce.Upgrade{Items: []commerce.UpgradeItem{item("GOOD", "PRO", "0")}, ExtraDiscount: &commerce.Extra{}},
			refusal{quantity, first + "Quantity", "0", units, `Items.item[1].Quantity must be a whole number from 1 to 99999, got "0"`}},
	}
	for _, given := range []string{"0", "-1", "+1", "1.0", "1e3", " 1", "one", "0x1", "٣", "1_000", "100000", "9999999999999999999999"} {
		tests = append(tests, struct {
			name string
			u    commerce.Upgrade
			want refusal
		}{"quantity " + given, items(item("GOOD", "PRO", given)), refusal{quantity, first + "Quantity", given, units,
			`Items.item[1].Quantity must be a whole number from 1 to 99999, got "` + given + `"`}})
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			shop := upgradeShop(t, upgradeProducts(), upgradeStock()...)
			_, changes, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, test.u)
			if got := refusalOf(err); got != test.want {
				t.Errorf("got %+v (%v), want %+v", got, err, test.want)
			}
			checkUntouched(t, shop, changes)
		})
	}
}

// TestUpgradeAnswerNamesRefusals makes each refusal named by the answer to the open
// question, and no other.
func TestUpgradeAnswerNamesRefusals(t *testing.T) {
	t.Parallel()
	items := func(list ...commerce.UpgradeItem) commerce.Upgrade { return commerce.Upgrade{Items: list} }
	good, long := item("GOOD", "PRO", "1"), strings.Repeat("x", catalog.MaxExternalReference+1)
	stock := append(upgradeStock(),
		sold("EXPIRED", func(s *record.Subscription) { s.ExpirationDate = record.At(noon.Add(-time.Hour)) }),
		sold("PENDING", func(s *record.Subscription) { s.UpgradeOrder = "1" }),
		sold("ORPHAN", func(s *record.Subscription) { s.Partner = "NOBODY" }))
	named := ""
	for _, part := range []struct {
		named string
		u     commerce.Upgrade
	}{
		{"INVALID_SUBSCRIPTION for a subscription that is unknown", items(item("NONE", "PRO", "1"))},
		{", was not sold by a partner", items(item("SHOP", "PRO", "1"))},
		{", is disabled", items(item("DISABLED", "PRO", "1"))},
		{", expired", items(item("EXPIRED", "PRO", "1"))},
		{" or not upgradable", items(item("FIXED", "PRO", "1"))},
		{", is in an upgrade that is not complete", items(item("PENDING", "PRO", "1"))},
		{", has a partner whom the account does not have", items(item("ORPHAN", "PRO", "1"))},
		{", is given twice", items(good, good)},
		{" or belongs to another partner than the first", items(good, item("SOUTHERN", "PRO", "1"))},
		{". PRODUCT_ERROR for a target that is not on the product's upgrade list", items(item("GOOD", "BASIC", "1"))},
		{" or has no price in the partner's currency", items(item("GOOD", "DOLLAR", "1"))},
		{". INVALID_QUANTITY for a quantity that is not a whole number from 1 to 99999", items(item("GOOD", "PRO", "0"))},
		{". INVALID_PRICING_OPTION for an option that the target does not have", items(item("GOOD", "PRO", "1", "six"))},
		{", that is given twice", items(item("GOOD", "PRO", "1", "five", "five"))},
		{" or that is a second one of its group", items(item("GOOD", "PRO", "1", "five", "twenty"))},
		{". INVALID_PARAMETER for a parameter that is missing", items(item("GOOD", "", "1"))},
		{", unreadable", commerce.Upgrade{Items: []commerce.UpgradeItem{good}, ExtraMargin: &commerce.Extra{Value: "x", Type: "FIXED"}}},
		{" or too long", commerce.Upgrade{Items: []commerce.UpgradeItem{good}, ExternalReferenceNumber: &long}},
		{", and for an extra above what is left.", commerce.Upgrade{Items: []commerce.UpgradeItem{good}, ExtraDiscount: &commerce.Extra{Value: "100000", Type: "FIXED"}}},
	} {
		named += part.named
		shop := upgradeShop(t, upgradeProducts(), stock...)
		_, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, part.u)
		if got := string(refusalOf(err).code); got == "" || got != lastCode(named) {
			t.Errorf("%q: got %s (%v), want %s", part.named, got, err, lastCode(named))
		}
	}
	question, _ := catalog.FindQuestion(catalog.SOAPUpgrade)
	if got, _, _ := strings.Cut(question.Answer, " When the order"); got != named {
		t.Errorf("got  %s\nwant %s", got, named)
	}
}

// lastCode returns the last error code of a text.
func lastCode(text string) string {
	codes := errorCode.FindAllString(text, -1)
	return codes[len(codes)-1]
}

var errorCode = regexp.MustCompile(`[A-Z]+_[A-Z_]+`)

// TestUpgradePercentRefused refuses a percentage in percent.
func TestUpgradePercentRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		price, margin, most, message string
	}{
		{"300", "76", "75", "76 percent is 228.00; at most 225.00, 75 percent, is left"},
		{"99.99", "75.01", "74.99", "75.01 percent is 75.00; at most 74.99, 74.99 percent, is left"},
		{"0.10", "100", "70", "100 percent is 0.10; at most 0.07, 70 percent, is left"},
		{"110000000.22", "100", "74.99", "100 percent is 110000000.22; at most 82500000.16, 74.99 percent, is left"},
	} {
		price, err := record.ParseMoney(test.price)
		must(t, err)
		products := []record.Product{{Code: "BASIC", UpgradeProducts: []string{"T"}}, {Code: "T", Prices: map[string]record.Money{"EUR": price}}}
		shop := upgradeShop(t, products, sold("S1"))
		margin := func(percent string) error {
			_, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, commerce.Upgrade{
				Items: []commerce.UpgradeItem{item("S1", "T", "1")}, ExtraMargin: &commerce.Extra{Value: percent, Type: "PERCENT"}})
			return err
		}
		want := refusal{catalog.InvalidParameter, "ExtraMargin.Value", test.margin, "at most " + test.most + " percent",
			"ExtraMargin.Value is too high: " + test.message}
		if got := refusalOf(margin(test.margin)); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if err := margin(test.most); err != nil {
			t.Errorf("%s percent of %s: %v", test.most, test.price, err)
		}
	}
}

// TestUpgradeMultipleChoice takes several options of groups of multiple choice.
func TestUpgradeMultipleChoice(t *testing.T) {
	t.Parallel()
	products := upgradeProducts()
	products[1].MultipleChoice = []string{"USERS"}
	shop := upgradeShop(t, products, sold("S1"))
	result, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, commerce.Upgrade{Items: []commerce.UpgradeItem{item("S1", "PRO", "1", "five", "twenty")}})
	if got, want := result.TotalAmount.StringFixed(), "764.92"; err != nil || got != want { // 1019.90 less 25 percent
		t.Errorf("got %s and %v, want %s", got, err, want)
	}
}

// checkUntouched checks that a failed upgrade changed nothing: all items or none.
func checkUntouched(t *testing.T, shop *commerce.Shop, changes []commerce.Change) {
	t.Helper()
	if len(changes) > 0 {
		t.Errorf("got the changes %v, want none", changes)
	}
	if got := partnerOrders(t, shop, ""); len(got) > 0 {
		t.Errorf("got the orders %q, want none", got)
	}
	for _, want := range upgradeStock() {
		checkUpgraded(t, shop, want)
	}
}

func TestUpgradeExtrasRefused(t *testing.T) {
	t.Parallel()
	const (
		decimal = "a decimal of at least 0 such as 12.50, with at most 12 digits before and after its point"
		left    = "at most 74.99, which is left to take it from"
	)
	tests := []struct {
		name     string
		discount *commerce.Extra
		margin   *commerce.Extra
		field    string
		given    string
		expected string
	}{
		{"no value", &commerce.Extra{Type: "FIXED"}, nil, "ExtraDiscount.Value", "", decimal},
		{"below nothing", &commerce.Extra{Value: "-1", Type: "FIXED"}, nil, "ExtraDiscount.Value", "-1", decimal},
		{"an exponent", nil, &commerce.Extra{Value: "1e3", Type: "FIXED"}, "ExtraMargin.Value", "1e3", decimal},
		{"a blank", nil, &commerce.Extra{Value: " 10", Type: "PERCENT"}, "ExtraMargin.Value", " 10", decimal},
		{"a comma", nil, &commerce.Extra{Value: "10,5", Type: "FIXED"}, "ExtraMargin.Value", "10,5", decimal},
		{"no digit before the point", &commerce.Extra{Value: ".5", Type: "FIXED"}, nil, "ExtraDiscount.Value", ".5", decimal},
		{"no digit after it", &commerce.Extra{Value: "5.", Type: "FIXED"}, nil, "ExtraDiscount.Value", "5.", decimal},
		{"a sign", &commerce.Extra{Value: "+5", Type: "FIXED"}, nil, "ExtraDiscount.Value", "+5", decimal},
		{"a word", &commerce.Extra{Value: "NaN", Type: "FIXED"}, nil, "ExtraDiscount.Value", "NaN", decimal},
		{"very long", &commerce.Extra{Value: strings.Repeat("1", 100), Type: "FIXED"}, nil, "ExtraDiscount.Value", strings.Repeat("1", 40) + "…", decimal},
		{"a digit too many", nil, &commerce.Extra{Value: "0000000000001", Type: "FIXED"}, "ExtraMargin.Value", "0000000000001", decimal},
		{"no type", &commerce.Extra{Value: "1"}, nil, "ExtraDiscount.Type", "", "FIXED or PERCENT"},
		{"lower case", nil, &commerce.Extra{Value: "1", Type: "percent"}, "ExtraMargin.Type", "percent", "FIXED or PERCENT"},
		{"an unknown type", nil, &commerce.Extra{Value: "1", Type: "RATE"}, "ExtraMargin.Type", "RATE", "FIXED or PERCENT"},
		{"above 100 percent", &commerce.Extra{Value: "100.01", Type: "PERCENT"}, nil, "ExtraDiscount.Value", "100.01", "from 0 to 100 percent"},
		{"above the total", &commerce.Extra{Value: "100.00", Type: "FIXED"}, nil, "ExtraDiscount.Value", "100.00", "at most 99.99, which is left to take it from"},
		{"above it by less than a cent", &commerce.Extra{Value: "99.991", Type: "FIXED"}, nil, "ExtraDiscount.Value", "99.991", "at most 99.99, which is left to take it from"},
		{"a margin above what is left", nil, &commerce.Extra{Value: "75", Type: "FIXED"}, "ExtraMargin.Value", "75", left},
		{"after the discount", &commerce.Extra{Value: "99.98", Type: "FIXED"}, &commerce.Extra{Value: "0.02", Type: "FIXED"}, "ExtraMargin.Value", "0.02",
			"at most 0.01, which is left to take it from"},
		{"the discount first", &commerce.Extra{}, &commerce.Extra{}, "ExtraDiscount.Value", "", decimal},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			shop := upgradeShop(t, upgradeProducts(), upgradeStock()...)
			_, changes, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, commerce.Upgrade{
				Items: []commerce.UpgradeItem{item("GOOD", "PRO", "1")}, ExtraDiscount: test.discount, ExtraMargin: test.margin,
			})
			want := refusal{catalog.InvalidParameter, test.field, test.given, test.expected,
				test.field + " must be " + test.expected + `, got "` + test.given + `"` + map[string]string{"percent": ", did you mean PERCENT?"}[test.given]}
			if got := refusalOf(err); got != want {
				t.Errorf("got %+v (%v), want %+v", got, err, want)
			}
			checkUntouched(t, shop, changes)
		})
	}
}

func TestUpgradeExternalReference(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		length int
		want   refusal
	}{
		{100, refusal{}},
		{101, refusal{catalog.InvalidParameter, "ExternalReferenceNumber", strings.Repeat("ë", 20) + "…", "at most 100 characters",
			"ExternalReferenceNumber must have at most 100 characters, got 101"}},
	} {
		shop := upgradeShop(t, upgradeProducts(), sold("S1"))
		external := strings.Repeat("ë", test.length)
		_, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon},
			commerce.Upgrade{Items: []commerce.UpgradeItem{item("S1", "PRO", "1")}, ExternalReferenceNumber: &external})
		if got := refusalOf(err); got != test.want {
			t.Errorf("%d: got %+v (%v), want %+v", test.length, got, err, test.want)
		}
		if got, want := len(partnerOrders(t, shop, external)), 1; test.want == (refusal{}) && got != want {
			t.Errorf("%d: got %d orders of that reference, want %d", test.length, got, want)
		}
	}
}

// TestUpgradeTwice upgrades a subscription again only after its upgrade is complete or
// canceled.
func TestUpgradeTwice(t *testing.T) {
	t.Parallel()
	shop := upgradeShop(t, upgradeProducts(), sold("S1"))
	move := func(ref string, statuses ...catalog.Status) func() error {
		return func() error {
			for _, status := range statuses {
				if _, err := shop.MoveOrder(commerce.Terms{Now: noon}, ref, commerce.OrderMove{Status: status}); err != nil {
					return err
				}
			}
			return nil
		}
	}
	upgrade := func(product string) func() error {
		return func() error {
			u := commerce.Upgrade{Items: []commerce.UpgradeItem{item("S1", product, "1")}}
			_, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, u)
			return err
		}
	}
	for i, step := range []struct {
		do   func() error
		want catalog.Code
	}{
		{upgrade("PRO"), ""}, {upgrade("PRO"), catalog.InvalidSubscription},
		{move("1000002", catalog.Canceled), ""}, {upgrade("PRO"), ""},
		{move("1000003", catalog.AuthReceived), ""}, {upgrade("TEAM"), catalog.InvalidSubscription},
		{move("1000003", catalog.Complete), ""}, {upgrade("PRO"), catalog.ProductError}, {upgrade("TEAM"), ""},
		{move("1000004", catalog.AuthReceived, catalog.Reversed), ""}, {upgrade("TEAM"), ""},
		{move("1000005", catalog.AuthReceived, catalog.Complete), ""}, {upgrade("TEAM"), catalog.InvalidSubscription},
	} {
		err := step.do()
		if got := refusalOf(err).code; got != step.want || step.want == "" && err != nil {
			t.Errorf("step %d: got %q (%v), want %q", i, got, err, step.want)
		}
	}
	if got, want := partnerOrders(t, shop, ""), []string{"1000005", "1000004", "1000003", "1000002"}; !slices.Equal(got, want) {
		t.Errorf("got the orders %q, want %q", got, want)
	}
}
