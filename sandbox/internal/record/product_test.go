package record_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestPricingOptions finds the options of a product by their codes and groups them as an
// order item does.
func TestPricingOptions(t *testing.T) {
	t.Parallel()
	seats, support, more := record.PricingOption{Code: "five", Group: "USERS"}, record.PricingOption{Code: "gold", Group: "SUPPORT"}, record.PricingOption{Code: "ten", Group: "USERS"}
	product := record.Product{PricingOptions: []record.PricingOption{seats, support, more}}
	for code, want := range map[string]record.PricingOption{"five": seats, "gold": support, "ten": more, "USERS": {}, "": {}} {
		if got, has := product.Option(code); got != want || has != (want.Code != "") {
			t.Errorf("%q: got %+v, %t", code, got, has)
		}
	}
	if got := product.OptionCodes(); !slices.Equal(got, []string{"five", "gold", "ten"}) {
		t.Errorf("got the codes %q", got)
	}
	want := []record.ItemOption{{Code: "USERS", Options: []string{"five", "ten"}}, {Code: "SUPPORT", Options: []string{"gold"}}}
	if got := record.GroupOptions(product.PricingOptions); !reflect.DeepEqual(got, want) {
		t.Errorf("got the groups %+v", got)
	}
	if got := record.GroupOptions(nil); got == nil || len(got) > 0 { // a list in JSON, not null
		t.Errorf("got the groups %#v of no options", got)
	}
}

// TestUnitPrice adds the percentages of options to the plain price, each rounded by itself.
func TestUnitPrice(t *testing.T) {
	t.Parallel()
	product := record.Product{Prices: map[string]record.Money{"EUR": record.Cents(19_99), "USD": record.Cents(10_00)}}
	tenth, half, free := record.PricingOption{Percent: record.Cents(10_00)}, record.PricingOption{Percent: record.Cents(12_50)}, record.PricingOption{}
	for _, test := range []struct {
		currency string
		options  []record.PricingOption
		want     string
		sold     bool
	}{
		{"EUR", nil, "19.99", true},
		{"EUR", []record.PricingOption{free}, "19.99", true},
		{"EUR", []record.PricingOption{tenth, free, half}, "24.49", true}, // 19.99 + 2.00 + 2.50
		{"USD", []record.PricingOption{half}, "11.25", true},
		{"usd", nil, "0", false},
		{"JPY", []record.PricingOption{tenth}, "0", false},
	} {
		if got, sold := product.UnitPrice(test.currency, test.options); got.String() != test.want || sold != test.sold {
			t.Errorf("%s with %+v: got %s, %t, want %s, %t", test.currency, test.options, got, sold, test.want, test.sold)
		}
	}
}

// TestDetails compares a product in an unpaid item: it has no subscriptions and no codes.
func TestDetails(t *testing.T) {
	t.Parallel()
	product := record.Product{Code: "PRO", Name: "Studio Pro", ShortDescription: "Yearly plan", Tangible: true}
	const want = `{"Name":"Studio Pro","ShortDescription":"Yearly plan","Tangible":true,"IsDynamic":false,"ExtraInfo":null,"RenewalStatus":false,"Subscriptions":null,` +
		`"DeliveryInformation":{"Delivery":"NO_DELIVERY","DownloadFile":null,"DeliveryDescription":"","CodesDescription":"","Codes":[]}}`
	if got, err := record.Encode(product.Details()); string(got) != want || err != nil {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
}
