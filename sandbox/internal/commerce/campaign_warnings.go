package commerce

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// CampaignWarning is a probable mistake in a valid campaign.
type CampaignWarning struct{ Kind, Message string }

// CampaignSurroundings are what a campaign's warnings depend on beside it.
type CampaignSurroundings struct {
	Today       record.Day
	Primary     *record.Product // nil when the shop does not sell it
	Recommended *record.Product
	Language    string // of most customers, "" when there are none
}

// Warnings returns the probable mistakes of a valid campaign.
func Warnings(c *record.Campaign, around CampaignSurroundings) []CampaignWarning {
	found := []CampaignWarning{}
	warn := func(kind, format string, args ...any) {
		found = append(found, CampaignWarning{kind, fmt.Sprintf(format, args...)})
	}
	for _, d := range c.Description {
		for _, marker := range record.UnknownMarkers(d.Text) {
			warn("unknown_marker", "the text in %s has the unknown marker %s; known: %s and %s", d.Language, shorten(marker), record.NameMarker, record.PriceMarker)
		}
	}
	if len(c.Description) == 0 {
		warn("language_missing", "the campaign has no text in any language")
	} else if most := around.Language; most != "" && !hasTextIn(most, c.Description) {
		warn("language_missing", "the campaign has no text in %s, which more customers read than any other language", most)
	}
	if c.Facts().State(around.Today) == record.ExpiredCampaign {
		warn("expired", "the campaign is enabled and ended on %s; the clock shows %s", c.EndDate, around.Today)
	}
	d := c.Discount
	if d.Type == catalog.FixedDiscount && !slices.ContainsFunc(d.Values, func(a record.Amount) bool { return a.Currency == d.DefaultCurrency }) {
		warn("currency_without_value", "the discount has no value in its default currency %s", d.DefaultCurrency)
	}
	if c.PrimaryProduct.Code == c.RecommendedProduct.Code {
		warn("recommends_itself", "the campaign recommends %s to buyers of the same product", c.PrimaryProduct.Code)
	}
	if around.Primary == nil {
		warn("unknown_product", "the shop does not sell the primary product %q", shorten(c.PrimaryProduct.Code))
	}
	if around.Recommended == nil {
		warn("unknown_product", "the shop does not sell the recommended product %q", shorten(c.RecommendedProduct.Code))
	}
	return found
}

// hasTextIn reports whether one of the texts is in a language, whatever their regions.
func hasTextIn(language string, texts []record.Localized) bool {
	base := func(language string) string {
		language, _, _ = strings.Cut(strings.ReplaceAll(strings.ToLower(language), "_", "-"), "-")
		return language
	}
	return slices.ContainsFunc(texts, func(t record.Localized) bool { return base(t.Language) == base(language) })
}

// languageSample is how many customers MostRead looks at.
const languageSample = 1000

// MostRead returns the most frequent language of the first customers, "" when there
// are none.
func MostRead(customers Customers) (string, error) {
	readers, looked := map[string]int{}, 0
	for reference := range customers.References() {
		if looked++; looked > languageSample {
			break
		}
		customer, _, err := customers.Get(reference)
		if err != nil {
			return "", err
		}
		readers[customer.Language]++
	}
	if len(readers) == 0 {
		return "", nil
	}
	return slices.MaxFunc(slices.Sorted(maps.Keys(readers)), func(a, b string) int { return cmp.Compare(readers[a], readers[b]) }), nil
}
