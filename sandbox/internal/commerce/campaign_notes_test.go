package commerce_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func TestCampaignStates(t *testing.T) {
	t.Parallel()
	today := record.DayOf(time.Date(2026, 10, 9, 23, 59, 59, 0, time.UTC))
	day := func(offset int) *record.Day { return &record.Day{Time: today.AddDate(0, 0, offset)} }
	for _, test := range []struct {
		enabled    bool
		start, end *record.Day
		want       record.CampaignState
	}{
		{true, nil, nil, record.RunningCampaign},
		{true, day(0), day(0), record.RunningCampaign},
		{true, day(1), nil, record.UpcomingCampaign},
		{true, day(1), day(2), record.UpcomingCampaign},
		{true, nil, day(-1), record.ExpiredCampaign},
		{true, day(-2), day(-1), record.ExpiredCampaign},
		{false, day(-2), day(-1), record.DisabledCampaign},
		{false, nil, nil, record.DisabledCampaign},
	} {
		facts := record.CampaignFacts{Enabled: test.enabled, StartDate: test.start, EndDate: test.end}
		if got := facts.State(today); got != test.want {
			t.Errorf("%+v: got %s, want %s", test, got, test.want)
		}
	}
}

// soldProduct is a product with prices in two currencies.
func soldProduct() *record.Product {
	return &record.Product{Code: "PRO", Name: "Studio <Pro>", Prices: map[string]record.Money{"EUR": record.Cents(2995), "GBP": record.Cents(2599)}}
}

func TestCampaignTexts(t *testing.T) {
	t.Parallel()
	const text = "Get <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->, <!--{RECOMMENDED_PRODUCT_NAME}-->"
	percent := func(n int64) record.Discount {
		value := record.Cents(100 * n)
		return record.Discount{Type: catalog.PercentDiscount, Value: &value}
	}
	fixed := func(currency string, cents int64) record.Discount {
		return record.Discount{Type: catalog.FixedDiscount, DefaultCurrency: currency, Values: []record.Amount{{Currency: currency, Amount: record.Cents(cents)}}}
	}
	for _, test := range []struct {
		name     string
		discount record.Discount
		quantity int
		product  *record.Product
		want     string
	}{
		{"dollars", percent(15), 1, &record.Product{Name: "Pro", Prices: map[string]record.Money{"EUR": record.Cents(1000), "USD": record.Cents(2000)}}, "Get Pro for 17.00 USD, Pro"},
		{"percent", percent(15), 1, soldProduct(), "Get Studio <Pro> for 25.46 EUR, Studio <Pro>"},
		{"several", percent(50), 2, soldProduct(), "Get Studio <Pro> for 29.95 EUR, Studio <Pro>"},
		{"fixed", fixed("GBP", 599), 1, soldProduct(), "Get Studio <Pro> for 20.00 GBP, Studio <Pro>"},
		{"more than the price", fixed("GBP", 5000), 1, soldProduct(), "Get Studio <Pro> for 0.00 GBP, Studio <Pro>"},
		{"not sold in the currency", fixed("JPY", 100), 1, soldProduct(), "Get Studio <Pro> for <!--{RECOMMENDED_PRODUCT_PRICE}-->, Studio <Pro>"},
		{"not sold", percent(15), 1, nil, text},
		{"without prices", percent(15), 1, &record.Product{Name: "Free"}, "Get Free for <!--{RECOMMENDED_PRODUCT_PRICE}-->, Free"},
	} {
		c := record.Campaign{Discount: test.discount, RecommendedProduct: record.ProductRef{Quantity: test.quantity}, Description: []record.Localized{{Language: "en", Text: text}}}
		if got, want := c.Texts(test.product), []record.Localized{{Language: "en", Text: test.want}}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", test.name, got, want)
		}
	}
}

func TestCampaignWarnings(t *testing.T) {
	t.Parallel()
	today := record.DayOf(time.Date(2026, 10, 9, 0, 0, 0, 0, time.UTC))
	product := soldProduct()
	value := record.Cents(1500)
	sound := func() (record.Campaign, commerce.CampaignSurroundings) {
		return record.Campaign{
			Enabled: true, Discount: record.Discount{Type: catalog.PercentDiscount, Value: &value},
			PrimaryProduct: record.ProductRef{Code: "BASIC"}, RecommendedProduct: record.ProductRef{Code: "PRO"},
			Description: []record.Localized{{Language: "pt_BR", Text: "<!--{RECOMMENDED_PRODUCT_NAME}--> <!--{RECOMMENDED_PRODUCT_PRICE}-->"}},
		}, commerce.CampaignSurroundings{Today: today, Primary: product, Recommended: product, Language: "pt"}
	}
	yesterday := record.Day{Time: today.AddDate(0, 0, -1)}
	for _, test := range []struct {
		name  string
		alter func(*record.Campaign, *commerce.CampaignSurroundings)
		want  []commerce.CampaignWarning
	}{
		{"sound", func(*record.Campaign, *commerce.CampaignSurroundings) {}, []commerce.CampaignWarning{}},
		{"unknown marker", func(c *record.Campaign, _ *commerce.CampaignSurroundings) {
			c.Description[0].Text = "<!--{PRICE}--> <!--{PRICE}--> <!-- a comment -->"
		}, []commerce.CampaignWarning{{"unknown_marker", "the text in pt_BR has the unknown marker <!--{PRICE}-->; known: <!--{RECOMMENDED_PRODUCT_NAME}--> and <!--{RECOMMENDED_PRODUCT_PRICE}-->"}}},
		{"no text", func(c *record.Campaign, _ *commerce.CampaignSurroundings) { c.Description = nil },
			[]commerce.CampaignWarning{{"language_missing", "the campaign has no text in any language"}}},
		{"language of the customers", func(_ *record.Campaign, around *commerce.CampaignSurroundings) { around.Language = "de" },
			[]commerce.CampaignWarning{{"language_missing", "the campaign has no text in de, which more customers read than any other language"}}},
		{"no customers", func(_ *record.Campaign, around *commerce.CampaignSurroundings) { around.Language = "" }, []commerce.CampaignWarning{}},
		{"expired", func(c *record.Campaign, _ *commerce.CampaignSurroundings) { c.EndDate = &yesterday },
			[]commerce.CampaignWarning{{"expired", "the campaign is enabled and ended on 2026-10-08; the clock shows 2026-10-09"}}},
		{"expired and disabled", func(c *record.Campaign, _ *commerce.CampaignSurroundings) { c.EndDate, c.Enabled = &yesterday, false }, []commerce.CampaignWarning{}},
		{"currency", func(c *record.Campaign, _ *commerce.CampaignSurroundings) {
			c.Discount = record.Discount{Type: catalog.FixedDiscount, DefaultCurrency: "EUR", Values: []record.Amount{{Currency: "USD"}}}
		}, []commerce.CampaignWarning{{"currency_without_value", "the discount has no value in its default currency EUR"}}},
		{"value in the currency", func(c *record.Campaign, _ *commerce.CampaignSurroundings) {
			c.Discount = record.Discount{Type: catalog.FixedDiscount, DefaultCurrency: "EUR", Values: []record.Amount{{Currency: "USD"}, {Currency: "EUR"}}}
		}, []commerce.CampaignWarning{}},
		{"itself", func(c *record.Campaign, _ *commerce.CampaignSurroundings) { c.PrimaryProduct.Code = "PRO" },
			[]commerce.CampaignWarning{{"recommends_itself", "the campaign recommends PRO to buyers of the same product"}}},
		{"unknown products", func(_ *record.Campaign, around *commerce.CampaignSurroundings) {
			around.Primary, around.Recommended = nil, nil
		}, []commerce.CampaignWarning{{"unknown_product", `the shop does not sell the primary product "BASIC"`}, {"unknown_product", `the shop does not sell the recommended product "PRO"`}}},
	} {
		c, around := sound()
		test.alter(&c, &around)
		if got := commerce.Warnings(&c, around); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestMostReadOfTheFirst counts the first thousand customers: half of them read one
// language, half the other.
func TestMostReadOfTheFirst(t *testing.T) {
	t.Parallel()
	customers := func(yield func(record.Customer) bool) {
		for i := range 1001 {
			c := record.Customer{Reference: int64(i + 1), Language: [...]string{"en", "de"}[i%2], Email: fmt.Sprint(i)}
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
		var customers []record.Customer
		for i, language := range languages {
			if language != "" {
				customers = append(customers, record.Customer{Reference: int64(i + 1), Language: language, Email: fmt.Sprint(i)})
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
