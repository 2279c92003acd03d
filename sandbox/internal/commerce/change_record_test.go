package commerce_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestChangeProductRefused refuses a change by hand with all problems, and then changes
// nothing.
func TestChangeProductRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 10_000)
	tenthOfACent, _ := record.ParseMoney("0.001")
	amount := func(cents int64) map[string]record.Money {
		return map[string]record.Money{"EUR": record.Cents(cents)}
	}
	for field, changes := range map[string][]commerce.ProductChange{
		"name":              {{Name: new("")}, {Name: new(" ")}, {Name: new("a\x00")}, {Name: &long}},
		"short_description": {{ShortDescription: new("a\x00")}, {ShortDescription: &long}},
		"prices":            {{Prices: map[string]record.Money{}}, {Prices: map[string]record.Money{"euro": record.Cents(1)}}},
		"prices.EUR":        {{Prices: amount(-1)}, {Prices: map[string]record.Money{"EUR": tenthOfACent}}, {Prices: amount(commerce.MaxPrice*100 + 1)}},
		"months":            {{Months: new(-1)}, {Months: new(commerce.MaxMonths + 1)}},
		"upgrade_products":  {{UpgradeProducts: []string{"PRO", "NONE"}}},
	} {
		for i, change := range changes {
			shop := openShop(t, commerce.World{Products: []record.Product{{Code: "PRO", Name: "Pro", Prices: amount(1)}}})
			before := everything(t, shop)
			_, err := shop.ChangeProduct("PRO", change)
			if problem, ok := errors.AsType[*commerce.Problem](err); !ok || problem.Field != field {
				t.Errorf("%s, %d: got %v", field, i, err)
			}
			same(t, field, everything(t, shop), before)
			change.Months, change.Name = new(-1), new("")
			_, err = shop.ChangeProduct("PRO", change)
			if problem, ok := errors.AsType[*commerce.Problem](err); !ok || problem.Field != "name" || len(problem.More) == 0 {
				t.Errorf("%s, %d: got %v, want all problems", field, i, err)
			}
		}
	}
	edge := commerce.ProductChange{ShortDescription: new(""), Prices: amount(commerce.MaxPrice * 100), Months: new(commerce.MaxMonths), UpgradeProducts: []string{"PRO"}}
	shop := openShop(t, commerce.World{Products: []record.Product{{Code: "PRO", Name: "Pro", Prices: amount(1)}}})
	must(t, lastly(shop.ChangeProduct("PRO", edge)))
	if _, err := shop.ChangeProduct("NONE", edge); err == nil || err.Error() != `unknown product "NONE"` {
		t.Errorf("got %v of an unknown product", err)
	}
}

// TestChangeProduct changes the given values alone.
func TestChangeProduct(t *testing.T) {
	t.Parallel()
	price := func(cents int64) map[string]record.Money {
		return map[string]record.Money{"EUR": record.Cents(cents)}
	}
	before := record.Product{Code: "PRO", Name: "Pro", ShortDescription: "All", Prices: price(1), Months: 12, UpgradeProducts: []string{"PRO"}}
	for name, test := range map[string]struct {
		change commerce.ProductChange
		want   func(*record.Product)
	}{
		"nothing":     {commerce.ProductChange{}, func(*record.Product) {}},
		"name":        {commerce.ProductChange{Name: new("New")}, func(p *record.Product) { p.Name = "New" }},
		"description": {commerce.ProductChange{ShortDescription: new("")}, func(p *record.Product) { p.ShortDescription = "" }},
		"prices":      {commerce.ProductChange{Prices: price(2)}, func(p *record.Product) { p.Prices = price(2) }},
		"months":      {commerce.ProductChange{Months: new(0)}, func(p *record.Product) { p.Months = 0 }},
		"upgrades":    {commerce.ProductChange{UpgradeProducts: []string{}}, func(p *record.Product) { p.UpgradeProducts = []string{} }},
	} {
		shop := openShop(t, commerce.World{Products: []record.Product{before}})
		must(t, lastly(shop.ChangeProduct("PRO", test.change)))
		want := before
		test.want(&want)
		other := openShop(t, commerce.World{Products: []record.Product{want}})
		same(t, name, everything(t, shop), everything(t, other))
	}
}

// TestChangeCustomerByHand changes a customer: the orders show it, handles have the external
// reference, and no other customer's record changes.
func TestChangeCustomerByHand(t *testing.T) {
	t.Parallel()
	external, own := "CRM-8", "CRM-7"
	for _, test := range []struct {
		name            string
		apply           func(*record.Customer)
		changed         string // records
		handleA, handle string // their references
	}{
		{"a name", func(c *record.Customer) { c.FirstName = "Ida" }, "customer 7, handle a-customer, order 1000002", own, own},
		{"another external reference", func(c *record.Customer) { c.ExternalReference = &external }, "customer 7, handle a-customer, handle b-customer, order 1000002", external, external},
		{"none", func(c *record.Customer) { c.ExternalReference = nil }, "customer 7, handle b-customer", "", ""},
		{"the same", func(c *record.Customer) { c.ExternalReference = &own }, "handle a-customer, order 1000002", own, own},
	} {
		shop := openShop(t, usedWorld())
		before := everything(t, shop)
		changes, err := shop.ChangeCustomer(7, test.apply)
		must(t, err)
		for _, c := range changes {
			if bytes.Equal(c.Before, c.After) && c.Kind == "handle" {
				t.Errorf("%s: handle %s is written as it was", test.name, c.ID)
			}
		}
		var changed []string
		after := everything(t, shop)
		for name := range after {
			if after[name] != before[name] {
				changed = append(changed, name)
			}
		}
		slices.Sort(changed)
		if got := strings.Join(changed, ", "); got != test.changed || len(after) != len(before) {
			t.Errorf("%s: changed %s, want %s", test.name, got, test.changed)
		}
		for name, want := range map[string]string{"a-customer": test.handleA, "b-customer": test.handle} {
			if got := after["handle "+name]; strings.Contains(got, "ExternalCustomerReference") != (want != "") || !strings.Contains(got, want) {
				t.Errorf("%s: %s became %s, want %q", test.name, name, got, want)
			}
		}
	}
	shop := openShop(t, usedWorld())
	if _, err := shop.ChangeCustomer(9, func(*record.Customer) {}); err == nil || err.Error() != `unknown customer "9"` {
		t.Errorf("an unknown customer: got %v", err)
	}
	_, err := shop.ChangeCustomer(8, func(c *record.Customer) { c.ExternalReference = &own })
	var taken *commerce.TakenError
	if !errors.As(err, &taken) || err.Error() != `ExternalCustomerReference "CRM-7" belongs to customer 7` {
		t.Errorf("a taken reference: got %v", err)
	}
}

// TestCustomerRules verifies which texts a customer can get by hand.
func TestCustomerRules(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 255)
	shop := openShop(t, usedWorld())
	for _, test := range []struct {
		apply func(*record.Customer)
		want  string // the refusal
	}{
		{func(c *record.Customer) { c.Email = "a@b" }, ""},
		{func(c *record.Customer) { c.Email = "ab" }, "Email"},
		{func(c *record.Customer) { c.Email = "a@" }, "Email"},
		{func(c *record.Customer) { c.Email = "a b@c" }, "Email"},
		{func(c *record.Customer) { c.Email = "a@b\tc" }, "Email"},
		{func(c *record.Customer) { c.CountryCode = "fr" }, ""},
		{func(c *record.Customer) { c.CountryCode = "FR" }, "CountryCode"},
		{func(c *record.Customer) { c.Language = "fra" }, "Language"},
		{func(c *record.Customer) { c.Language = "f" }, "Language"},
		{func(c *record.Customer) { c.City = long }, ""},
		{func(c *record.Customer) { c.City = long + "e" }, "City"},
		{func(c *record.Customer) { c.Zip = "1\n" }, "Zip"},
		{func(c *record.Customer) { text := "\x00"; c.Fax = &text }, "Fax"},
		{func(c *record.Customer) { text := ""; c.Fax = &text }, ""},
		{func(c *record.Customer) { c.Address1, c.LastName = long+"e", "\x7f" }, "LastName, Address1"},
	} {
		_, err := shop.ChangeCustomer(7, test.apply)
		var fields []string
		if p := new(commerce.Problem); errors.As(err, &p) {
			for _, p := range slices.Concat([]commerce.Problem{*p}, p.More) {
				fields = append(fields, p.Field)
			}
		}
		if got := strings.Join(fields, ", "); got != test.want || (err == nil) != (test.want == "") {
			t.Errorf("got %v, want a problem of %q", err, test.want)
		}
	}
}

// TestChangeSubscriptionByHand verifies which changes of a subscription are legal. The
// orders show them.
func TestChangeSubscriptionByHand(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	at := func(d time.Duration) *time.Time { moment := moved.Add(d); return &moment }
	far := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		reference string
		change    commerce.SubscriptionChange
		want      string // of enabled, upgradable, needs approval, expiration; or the error
		changed   int    // orders
	}{
		"nothing":              {"ABCDEFGHJK", commerce.SubscriptionChange{}, "true false false 2027-10-09 12:00:00", 0},
		"disabled":             {"ABCDEFGHJK", commerce.SubscriptionChange{Enabled: &no}, "false false false 2027-10-09 12:00:00", 2},
		"enabled":              {"ABCDEFGHJK", commerce.SubscriptionChange{Enabled: &yes}, "true false false 2027-10-09 12:00:00", 0},
		"needs approval":       {"ABCDEFGHJK", commerce.SubscriptionChange{NeedsApproval: &yes}, "true false true 2027-10-09 12:00:00", 0},
		"not upgradable":       {"ABCDEFGHJK", commerce.SubscriptionChange{Upgradable: &no}, "true false false 2027-10-09 12:00:00", 0},
		"upgradable":           {"ABCDEFGHJK", commerce.SubscriptionChange{Upgradable: &yes}, "upgradable cannot become true: it ", 0},
		"longer":               {"ABCDEFGHJK", commerce.SubscriptionChange{ExpirationDate: at(time.Hour)}, "true false false 2026-10-09 13:00:00", 2},
		"expired":              {"ABCDEFGHJK", commerce.SubscriptionChange{ExpirationDate: at(0)}, "false false false 2026-10-09 12:00:00", 2},
		"expired and enabled":  {"ABCDEFGHJK", commerce.SubscriptionChange{ExpirationDate: at(0), Enabled: &yes}, "enabled cannot become true: it expired 2026-10-09 12:00:00, and the clock shows 2026-10-09 12:00:00; move expiration_date behind that", 0},
		"expired and disabled": {"ABCDEFGHJK", commerce.SubscriptionChange{ExpirationDate: at(0), Enabled: &no}, "false false false 2026-10-09 12:00:00", 2},
		"before its start":     {"ABCDEFGHJK", commerce.SubscriptionChange{ExpirationDate: at(-time.Hour)}, "expiration_date must be after the start, which is 2026-10-09 11:00:00", 0},
		"in the year 10000":    {"ABCDEFGHJK", commerce.SubscriptionChange{ExpirationDate: &far}, "expiration_date must be after the start, which is 2026-10-09 11:00:00", 0},
		"unknown":              {"X", commerce.SubscriptionChange{}, `unknown subscription "X"`, 0},
	} {
		shop := openShop(t, usedWorld())
		before := everything(t, shop)
		_, err := shop.ChangeSubscription(commerce.Terms{Now: moved}, test.reference, test.change)
		after, changed := everything(t, shop), 0
		for one := range after {
			if strings.HasPrefix(one, "order ") && after[one] != before[one] {
				changed++
			}
		}
		s := subscriptionsOf(t, shop)[test.reference]
		got := fmt.Sprint(s.Enabled, s.Upgradable, s.NeedsApproval, s.ExpirationDate)
		if err != nil {
			got = err.Error()
			same(t, name+", refused", after, before)
		}
		if !strings.HasPrefix(got, test.want) || changed != test.changed {
			t.Errorf("%s: got %s with %d changed orders, want %s with %d", name, got, changed, test.want, test.changed)
		}
	}
}
