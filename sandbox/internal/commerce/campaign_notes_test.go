package commerce_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func TestCampaignWarnings(t *testing.T) {
	t.Parallel()
	today := record.DayOf(time.Date(2026, 10, 9, 0, 0, 0, 0, time.UTC))
	product := &record.Product{Code: "PRO"}
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

// TestMostRead finds the language read by most of the first thousand customers. Of two read
// by as many it is the first in the alphabet.
func TestMostRead(t *testing.T) {
	t.Parallel()
	for want, languages := range map[string][]string{
		"": nil, "en": {"en"}, "fr": {"de", "fr", "fr", "en"}, "de": append(slices.Repeat([]string{"en", "de"}, 500), "en"),
	} {
		var customers []record.Customer
		for i, language := range languages {
			customers = append(customers, record.Customer{Reference: int64(i + 1), Language: language, Email: fmt.Sprint(i)})
		}
		shop := openShop(t, commerce.World{Customers: slices.Values(customers)})
		must(t, shop.View(func(tx commerce.Tx) error {
			got, err := commerce.MostRead(tx.Customers())
			if got != want {
				t.Errorf("got %q of %d customers, want %q", got, len(languages), want)
			}
			return err
		}))
	}
}
