package commerce_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// noon is the moment of most calls in these tests.
var noon = time.Date(2026, 10, 2, 12, 0, 0, 0, time.UTC)

func create(t testing.TB, shop *commerce.Shop, d commerce.CampaignDraft) commerce.StoredCampaign {
	t.Helper()
	kept, _, err := shop.CreateUpsell(commerce.Terms{Now: noon}, d)
	must(t, err)
	return kept
}

// checkStored compares all campaigns of a shop as they are served, latest first.
func checkStored(t testing.TB, shop *commerce.Shop, want ...string) {
	t.Helper()
	if got := storedCampaigns(t, shop); !slices.Equal(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

func storedCampaigns(t testing.TB, shop *commerce.Shop) []string {
	t.Helper()
	return bodies(search(t, shop, commerce.Terms{Now: noon}, commerce.CampaignSearch{Paging: commerce.Paging{Page: 1, Limit: catalog.MaxPageSize}}))
}

func bodies(page commerce.CampaignPage) []string {
	list := []string{}
	for _, body := range page.Campaigns {
		list = append(list, string(body))
	}
	return list
}

// draftFrom reads a draft from JSON without the checks of a protocol.
func draftFrom(t testing.TB, text string) commerce.CampaignDraft {
	t.Helper()
	var d commerce.CampaignDraft
	must(t, json.Unmarshal([]byte(text), &d))
	return d
}

const plainBody = `{"Name":"Autumn","DisplayForManualRenewals":true,"Enabled":true,
	"Discount":{"Type":"FIXED","Values":[{"Currency":"USD","Amount":19.99},{"Currency":"EUR","Amount":18}],"DefaultCurrency":"EUR"},
	"PrimaryProduct":{"Code":"STUDIO"},"RecommendedProduct":{"Code":"STUDIO-PRO"}}`

// plain is a draft with every required field and nothing else.
func plain(t testing.TB) commerce.CampaignDraft { return draftFrom(t, plainBody) }

// refusals flattens an error into its faults, "code field: message" each.
func refusals(err error) []string {
	var p *commerce.Problem
	if !errors.As(err, &p) {
		return []string{fmt.Sprint(err)}
	}
	var list []string
	for _, fault := range slices.Concat([]commerce.Problem{*p}, p.More) {
		list = append(list, fmt.Sprintf("%s %s: %s", fault.Code, fault.Field, fault.Message))
	}
	return list
}

// checkRefused compares the faults of an error, "<nil>" for none.
func checkRefused(t testing.TB, what string, err error, want ...string) {
	t.Helper()
	if got := refusals(err); !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestAbsentFieldsOfNewCampaigns(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	kept, changes, err := shop.CreateUpsell(commerce.Terms{Now: noon}, plain(t))
	must(t, err)
	want := `{"Code":"` + kept.Code + `","Name":"Autumn","StartDate":null,"EndDate":null,"DisplayForManualRenewals":true,"Enabled":true,` +
		`"Discount":{"Type":"FIXED","Values":[{"Currency":"USD","Amount":19.99},{"Currency":"EUR","Amount":18}],"DefaultCurrency":"EUR"},` +
		`"PrimaryProduct":{"Code":"STUDIO","Quantity":0,"PriceOptions":[]},` +
		`"RecommendedProduct":{"Code":"STUDIO-PRO","Quantity":1,"PriceOptions":[]},"Description":[]}`
	if got := string(kept.Body); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	same(t, "changes", unnumbered(changes), []commerce.Change{{Kind: "campaign", ID: kept.Code, After: []byte(want)}})
	checkStored(t, shop, want)
}

func TestCampaignRules(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	fixed := func(rest string) string { return `{"Discount":{"Type":"FIXED",` + rest + `}}` }
	for name, test := range map[string]struct {
		change string // members over the plain body's
		want   []string
	}{
		"name of no character":      {`{"Name":""}`, []string{`Name: Name must be a text of 1 to 500 characters, got ""`}},
		"name of 501 characters":    {`{"Name":"` + strings.Repeat("é", 501) + `"}`, []string{`Name: Name must be a text of 1 to 500 characters, got 501 characters`}},
		"name of 500 characters":    {`{"Name":"` + strings.Repeat("é", 500) + `"}`, nil},
		"day that is none":          {`{"StartDate":{"Text":"2026-02-30"}}`, []string{`StartDate: StartDate must be a calendar day in the format Y-m-d, or null, got "2026-02-30"`}},
		"day in another format":     {`{"EndDate":{"Text":"02.10.2026"}}`, []string{`EndDate: EndDate must be a calendar day in the format Y-m-d, or null, got "02.10.2026"; did you mean 2026-10-02?`}},
		"leap day":                  {`{"StartDate":{"Text":"2028-02-29"}}`, nil},
		"both days null":            {`{"StartDate":{"Null":true},"EndDate":{"Null":true}}`, nil},
		"one day":                   {`{"StartDate":{"Text":"2026-10-02"},"EndDate":{"Text":"2026-10-02"}}`, nil},
		"end before start":          {`{"StartDate":{"Text":"2026-10-02"},"EndDate":{"Text":"2026-10-01"}}`, []string{`EndDate: EndDate must be StartDate 2026-10-02 or later, got "2026-10-01"`}},
		"code on create":            {`{"Code":"01"}`, []string{`Code: Code must not be sent: the service makes it`}},
		"long code on create":       {`{"Code":"` + strings.Repeat("0", 100) + `"}`, []string{`Code: Code must not be sent: the service makes it`}},
		"discount without type":     {`{"Discount":{"Values":[]}}`, []string{`Discount.Type: Discount.Type is required`}},
		"discount of another type":  {`{"Discount":{"Type":"fixed"}}`, []string{`Discount.Type: Discount.Type must be FIXED or PERCENT, got "fixed"`}},
		"percentage of 0":           {`{"Discount":{"Type":"PERCENT","Value":0}}`, nil},
		"percentage of 100":         {`{"Discount":{"Type":"PERCENT","Value":1e2}}`, nil},
		"percentage of 101":         {`{"Discount":{"Type":"PERCENT","Value":101}}`, []string{`Discount.Value: Discount.Value must be a whole number from 0 to 100, got "101"`}},
		"percentage below 0":        {`{"Discount":{"Type":"PERCENT","Value":-1}}`, []string{`Discount.Value: Discount.Value must be a whole number from 0 to 100, got "-1"`}},
		"percentage with fraction":  {`{"Discount":{"Type":"PERCENT","Value":12.5}}`, []string{`Discount.Value: Discount.Value must be a whole number from 0 to 100, got "12.5"`}},
		"percentage without value":  {`{"Discount":{"Type":"PERCENT"}}`, []string{`Discount.Value: Discount.Value is required`}},
		"percentage with amounts":   {`{"Discount":{"Type":"PERCENT","Value":5,"Values":[],"DefaultCurrency":"USD"}}`, []string{`Discount.Values: Discount.Values must not be sent: a PERCENT discount has a Value`, `Discount.DefaultCurrency: Discount.DefaultCurrency must not be sent: a PERCENT discount has no currency`}},
		"amounts with percentage":   {fixed(`"Value":5,"Values":[{"Currency":"USD","Amount":1}],"DefaultCurrency":"USD"`), []string{`Discount.Value: Discount.Value must not be sent: a FIXED discount has Values`}},
		"no amounts":                {fixed(`"DefaultCurrency":"USD"`), []string{`Discount.Values: Discount.Values is required`}},
		"empty amounts":             {fixed(`"Values":[],"DefaultCurrency":"USD"`), []string{`Discount.Values: Discount.Values is required`}},
		"amount of 0":               {fixed(`"Values":[{"Currency":"USD","Amount":0}],"DefaultCurrency":"USD"`), nil},
		"amount below 0":            {fixed(`"Values":[{"Currency":"USD","Amount":-0.01}],"DefaultCurrency":"USD"`), []string{`Discount.Values[0].Amount: Discount.Values[0].Amount must be a number from 0, got "-0.01"`}},
		"empty amount":              {fixed(`"Values":[{}],"DefaultCurrency":"USD"`), []string{`Discount.Values[0].Currency: Discount.Values[0].Currency and Discount.Values[0].Amount are required`}},
		"currency of no country":    {fixed(`"Values":[{"Currency":"USD","Amount":1},{"Currency":"XXX","Amount":1}],"DefaultCurrency":"USD"`), []string{`Discount.Values[1].Currency: Discount.Values[1].Currency must be a currency code of ISO 4217 such as USD, got "XXX"`}},
		"currency in lower case":    {fixed(`"Values":[{"Currency":"usd","Amount":1}],"DefaultCurrency":"usd"`), []string{`Discount.Values[0].Currency: Discount.Values[0].Currency must be a currency code of ISO 4217 such as USD, got "usd"`}},
		"currency twice":            {fixed(`"Values":[{"Currency":"USD","Amount":1},{"Currency":"USD","Amount":2}],"DefaultCurrency":"USD"`), []string{`Discount.Values[1].Currency: Discount.Values[1].Currency must be another currency than Discount.Values[0].Currency, got "USD"`}},
		"no default currency":       {fixed(`"Values":[{"Currency":"USD","Amount":1}]`), []string{`Discount.DefaultCurrency: Discount.DefaultCurrency is required`}},
		"other default currency":    {fixed(`"Values":[{"Currency":"USD","Amount":1}],"DefaultCurrency":"EUR"`), []string{`Discount.DefaultCurrency: Discount.DefaultCurrency must be one of the currencies of Discount.Values (USD), got "EUR"`}},
		"product without code":      {`{"PrimaryProduct":{}}`, []string{`PrimaryProduct.Code: PrimaryProduct.Code is required`}},
		"product with empty code":   {`{"RecommendedProduct":{"Code":""}}`, []string{`RecommendedProduct.Code: RecommendedProduct.Code must be a product code, got ""`}},
		"least and most pieces":     {`{"PrimaryProduct":{"Code":"A","Quantity":0},"RecommendedProduct":{"Code":"B","Quantity":99999}}`, nil},
		"fewer pieces than none":    {`{"PrimaryProduct":{"Code":"A","Quantity":-1}}`, []string{`PrimaryProduct.Quantity: PrimaryProduct.Quantity must be a whole number from 0 to 99999, got "-1"`}},
		"no pieces recommended":     {`{"RecommendedProduct":{"Code":"B","Quantity":0}}`, []string{`RecommendedProduct.Quantity: RecommendedProduct.Quantity must be a whole number from 1 to 99999, got "0"`}},
		"too many pieces":           {`{"RecommendedProduct":{"Code":"B","Quantity":100000}}`, []string{`RecommendedProduct.Quantity: RecommendedProduct.Quantity must be a whole number from 1 to 99999, got "100000"`}},
		"price options":             {`{"PrimaryProduct":{"Code":"A","PriceOptions":[{"Code":"USERS","Options":[{"Code":"five","Value":5}]},{"Code":"EMPTY"}]}}`, nil},
		"empty price option":        {`{"PrimaryProduct":{"Code":"A","PriceOptions":[{}]}}`, []string{`PrimaryProduct.PriceOptions[0].Code: PrimaryProduct.PriceOptions[0].Code is required`}},
		"empty option":              {`{"PrimaryProduct":{"Code":"A","PriceOptions":[{"Code":"G","Options":[{}]}]}}`, []string{`PrimaryProduct.PriceOptions[0].Options[0].Code: PrimaryProduct.PriceOptions[0].Options[0].Code and PrimaryProduct.PriceOptions[0].Options[0].Value are required`}},
		"languages":                 {`{"Description":[{"Language":"en","Text":""},{"Language":"pt-br","Text":"x"}]}`, nil},
		"language twice":            {`{"Description":[{"Language":"en","Text":"a"},{"Language":"EN","Text":"b"}]}`, []string{`Description[1].Language: Description[1].Language must be another language than Description[0].Language, got "EN"`}},
		"language spelt otherwise":  {`{"Description":[{"Language":"pt-br","Text":"a"},{"Language":"pt_BR","Text":"b"}]}`, []string{`Description[1].Language: Description[1].Language must be another language than Description[0].Language, got "pt_BR"`}},
		"language that is none":     {`{"Description":[{"Language":"English!","Text":"a"}]}`, []string{`Description[0].Language: Description[0].Language must be a language code such as en or pt-br, got "English!"`}},
		"empty description":         {`{"Description":[{}]}`, []string{`Description[0].Language: Description[0].Language and Description[0].Text are required`}},
		"several faults, one error": {`{"Name":"","EndDate":{"Text":"soon"},"PrimaryProduct":{"Code":""}}`, []string{`Name: Name must be a text of 1 to 500 characters, got ""`, `EndDate: EndDate must be a calendar day in the format Y-m-d, or null, got "soon"`, `PrimaryProduct.Code: PrimaryProduct.Code must be a product code, got ""`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := plain(t)
			d.Discount, d.PrimaryProduct, d.RecommendedProduct = nil, nil, nil
			whole := plain(t)
			must(t, json.Unmarshal([]byte(test.change), &d))
			if d.Discount == nil {
				d.Discount = whole.Discount
			}
			if d.PrimaryProduct == nil {
				d.PrimaryProduct = whole.PrimaryProduct
			}
			if d.RecommendedProduct == nil {
				d.RecommendedProduct = whole.RecommendedProduct
			}
			_, _, err := shop.CreateUpsell(commerce.Terms{Now: noon}, d)
			if p, _ := errors.AsType[*commerce.Problem](err); p != nil && len(p.Given) > 43 {
				t.Errorf("got the whole value %s", p.Given)
			}
			var want []string
			for _, w := range test.want {
				want = append(want, "INVALID_UPSELL_CAMPAIGN "+w)
			}
			if want == nil {
				want = []string{"<nil>"}
			}
			checkRefused(t, test.change, err, want...)
		})
	}
}

func TestAbsentFieldsAreReportedTogether(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	_, _, err := shop.CreateUpsell(commerce.Terms{Now: noon}, commerce.CampaignDraft{})
	checkRefused(t, "no field", err, "INVALID_UPSELL_CAMPAIGN Name: Name, DisplayForManualRenewals, Enabled, Discount, PrimaryProduct and RecommendedProduct are required")
	many := draftFrom(t, `{"Description":[{}`+strings.Repeat(",{}", 10)+`]}`)
	_, _, err = shop.CreateUpsell(commerce.Terms{Now: noon}, many)
	if got := refusals(err); len(got) != 1+8 || !strings.HasSuffix(got[0], ", Description[6].Language and Description[6].Text are required") {
		t.Errorf("got %q, want twenty fields together and eight alone", got)
	}
	checkStored(t, shop)
}

var uuid7 = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

func TestCodesFollowCreationWhateverTheClockDoes(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	moments := []time.Time{
		noon, noon, noon, noon.AddDate(4, 0, 0), noon, noon.Add(time.Millisecond),
		time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), noon,
	}
	var codes []string
	for _, now := range moments {
		kept, _, err := shop.CreateUpsell(commerce.Terms{Now: now}, plain(t))
		must(t, err)
		if !uuid7.MatchString(kept.Code) {
			t.Errorf("%q is not a UUID of version 7", kept.Code)
		}
		codes = append(codes, kept.Code)
	}
	if !slices.IsSorted(codes) || len(slices.Compact(slices.Clone(codes))) != len(codes) {
		t.Errorf("codes do not ascend: %q", codes)
	}
	again := openShop(t, commerce.World{})
	if got := create(t, again, plain(t)).Code; got != codes[0] {
		t.Errorf("the same call at the same moment gave %s and %s", codes[0], got)
	}
}

func TestADeletedCodeIsNotGivenAgain(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	first := create(t, shop, plain(t)).Code
	must(t, lastly(shop.DeleteUpsell(commerce.Terms{Now: noon}, first)))
	if second := create(t, shop, plain(t)).Code; second == first {
		t.Errorf("%s was given twice", first)
	}
}

// TestWholeCampaign stores the texts and the options of a campaign as they were sent.
func TestWholeCampaign(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	d := plain(t)
	parts := []string{`"Description":[{"Language":"en","Text":"a"},{"Language":"pt-br","Text":"b"}]`, `"PrimaryProduct":{"Code":"A","Quantity":2,"PriceOptions":[{"Code":"USERS","Options":[{"Code":"five","Value":5}]}]}`}
	must(t, json.Unmarshal([]byte("{"+strings.Join(parts, ",")+"}"), &d))
	for _, part := range parts {
		if got := string(create(t, shop, d).Body); !strings.Contains(got, part) {
			t.Errorf("got %s, want %s in it", got, part)
		}
	}
}
