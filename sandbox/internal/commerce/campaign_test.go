package commerce_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// noon is the moment of most calls in these tests.
var noon = time.Date(2026, 10, 2, 12, 0, 0, 0, time.UTC)

// campaignFile is the store of one account in a file, ready to be reopened.
type campaignFile struct {
	*commerce.Shop
	path string
	db   *boltstore.DB
}

const campaignAccount = "CAMPAIGNS"

// campaignShop opens a shop without records. In the end it checks its indexes against its
// records.
func campaignShop(t testing.TB) *campaignFile {
	t.Helper()
	f := &campaignFile{path: filepath.Join(t.TempDir(), "shop.db")}
	f.open(t)
	must(t, f.db.CreateAccount(t.Context(), account.Record{Code: campaignAccount}, func(commerce.Tx) error { return nil }))
	f.Shop = commerce.NewShop(campaignAccount, f.db.Account(campaignAccount))
	t.Cleanup(func() {
		if err := errors.Join(f.db.Check(), f.db.Close()); err != nil {
			t.Error(err)
		}
	})
	return f
}

func (f *campaignFile) open(t testing.TB) {
	t.Helper()
	db, err := boltstore.Open(boltstore.Options{Path: f.path})
	must(t, err)
	f.db, f.Shop = db, commerce.NewShop(campaignAccount, db.Account(campaignAccount))
}

func (f *campaignFile) reopen(t testing.TB) {
	t.Helper()
	must(t, f.db.Close())
	f.open(t)
}

func (f *campaignFile) create(t testing.TB, d commerce.CampaignDraft) commerce.StoredCampaign {
	t.Helper()
	kept, _, err := f.CreateUpsell(commerce.Terms{Now: noon}, d)
	must(t, err)
	return kept
}

// stored returns all campaigns of the account as they are served, latest first.
func (f *campaignFile) stored(t testing.TB) []string {
	t.Helper()
	page, err := f.SearchUpsell(commerce.Terms{Now: noon}, commerce.CampaignSearch{Paging: commerce.Paging{Page: 1, Limit: catalog.MaxPageSize}})
	must(t, err)
	return bodies(page)
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

func TestAbsentFieldsOfNewCampaigns(t *testing.T) {
	t.Parallel()
	shop := campaignShop(t)
	kept, changes, err := shop.CreateUpsell(commerce.Terms{Now: noon}, plain(t))
	must(t, err)
	want := `{"Code":"` + kept.Code + `","Name":"Autumn","StartDate":null,"EndDate":null,"DisplayForManualRenewals":true,"Enabled":true,` +
		`"Discount":{"Type":"FIXED","Values":[{"Currency":"USD","Amount":19.99},{"Currency":"EUR","Amount":18}],"DefaultCurrency":"EUR"},` +
		`"PrimaryProduct":{"Code":"STUDIO","Quantity":0,"PriceOptions":[]},` +
		`"RecommendedProduct":{"Code":"STUDIO-PRO","Quantity":1,"PriceOptions":[]},"Description":[]}`
	if got := string(kept.Body); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	wantChanges := []commerce.Change{{Kind: "campaign", ID: kept.Code, After: []byte(want)}}
	if !reflect.DeepEqual(unnumbered(changes), wantChanges) {
		t.Errorf("got %+v, want %+v", changes, wantChanges)
	}
	shop.reopen(t)
	if got := shop.stored(t); !slices.Equal(got, []string{want}) {
		t.Errorf("after a restart got %s", got)
	}
}

func TestCampaignRules(t *testing.T) {
	t.Parallel()
	shop := campaignShop(t)
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
			got := refusals(err)
			if err == nil {
				got = nil
			}
			if p, _ := errors.AsType[*commerce.Problem](err); p != nil && len(p.Given) > 43 {
				t.Errorf("got the whole value %s", p.Given)
			}
			var want []string
			for _, w := range test.want {
				want = append(want, "INVALID_UPSELL_CAMPAIGN "+w)
			}
			if !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

func TestAbsentFieldsAreReportedTogether(t *testing.T) {
	t.Parallel()
	shop := campaignShop(t)
	_, _, err := shop.CreateUpsell(commerce.Terms{Now: noon}, commerce.CampaignDraft{})
	want := []string{"INVALID_UPSELL_CAMPAIGN Name: Name, DisplayForManualRenewals, Enabled, Discount, PrimaryProduct and RecommendedProduct are required"}
	if got := refusals(err); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	many := draftFrom(t, `{"Description":[{}`+strings.Repeat(",{}", 10)+`]}`)
	_, _, err = shop.CreateUpsell(commerce.Terms{Now: noon}, many)
	if got := refusals(err); len(got) != 1+8 || !strings.HasSuffix(got[0], ", Description[6].Language and Description[6].Text are required") {
		t.Errorf("got %q, want twenty fields together and eight alone", got)
	}
	if got := shop.stored(t); len(got) != 0 {
		t.Errorf("a refused campaign was kept: %s", got)
	}
}

var uuid7 = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

func TestCodesFollowCreationWhateverTheClockDoes(t *testing.T) {
	t.Parallel()
	shop := campaignShop(t)
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
	again := campaignShop(t)
	if got := again.create(t, plain(t)).Code; got != codes[0] {
		t.Errorf("the same call at the same moment gave %s and %s", codes[0], got)
	}
}

func TestADeletedCodeIsNotGivenAgain(t *testing.T) {
	t.Parallel()
	shop := campaignShop(t)
	first := shop.create(t, plain(t)).Code
	if _, err := shop.DeleteUpsell(commerce.Terms{Now: noon}, first); err != nil {
		t.Fatal(err)
	}
	if second := shop.create(t, plain(t)).Code; second == first {
		t.Errorf("%s was given twice", first)
	}
}

// TestWholeCampaign stores the texts and the options of a campaign as they were sent.
func TestWholeCampaign(t *testing.T) {
	t.Parallel()
	shop := campaignShop(t)
	d := plain(t)
	parts := []string{`"Description":[{"Language":"en","Text":"a"},{"Language":"pt-br","Text":"b"}]`, `"PrimaryProduct":{"Code":"A","Quantity":2,"PriceOptions":[{"Code":"USERS","Options":[{"Code":"five","Value":5}]}]}`}
	must(t, json.Unmarshal([]byte("{"+strings.Join(parts, ",")+"}"), &d))
	for _, part := range parts {
		if got := string(shop.create(t, d).Body); !strings.Contains(got, part) {
			t.Errorf("got %s, want %s in it", got, part)
		}
	}
}
