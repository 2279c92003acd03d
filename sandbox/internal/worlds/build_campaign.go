package worlds

import (
	"cmp"
	"fmt"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// campaign is a campaign entry with its code.
type campaign struct {
	entry *campaignEntry
	code  string
}

// listedCampaigns is the index of the first listed campaign. It is behind all
// generated ones, so of several campaigns for a product a listed one is the latest.
const listedCampaigns = MaxOrders

func (t *template) addCampaigns(e *entries, n ids) error {
	if e.Generate != nil {
		for i := range max(0, e.Generate.Campaigns-len(e.Campaigns)) {
			if entry := t.generateCampaign(i); entry != nil {
				if err := t.addCampaign(entry, i, n); err != nil {
					return err
				}
			}
		}
	}
	for i := range e.Campaigns {
		if err := t.addCampaign(&e.Campaigns[i], listedCampaigns+i, n); err != nil {
			return err
		}
	}
	return nil
}

func (t *template) addCampaign(e *campaignEntry, index int, n ids) error {
	if e.Code != "" {
		t.campaigns = append(t.campaigns, campaign{entry: e, code: e.Code})
		return nil
	}
	code, err := n.campaign(index, t.seed)
	t.campaigns = append(t.campaigns, campaign{entry: e, code: code})
	return err
}

// nearestEnd is a distance in days: no generated campaign ends so near to the
// account's day, because otherwise midnight would change the running campaigns.
const nearestEnd = 3

// generateCampaign returns a random campaign for a product with upgrades, nil
// when there is none.
func (t *template) generateCampaign(i int) *campaignEntry {
	f := newFaker(t.seed, "campaign", uint64(i))
	product := t.upgradable(f)
	if product == nil {
		return nil
	}
	target := pick(f, product.UpgradeProducts)
	season, start := pick(f, []string{"Spring", "Summer", "Autumn", "Winter"}), f.Number(10, 300)
	e := &campaignEntry{
		Name:     fmt.Sprintf("%s offer %d: from %s to %s", season, i+1, product.Name, target),
		Renewals: f.Bool(), Disabled: chance(f, 30),
		Primary: offerEntry{Product: product.Code}, Recommended: offerEntry{Product: target},
		Description: map[string]string{"en": "Get <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->."},
	}
	end := start - f.Number(20, 400) // days ago
	if end >= -nearestEnd && end <= nearestEnd {
		end += 2*nearestEnd + 1
	}
	from, to := ago(days(start)), ago(days(end))
	e.Start = &from
	if chance(f, 60) {
		e.End = &to
	}
	value := amount{record.Cents(int64(f.Number(1, 6) * 500))}
	if chance(f, 60) {
		e.Percent = &value
		return e
	}
	e.Fixed, e.DefaultCurrency = map[string]amount{}, sortedKeys(product.Prices)[0]
	for currency := range product.Prices {
		e.Fixed[currency] = value
	}
	return e
}

func (t *template) upgradable(f *gofakeit.Faker) *record.Product {
	first := f.IntN(max(1, len(t.products)))
	for i := range t.products {
		if p := &t.products[(first+i)%len(t.products)]; len(p.UpgradeProducts) > 0 {
			return p
		}
	}
	return nil
}

func (b *builder) campaign(c campaign) record.Campaign {
	e := c.entry
	built := record.Campaign{
		Code: c.code, Name: e.Name, StartDate: b.day(e.Start), EndDate: b.day(e.End),
		DisplayForManualRenewals: e.Renewals, Enabled: !e.Disabled,
		PrimaryProduct: b.offer(&e.Primary, 0), RecommendedProduct: b.offer(&e.Recommended, 1),
		Description: make([]record.Localized, 0, len(e.Description)),
	}
	if e.Percent != nil {
		built.Discount = record.Discount{Type: catalog.PercentDiscount, Value: &e.Percent.Money}
	} else {
		built.Discount = record.Discount{Type: catalog.FixedDiscount, DefaultCurrency: cmp.Or(e.DefaultCurrency, sortedKeys(e.Fixed)[0])}
		for _, currency := range sortedKeys(e.Fixed) {
			built.Discount.Values = append(built.Discount.Values, record.Amount{Currency: currency, Amount: e.Fixed[currency].Money})
		}
	}
	for _, language := range sortedKeys(e.Description) {
		built.Description = append(built.Description, record.Localized{Language: language, Text: e.Description[language]})
	}
	return built
}

func (b *builder) day(w *date) *record.Day {
	if w == nil {
		return nil
	}
	day := record.DayOf(w.at(b.now))
	return &day
}

// offer returns a product of a campaign. An unknown name is a code itself (open
// question campaign-products). Omitted fields have the same defaults as in a call
// (open question campaign-absent).
func (b *builder) offer(e *offerEntry, quantity int) record.ProductRef {
	ref := record.ProductRef{Code: b.productCode(e.Product), Quantity: quantity, PriceOptions: make([]record.PriceOption, 0, len(e.Options))}
	if e.Quantity != nil {
		ref.Quantity = *e.Quantity
	}
	for _, group := range sortedKeys(e.Options) {
		option := record.PriceOption{Code: group, Options: []record.OptionValue{}}
		for _, code := range sortedKeys(e.Options[group]) {
			option.Options = append(option.Options, record.OptionValue{Code: code, Value: e.Options[group][code]})
		}
		ref.PriceOptions = append(ref.PriceOptions, option)
	}
	return ref
}

func (t *template) productCode(name string) string {
	if p, known := t.lookup.product(name); known {
		return p.Code
	}
	return name
}

// campaignCode returns the code of a campaign of the file or of the account. Any
// other name is a code itself.
func (t *template) campaignCode(name string) string {
	for _, c := range t.campaigns {
		if c.entry.Handle == name {
			return c.code
		}
	}
	return t.lookup.existing.id(name, catalog.NamesCampaign)
}
