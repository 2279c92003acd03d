package commerce_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// search asks a shop and returns the answer as a value.
func search(t testing.TB, shop *commerce.Shop, terms commerce.Terms, q commerce.CampaignSearch) commerce.CampaignPage {
	t.Helper()
	page, err := shop.SearchUpsell(terms, q)
	must(t, err)
	return page
}

// TestSearchAgreesWithAPlainFilter asks random questions about random campaigns and
// compares with a filter over all of them.
func TestSearchAgreesWithAPlainFilter(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 8))
	campaigns := make([]record.Campaign, 120)
	for i := range campaigns {
		campaigns[i] = randomCampaign(r, i)
	}
	shop := openShop(t, commerce.World{Campaigns: campaigns})
	slices.Reverse(campaigns) // latest created first
	found := 0
	for range 1500 {
		q, terms := randomSearch(r, campaigns), commerce.Terms{Now: noon, EnabledCampaigns: r.IntN(4) == 0, EndedByFlag: r.IntN(2) == 0, PageShift: r.IntN(3) - 1}
		got := search(t, shop, terms, q)
		want := plainFilter(t, campaigns, q, terms)
		if !reflect.DeepEqual(got, want) {
			asked, _ := json.Marshal(q)
			t.Fatalf("%s under %+v:\ngot  %d %s\nwant %d %s", asked, terms, got.Count, bodies(got), want.Count, bodies(want))
		}
		found += len(got.Campaigns)
	}
	if found < 1000 {
		t.Errorf("the questions found %d campaigns, too few to show anything", found)
	}
}

// plainFilter spells the filters out, one after the other (open question
// campaign-query).
func plainFilter(t *testing.T, latestFirst []record.Campaign, q commerce.CampaignSearch, terms commerce.Terms) commerce.CampaignPage {
	t.Helper()
	kept := slices.Clone(latestFirst)
	drop := func(asked bool, misses func(record.Campaign) bool) {
		if asked {
			kept = slices.DeleteFunc(kept, misses)
		}
	}
	const today = "2026-10-02"
	drop(q.Name != "", func(c record.Campaign) bool {
		return !strings.Contains(strings.ToUpper(c.Name), strings.ToUpper(q.Name))
	})
	drop(len(q.Primary) > 0, func(c record.Campaign) bool { return !slices.Contains(q.Primary, c.PrimaryProduct.Code) })
	drop(len(q.Recommended) > 0, func(c record.Campaign) bool { return !slices.Contains(q.Recommended, c.RecommendedProduct.Code) })
	drop(len(q.Codes) > 0, func(c record.Campaign) bool { return !slices.Contains(q.Codes, c.Code) })
	drop(q.Renewals != nil, func(c record.Campaign) bool { return c.DisplayForManualRenewals != *q.Renewals })
	drop(q.StartsBefore != nil, func(c record.Campaign) bool {
		return c.StartDate == nil || c.StartDate.String() > q.StartsBefore.String()
	})
	drop(q.StartsAfter != nil, func(c record.Campaign) bool {
		return c.StartDate == nil || c.StartDate.String() < q.StartsAfter.String()
	})
	drop(q.EndsBefore != nil, func(c record.Campaign) bool { return c.EndDate == nil || c.EndDate.String() > q.EndsBefore.String() })
	drop(q.EndsAfter != nil, func(c record.Campaign) bool { return c.EndDate == nil || c.EndDate.String() < q.EndsAfter.String() })
	drop(len(q.Statuses) > 0, func(c record.Campaign) bool {
		expired := c.EndDate != nil && c.EndDate.String() < today
		byFlag := terms.EndedByFlag || !expired
		return !(byFlag && c.Enabled && slices.Contains(q.Statuses, "Enabled") || byFlag && !c.Enabled && slices.Contains(q.Statuses, "Disabled") ||
			expired && slices.Contains(q.Statuses, "Expired"))
	})
	drop(len(q.Statuses) == 0 && terms.EnabledCampaigns, func(c record.Campaign) bool {
		return !c.Enabled || !terms.EndedByFlag && c.EndDate != nil && c.EndDate.String() < today
	})
	page := commerce.CampaignPage{Paging: q.Paging, Count: len(kept)}
	first := (q.Paging.Page - 1) * q.Paging.Limit
	if q.Paging.Page > 1 {
		first += terms.PageShift
	}
	for _, c := range kept[min(first, len(kept)):min(first+q.Paging.Limit, len(kept))] {
		body, err := record.Encode(&c)
		must(t, err)
		page.Campaigns = append(page.Campaigns, body)
	}
	return page
}

func randomCampaign(r *rand.Rand, i int) record.Campaign {
	percent := record.Cents(int64(r.IntN(101)) * 100)
	return record.Campaign{
		Code:      fmt.Sprintf("0199a000-%04x-7000-8000-%012x", i, r.Uint64N(1<<48)),
		Name:      fmt.Sprintf("%s %s %d", pick(r, "Spring", "Été", "AUTUMN"), pick(r, "sale", "Offer"), r.IntN(30)),
		StartDate: randomDay(r), EndDate: randomDay(r),
		DisplayForManualRenewals: r.IntN(2) == 0, Enabled: r.IntN(3) > 0,
		Discount:           record.Discount{Type: catalog.PercentDiscount, Value: &percent},
		PrimaryProduct:     record.ProductRef{Code: pick(r, "A", "B", "C"), PriceOptions: []record.PriceOption{}},
		RecommendedProduct: record.ProductRef{Code: pick(r, "A", "B", "C"), Quantity: 1, PriceOptions: []record.PriceOption{}},
		Description:        []record.Localized{},
	}
}

// randomSearch asks with each filter now and then.
func randomSearch(r *rand.Rand, campaigns []record.Campaign) commerce.CampaignSearch {
	q := commerce.CampaignSearch{Paging: commerce.Paging{Page: 1 + r.IntN(3), Limit: 1 + r.IntN(8)}}
	now := func() bool { return r.IntN(6) == 0 }
	if now() {
		q.Name = pick(r, "spring", "été", "ÉTÉ O", "1", "nobody")
	}
	if now() {
		q.Primary = []string{pick(r, "A", "B"), pick(r, "B", "C", "NONE")}
	}
	if now() {
		q.Recommended = []string{pick(r, "A", "B", "NONE")}
	}
	if now() {
		renewals := r.IntN(2) == 0
		q.Renewals = &renewals
	}
	for range r.IntN(2) * r.IntN(9) {
		q.Codes = append(q.Codes, campaigns[r.IntN(len(campaigns))].Code)
	}
	for _, day := range []**record.Day{&q.StartsBefore, &q.StartsAfter, &q.EndsBefore, &q.EndsAfter} {
		if now() {
			*day = randomDay(r)
		}
	}
	for _, status := range []catalog.CampaignStatus{catalog.EnabledCampaign, catalog.DisabledCampaign, catalog.ExpiredCampaign} {
		if now() {
			q.Statuses = append(q.Statuses, status)
		}
	}
	return q
}

// randomDay returns a day near noon's, because edges must occur.
func randomDay(r *rand.Rand) *record.Day {
	if r.IntN(4) == 0 {
		return nil
	}
	day := record.DayOf(noon.AddDate(0, 0, r.IntN(7)-3))
	return &day
}

func pick[T any](r *rand.Rand, among ...T) T { return among[r.IntN(len(among))] }

func TestPagesOfASearch(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	var latestFirst []string
	for i := range 5 {
		latestFirst = slices.Insert(latestFirst, 0, string(create(t, shop, named(t, fmt.Sprint("Offer ", i))).Body))
	}
	type answer struct {
		Campaigns    []string
		Count, Pages int
	}
	for name, test := range map[string]struct {
		q    commerce.CampaignSearch
		want answer
	}{
		"first":             {commerce.CampaignSearch{Paging: commerce.Paging{Page: 1, Limit: 2}}, answer{latestFirst[:2], 5, 3}},
		"last":              {commerce.CampaignSearch{Paging: commerce.Paging{Page: 3, Limit: 2}}, answer{latestFirst[4:], 5, 3}},
		"beyond":            {commerce.CampaignSearch{Paging: commerce.Paging{Page: 4, Limit: 2}}, answer{[]string{}, 5, 3}},
		"far beyond":        {commerce.CampaignSearch{Paging: commerce.Paging{Page: 1 << 62, Limit: 200}}, answer{[]string{}, 5, 1}},
		"exactly one page":  {commerce.CampaignSearch{Paging: commerce.Paging{Page: 1, Limit: 5}}, answer{latestFirst, 5, 1}},
		"nothing to filter": {commerce.CampaignSearch{Name: "x", Paging: commerce.Paging{Page: 1, Limit: 5}}, answer{[]string{}, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := search(t, shop, commerce.Terms{Now: noon}, test.q)
			same(t, name, answer{bodies(page), page.Count, page.Pages()}, test.want)
		})
	}
}

func TestANameIsFoundInAnyCase(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	for _, title := range []string{"Sale in ΟΔΟΣ", "Sale in οδος", "Sale in Οδοσ"} {
		create(t, shop, named(t, title))
	}
	want := storedCampaigns(t, shop)
	for _, asked := range []string{"ΟΔΟΣ", "οδος", "sALE IN", "N οδοΣ"} {
		q := commerce.CampaignSearch{Name: asked, Paging: commerce.FirstPage()}
		if got := bodies(search(t, shop, commerce.Terms{Now: noon}, q)); !slices.Equal(got, want) {
			t.Errorf("%s: got %s, want %s", asked, got, want)
		}
	}
}

// TestNameFolds finds a part of the title in any case as Unicode folds it.
func TestNameFolds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		title, name string
		found       bool
	}{
		{"INDIGO", "indigo", true}, {"ΣΟΦΟΣ", "σοφος", true}, {"σοφός", "ΣΟΦΌΣ", true}, {"Straße", "STRASSE", true},
		{"I", "ı", false}, {"ı", "i", false}, {"ı", "ı", true}, {"İ", "i\u0307", true}, {"i", "İ", false}, {"É", "é", true}, {"E", "é", false},
	} {
		shop, terms := openShop(t, commerce.World{}), commerce.Terms{Now: noon}
		create(t, shop, named(t, test.title))
		if got := search(t, shop, terms, commerce.CampaignSearch{Name: test.name, Paging: commerce.FirstPage()}).Count > 0; got != test.found {
			t.Errorf("%q in %q: got %t, want %t", test.name, test.title, got, test.found)
		}
	}
}

// TestWhyNoCampaign names the first filter without which a campaign matches, and how many do.
func TestWhyNoCampaign(t *testing.T) {
	t.Parallel()
	one := func(name, product string) record.Campaign {
		return record.Campaign{Code: "code of " + name, Name: name, PrimaryProduct: record.ProductRef{Code: product}, RecommendedProduct: record.ProductRef{Code: "NEXT"}}
	}
	shop := openShop(t, commerce.World{Campaigns: []record.Campaign{one("Summer", "A"), one("Winter", "B"), one("Winter sale", "B")}})
	for _, test := range []struct {
		search commerce.CampaignSearch
		want   string
	}{
		{commerce.CampaignSearch{Name: "none"}, "3 campaigns match without Name"},
		{commerce.CampaignSearch{Name: "none", Primary: []string{"A"}}, "1 campaign matches without Name"},
		{commerce.CampaignSearch{Name: "Summer", Primary: []string{"B"}}, "2 campaigns match without Name"},
		{commerce.CampaignSearch{Name: "Summer", Primary: []string{"NONE"}}, "1 campaign matches without PrimaryProductCodes"},
		{commerce.CampaignSearch{Name: "none", Primary: []string{"NONE"}}, "3 campaigns match without any filter"},
	} {
		if got, err := shop.WhyNoCampaign(commerce.Terms{Now: noon}, test.search); err != nil || got != test.want {
			t.Errorf("%+v: got %q, %v, want %q", test.search, got, err, test.want)
		}
	}
	if got, err := openShop(t, commerce.World{}).WhyNoCampaign(commerce.Terms{Now: noon}, commerce.CampaignSearch{}); err != nil || got != "the account has no campaigns" {
		t.Errorf("got %q, %v", got, err)
	}
}
