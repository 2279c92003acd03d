package record_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestCampaignStates compares where campaigns are on a day, both their dates included.
func TestCampaignStates(t *testing.T) {
	t.Parallel()
	today := record.DayOf(time.Date(2026, 10, 9, 23, 59, 59, 0, time.UTC))
	day := func(offset int) *record.Day { return &record.Day{Time: today.AddDate(0, 0, offset)} }
	for _, test := range []struct {
		start, end *record.Day
		enabled    record.CampaignState
	}{
		{nil, nil, record.RunningCampaign},
		{day(0), day(0), record.RunningCampaign},
		{day(-1), day(1), record.RunningCampaign},
		{day(1), nil, record.UpcomingCampaign},
		{day(1), day(2), record.UpcomingCampaign},
		{nil, day(-1), record.ExpiredCampaign},
		{day(-2), day(-1), record.ExpiredCampaign},
		{day(1), day(-1), record.ExpiredCampaign},
	} {
		for enabled, want := range map[bool]record.CampaignState{true: test.enabled, false: record.DisabledCampaign} {
			facts := record.CampaignFacts{Enabled: enabled, StartDate: test.start, EndDate: test.end}
			if got := facts.State(today); got != want {
				t.Errorf("%+v: got %s, want %s", facts, got, want)
			}
			if covers, ended := facts.Covers(today), facts.EndsBefore(today); covers != (test.enabled == record.RunningCampaign) || ended != (test.enabled == record.ExpiredCampaign) {
				t.Errorf("%+v: covers the day: %t, ends before it: %t", facts, covers, ended)
			}
		}
	}
}

// TestFactsOfACampaign compares the facts of a campaign.
func TestFactsOfACampaign(t *testing.T) {
	t.Parallel()
	start, end := &record.Day{Time: time.Date(2026, 10, 9, 0, 0, 0, 0, time.UTC)}, &record.Day{Time: time.Date(2026, 10, 31, 0, 0, 0, 0, time.UTC)}
	primary, recommended := record.ProductRef{Code: "BASIC", Quantity: 1}, record.ProductRef{Code: "PRO", Quantity: 2}
	for flag := range 4 {
		renewals, enabled := flag&1 > 0, flag&2 > 0
		c := record.Campaign{Code: "C", Name: "Autumn", StartDate: start, EndDate: end, DisplayForManualRenewals: renewals, Enabled: enabled, PrimaryProduct: primary, RecommendedProduct: recommended}
		want := record.CampaignFacts{Code: "C", Name: "Autumn", StartDate: start, EndDate: end, Renewals: renewals, Enabled: enabled, Primary: "BASIC", Recommended: "PRO"}
		if got := c.Facts(); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// TestCampaignTexts fills the markers of a text from products in several currencies.
func TestCampaignTexts(t *testing.T) {
	t.Parallel()
	const text = "Get <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->, <!--{RECOMMENDED_PRODUCT_NAME}-->"
	percent := func(n int64) record.Discount {
		return record.Discount{Type: catalog.PercentDiscount, Value: new(record.Cents(100 * n))}
	}
	fixed := func(currency string, cents int64) record.Discount {
		values := []record.Amount{{Currency: "CHF", Amount: record.Cents(1)}, {Currency: currency, Amount: record.Cents(cents)}}
		return record.Discount{Type: catalog.FixedDiscount, DefaultCurrency: currency, Values: values}
	}
	product := func(name string, prices map[string]record.Money) *record.Product {
		return &record.Product{Name: name, Prices: prices}
	}
	pro := product("Studio <Pro>", map[string]record.Money{"GBP": record.Cents(2599), "EUR": record.Cents(2995)})
	for name, test := range map[string]struct {
		discount record.Discount
		quantity int
		product  *record.Product
		want     string
	}{
		"dollars":                  {percent(15), 1, product("Pro", map[string]record.Money{"EUR": record.Cents(1000), "USD": record.Cents(2000)}), "Get Pro for 17.00 USD, Pro"},
		"percent":                  {percent(15), 1, pro, "Get Studio <Pro> for 25.46 EUR, Studio <Pro>"},
		"several":                  {percent(50), 2, pro, "Get Studio <Pro> for 29.95 EUR, Studio <Pro>"},
		"no quantity":              {percent(0), 0, pro, "Get Studio <Pro> for 29.95 EUR, Studio <Pro>"},
		"fixed":                    {fixed("GBP", 599), 1, pro, "Get Studio <Pro> for 20.00 GBP, Studio <Pro>"},
		"more than the price":      {fixed("GBP", 5000), 1, pro, "Get Studio <Pro> for 0.00 GBP, Studio <Pro>"},
		"no value in the currency": {record.Discount{DefaultCurrency: "GBP", Values: []record.Amount{{Currency: "CHF", Amount: record.Cents(1)}}}, 1, pro, "Get Studio <Pro> for 25.99 GBP, Studio <Pro>"},
		"not sold in the currency": {fixed("JPY", 100), 1, pro, "Get Studio <Pro> for <!--{RECOMMENDED_PRODUCT_PRICE}-->, Studio <Pro>"},
		"not sold":                 {percent(15), 1, nil, text},
		"without prices":           {percent(15), 1, product("Free", nil), "Get Free for <!--{RECOMMENDED_PRODUCT_PRICE}-->, Free"},
		"name like a marker":       {fixed("GBP", 599), 1, product(record.PriceMarker, pro.Prices), "Get <!--{RECOMMENDED_PRODUCT_PRICE}--> for 20.00 GBP, <!--{RECOMMENDED_PRODUCT_PRICE}-->"},
	} {
		c := record.Campaign{Discount: test.discount, RecommendedProduct: record.ProductRef{Quantity: test.quantity}, Description: []record.Localized{{"en", text}, {"de", "Jetzt"}}}
		if got, want := c.Texts(test.product), []record.Localized{{"en", test.want}, {"de", "Jetzt"}}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestUnknownMarkers lists each marker once, without those of the interface.
func TestUnknownMarkers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                                     nil,
		record.NameMarker + record.PriceMarker: nil,
		"<!--{B}-->, <!--{A}-->, <!--{B}-->":   {"<!--{B}-->", "<!--{A}-->"},
		record.PriceMarker + "<!--{}-->":       {"<!--{}-->"},
		"<!-- {A} -->, {B}, <!--{C{-->":        nil,
	} {
		if got := record.UnknownMarkers(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
