package commerce_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

func TestStandings(t *testing.T) {
	t.Parallel()
	today := commerce.DayOf(time.Date(2026, 10, 9, 23, 59, 59, 0, time.UTC))
	day := func(offset int) *commerce.Day { return &commerce.Day{Time: today.AddDate(0, 0, offset)} }
	for _, test := range []struct {
		enabled    bool
		start, end *commerce.Day
		want       commerce.CampaignState
	}{
		{true, nil, nil, commerce.RunningCampaign},
		{true, day(0), day(0), commerce.RunningCampaign},
		{true, day(1), nil, commerce.UpcomingCampaign},
		{true, day(1), day(2), commerce.UpcomingCampaign},
		{true, nil, day(-1), commerce.ExpiredCampaign},
		{true, day(-2), day(-1), commerce.ExpiredCampaign},
		{false, day(-2), day(-1), commerce.DisabledCampaign},
		{false, nil, nil, commerce.DisabledCampaign},
	} {
		facts := commerce.CampaignFacts{Enabled: test.enabled, StartDate: test.start, EndDate: test.end}
		if got := facts.State(today); got != test.want {
			t.Errorf("%+v: got %s, want %s", test, got, test.want)
		}
	}
}

// soldProduct is a product with prices in two currencies.
func soldProduct() *commerce.Product {
	return &commerce.Product{Code: "PRO", Name: "Studio <Pro>", Prices: map[string]commerce.Money{"EUR": commerce.Cents(2995), "GBP": commerce.Cents(2599)}}
}

func TestCampaignTexts(t *testing.T) {
	t.Parallel()
	const text = "Get <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->, <!--{RECOMMENDED_PRODUCT_NAME}-->"
	percent := func(n int64) commerce.Discount {
		value := commerce.Cents(100 * n)
		return commerce.Discount{Type: catalog.PercentDiscount, Value: &value}
	}
	fixed := func(currency string, cents int64) commerce.Discount {
		return commerce.Discount{Type: catalog.FixedDiscount, DefaultCurrency: currency, Values: []commerce.Amount{{Currency: currency, Amount: commerce.Cents(cents)}}}
	}
	for _, test := range []struct {
		name     string
		discount commerce.Discount
		quantity int
		product  *commerce.Product
		want     string
	}{
		{"percent", percent(15), 1, soldProduct(), "Get Studio <Pro> for 25.46 EUR, Studio <Pro>"},
		{"several", percent(50), 2, soldProduct(), "Get Studio <Pro> for 29.95 EUR, Studio <Pro>"},
		{"fixed", fixed("GBP", 599), 1, soldProduct(), "Get Studio <Pro> for 20.00 GBP, Studio <Pro>"},
		{"more than the price", fixed("GBP", 5000), 1, soldProduct(), "Get Studio <Pro> for 0.00 GBP, Studio <Pro>"},
		{"not sold in the currency", fixed("JPY", 100), 1, soldProduct(), "Get Studio <Pro> for <!--{RECOMMENDED_PRODUCT_PRICE}-->, Studio <Pro>"},
		{"not sold", percent(15), 1, nil, text},
		{"without prices", percent(15), 1, &commerce.Product{Name: "Free"}, "Get Free for <!--{RECOMMENDED_PRODUCT_PRICE}-->, Free"},
	} {
		c := commerce.Campaign{Discount: test.discount, RecommendedProduct: commerce.ProductRef{Quantity: test.quantity}, Description: []commerce.Localized{{Language: "en", Text: text}}}
		if got, want := c.Texts(test.product), []commerce.Localized{{Language: "en", Text: test.want}}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", test.name, got, want)
		}
	}
}

func TestCampaignWarnings(t *testing.T) {
	t.Parallel()
	today := commerce.DayOf(time.Date(2026, 10, 9, 0, 0, 0, 0, time.UTC))
	product := soldProduct()
	value := commerce.Cents(1500)
	sound := func() (commerce.Campaign, commerce.CampaignSurroundings) {
		return commerce.Campaign{
			Enabled: true, Discount: commerce.Discount{Type: catalog.PercentDiscount, Value: &value},
			PrimaryProduct: commerce.ProductRef{Code: "BASIC"}, RecommendedProduct: commerce.ProductRef{Code: "PRO"},
			Description: []commerce.Localized{{Language: "pt_BR", Text: "<!--{RECOMMENDED_PRODUCT_NAME}-->"}},
		}, commerce.CampaignSurroundings{Today: today, Primary: product, Recommended: product, Language: "pt"}
	}
	yesterday := commerce.Day{Time: today.AddDate(0, 0, -1)}
	for _, test := range []struct {
		name  string
		alter func(*commerce.Campaign, *commerce.CampaignSurroundings)
		want  []commerce.CampaignWarning
	}{
		{"sound", func(*commerce.Campaign, *commerce.CampaignSurroundings) {}, []commerce.CampaignWarning{}},
		{"unknown marker", func(c *commerce.Campaign, _ *commerce.CampaignSurroundings) {
			c.Description[0].Text = "<!--{PRICE}--> <!--{PRICE}--> <!-- a comment -->"
		}, []commerce.CampaignWarning{{"unknown_marker", "the text in pt_BR has the unknown marker <!--{PRICE}-->; known: <!--{RECOMMENDED_PRODUCT_NAME}--> and <!--{RECOMMENDED_PRODUCT_PRICE}-->"}}},
		{"no text", func(c *commerce.Campaign, _ *commerce.CampaignSurroundings) { c.Description = nil },
			[]commerce.CampaignWarning{{"language_missing", "the campaign has no text in any language"}}},
		{"language of the customers", func(_ *commerce.Campaign, around *commerce.CampaignSurroundings) { around.Language = "de" },
			[]commerce.CampaignWarning{{"language_missing", "the campaign has no text in de, which more customers read than any other language"}}},
		{"no customers", func(_ *commerce.Campaign, around *commerce.CampaignSurroundings) { around.Language = "" }, []commerce.CampaignWarning{}},
		{"expired", func(c *commerce.Campaign, _ *commerce.CampaignSurroundings) { c.EndDate = &yesterday },
			[]commerce.CampaignWarning{{"expired", "the campaign is enabled and ended on 2026-10-08; the clock shows 2026-10-09"}}},
		{"expired and disabled", func(c *commerce.Campaign, _ *commerce.CampaignSurroundings) { c.EndDate, c.Enabled = &yesterday, false }, []commerce.CampaignWarning{}},
		{"currency", func(c *commerce.Campaign, _ *commerce.CampaignSurroundings) {
			c.Discount = commerce.Discount{Type: catalog.FixedDiscount, DefaultCurrency: "EUR", Values: []commerce.Amount{{Currency: "USD"}}}
		}, []commerce.CampaignWarning{{"currency_without_value", "the discount has no value in its default currency EUR"}}},
		{"itself", func(c *commerce.Campaign, _ *commerce.CampaignSurroundings) { c.PrimaryProduct.Code = "PRO" },
			[]commerce.CampaignWarning{{"recommends_itself", "the campaign recommends PRO to buyers of the same product"}}},
		{"unknown products", func(_ *commerce.Campaign, around *commerce.CampaignSurroundings) {
			around.Primary, around.Recommended = nil, nil
		}, []commerce.CampaignWarning{{"unknown_product", `the shop does not sell the primary product "BASIC"`}, {"unknown_product", `the shop does not sell the recommended product "PRO"`}}},
	} {
		c, around := sound()
		test.alter(&c, &around)
		if got := c.Warnings(around); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestMostReadOfTheFirst counts the first thousand customers: half of them read one
// language, half the other.
func TestMostReadOfTheFirst(t *testing.T) {
	t.Parallel()
	customers := func(yield func(commerce.Customer) bool) {
		for i := range 1001 {
			c := commerce.Customer{Reference: int64(i + 1), Language: [...]string{"en", "de"}[i%2], Email: fmt.Sprint(i)}
			if !yield(c) {
				return
			}
		}
	}
	err := openShop(t, commerce.World{Customers: customers}).View(func(tx commerce.Tx) error {
		got, err := commerce.MostRead(tx.Customers())
		if got != "de" {
			t.Errorf("got %q, want that of the first in the alphabet", got)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestMostRead finds the language read by most of the first customers.
func TestMostRead(t *testing.T) {
	t.Parallel()
	for languages, want := range map[[4]string]string{{}: "", {"en"}: "en", {"de", "fr", "fr", "en"}: "fr"} {
		var customers []commerce.Customer
		for i, language := range languages {
			if language != "" {
				customers = append(customers, commerce.Customer{Reference: int64(i + 1), Language: language, Email: fmt.Sprint(i)})
			}
		}
		shop := openShop(t, commerce.World{Customers: slices.Values(customers)})
		err := shop.View(func(tx commerce.Tx) error {
			got, err := commerce.MostRead(tx.Customers())
			if got != want {
				t.Errorf("%q: got %q, want %q", languages, got, want)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
