package commerce_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func named(t testing.TB, name string) commerce.CampaignDraft {
	d := plain(t)
	d.Name = &name
	return d
}

func jsonValue(t testing.TB, body []byte) record.Campaign {
	t.Helper()
	var c record.Campaign
	must(t, json.Unmarshal(body, &c))
	return c
}

func TestAnUpdateReplacesTheCampaign(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	first := plain(t)
	first.StartDate, first.Description = &commerce.DraftDay{Text: "2026-10-01"}, draftFrom(t, `{"Description":[{"Language":"en","Text":"a"}]}`).Description
	before := create(t, shop, first)
	other := create(t, shop, named(t, "Other"))
	second := named(t, "Winter")
	second.Code = &before.Code
	kept, changes, err := shop.UpdateUpsell(commerce.Terms{Now: noon}, strings.ToUpper(before.Code), second)
	must(t, err)
	want := strings.Replace(strings.Replace(string(other.Body), "Other", "Winter", 1), other.Code, before.Code, 1)
	if string(kept.Body) != want || kept.Code != before.Code {
		t.Errorf("got  %s\nwant %s", kept.Body, want)
	}
	same(t, "changes", unnumbered(changes), []commerce.Change{{Kind: "campaign", ID: before.Code, Before: before.Body, After: kept.Body}})
	checkStored(t, shop, string(other.Body), want)
}

func TestAMergingUpdateChangesOnlyWhatIsSent(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	merging := commerce.Terms{Now: noon, MergeUpdates: true}
	d := plain(t)
	d.StartDate, d.EndDate = &commerce.DraftDay{Text: "2026-10-01"}, &commerce.DraftDay{Text: "2026-10-31"}
	before := create(t, shop, d)
	kept, _, err := shop.UpdateUpsell(merging, before.Code, draftFrom(t,
		`{"EndDate":{"Null":true},"Enabled":false,"Discount":{"Type":"PERCENT","Value":5},"PrimaryProduct":{"Code":"X"}}`))
	must(t, err)
	want := jsonValue(t, before.Body)
	five := record.Cents(500)
	want.EndDate, want.Enabled = nil, false
	want.Discount = record.Discount{Type: catalog.PercentDiscount, Value: &five}
	want.PrimaryProduct = record.ProductRef{Code: "X", PriceOptions: []record.PriceOption{}}
	wantBody, err := record.Encode(&want)
	must(t, err)
	if string(kept.Body) != string(wantBody) {
		t.Errorf("got  %s\nwant %s", kept.Body, wantBody)
	}
}

func TestRefusedUpdates(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	d := plain(t)
	d.EndDate = &commerce.DraftDay{Text: "2026-10-31"}
	kept := create(t, shop, d)
	const absent = "01999999-0000-7000-8000-000000000000"
	for name, test := range map[string]struct {
		merge bool
		code  string
		draft string
		want  string
	}{
		"unknown":                    {code: absent, draft: plainBody, want: `UPSELL_CAMPAIGN_NOT_FOUND upsellCode: No campaign has the code "` + absent + `"`},
		"no UUID":                    {code: "recommended", draft: plainBody, want: `UPSELL_CAMPAIGN_NOT_FOUND upsellCode: No campaign has the code "recommended"`},
		"bad draft of unknown":       {code: absent, draft: `{"Name":""}`, merge: true, want: `INVALID_UPSELL_CAMPAIGN Name: Name must be a text of 1 to 500 characters, got ""`},
		"another code":               {code: kept.Code, draft: `{"Code":"` + absent + `"}`, merge: true, want: `INVALID_UPSELL_CAMPAIGN Code: Code must be absent or ` + kept.Code + `, the code in the path, got "` + absent + `"`},
		"a part where all is needed": {code: kept.Code, draft: strings.Replace(plainBody, `"Enabled":true,`, "", 1), want: "INVALID_UPSELL_CAMPAIGN Enabled: Enabled is required"},
		"a date across a kept one":   {code: kept.Code, draft: `{"StartDate":{"Text":"2026-11-01"}}`, merge: true, want: `INVALID_UPSELL_CAMPAIGN EndDate: EndDate must be StartDate 2026-11-01 or later, got "2026-10-31"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := shop.UpdateUpsell(commerce.Terms{Now: noon, MergeUpdates: test.merge}, test.code, draftFrom(t, test.draft))
			checkRefused(t, name, err, test.want)
			checkStored(t, shop, string(kept.Body))
		})
	}
}

// Each writer sends fields that belong together; a campaign with fields of both would be
// a mixture.
func TestTwoWritersDoNotMixTheirBodies(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	code := create(t, shop, plain(t)).Code
	var writers sync.WaitGroup
	for _, writer := range []string{"A", "B", "C", "D"} {
		writers.Go(func() {
			d := named(t, writer)
			d.PrimaryProduct, d.RecommendedProduct = &commerce.ProductDraft{Code: &writer}, &commerce.ProductDraft{Code: &writer}
			for range 5 {
				kept, _, err := shop.UpdateUpsell(commerce.Terms{Now: noon, MergeUpdates: writer < "C"}, code, d)
				if err != nil {
					t.Error(err)
					return
				}
				if got := jsonValue(t, kept.Body); got.Name != writer || got.PrimaryProduct.Code != writer || got.RecommendedProduct.Code != writer {
					t.Errorf("a mixture was answered to %s: %s", writer, kept.Body)
				}
			}
		})
	}
	writers.Wait()
	if got := jsonValue(t, []byte(storedCampaigns(t, shop)[0])); got.Name != got.PrimaryProduct.Code || got.Name != got.RecommendedProduct.Code {
		t.Errorf("a mixture was kept: %+v", got)
	}
}

// Each writer changes a field of its own. A campaign read before the write of another and
// put back after it would undo that write.
func TestMergingWritersKeepEachOthersFields(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	code := create(t, shop, plain(t)).Code
	merging := commerce.Terms{Now: noon, MergeUpdates: true}
	const last = 20
	var writers sync.WaitGroup
	for _, field := range []string{`"Name":"%d"`, `"PrimaryProduct":{"Code":"%d"}`, `"RecommendedProduct":{"Code":"%d"}`} {
		writers.Go(func() {
			for n := range last + 1 {
				if _, _, err := shop.UpdateUpsell(merging, code, draftFrom(t, fmt.Sprintf("{"+field+"}", n))); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	writers.Wait()
	c := jsonValue(t, []byte(storedCampaigns(t, shop)[0]))
	got, want := [3]string{c.Name, c.PrimaryProduct.Code, c.RecommendedProduct.Code}, [3]string{"20", "20", "20"}
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDeleteUpsell(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	stays := create(t, shop, named(t, "Stays"))
	goes := create(t, shop, named(t, "Goes"))
	changes, err := shop.DeleteUpsell(commerce.Terms{Now: noon}, strings.ToUpper(goes.Code))
	must(t, err)
	same(t, "changes", unnumbered(changes), []commerce.Change{{Kind: "campaign", ID: goes.Code, Before: goes.Body}})
	checkStored(t, shop, string(stays.Body))
	for _, code := range []string{goes.Code, "x", ""} {
		err := lastly(shop.DeleteUpsell(commerce.Terms{Now: noon}, code))
		checkRefused(t, code, err, fmt.Sprintf("UPSELL_CAMPAIGN_NOT_FOUND upsellCode: No campaign has the code %q", code))
	}
}

func TestRecommendedUpsell(t *testing.T) {
	t.Parallel()
	today, yesterday, tomorrow := "2026-10-02", "2026-10-01", "2026-10-03"
	type campaign struct {
		product    string
		start, end string // "" for null
		disabled   bool
	}
	for name, test := range map[string]struct {
		campaigns []campaign
		want      int // index of the campaign, -1 for none
	}{
		"no dates":                    {[]campaign{{product: "P"}}, 0},
		"the latest created":          {[]campaign{{product: "P"}, {product: "P"}, {product: "Q"}}, 1},
		"begins and ends today":       {[]campaign{{product: "P", start: today, end: today}}, 0},
		"over, so an earlier one":     {[]campaign{{product: "P"}, {product: "P", end: yesterday}}, 0},
		"not begun":                   {[]campaign{{product: "P", start: tomorrow}}, -1},
		"disabled":                    {[]campaign{{product: "P", disabled: true}}, -1},
		"product recommended only":    {[]campaign{{product: "STUDIO-PRO"}}, -1},
		"longer code of the same":     {[]campaign{{product: "PP"}}, -1},
		"nothing":                     {nil, -1},
		"long running, then disabled": {[]campaign{{product: "P", start: yesterday, end: tomorrow}, {product: "P", disabled: true}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := openShop(t, commerce.World{})
			var kept []string
			for _, c := range test.campaigns {
				d := plain(t)
				enabled := !c.disabled
				d.PrimaryProduct, d.Enabled = &commerce.ProductDraft{Code: &c.product}, &enabled
				d.StartDate, d.EndDate = draftDay(c.start), draftDay(c.end)
				kept = append(kept, string(create(t, shop, d).Body))
			}
			got, err := shop.RecommendedUpsell(commerce.Terms{Now: noon}, "P")
			if test.want < 0 {
				checkRefused(t, name, err, `UPSELL_CAMPAIGN_NOT_FOUND ProductCode: No enabled campaign for the primary product "P" runs on 2026-10-02`)
				return
			}
			if err != nil || string(got) != kept[test.want] {
				t.Errorf("got %s, %v, want %s", got, err, kept[test.want])
			}
		})
	}
}

func TestRecommendedUpsellNeedsAProduct(t *testing.T) {
	t.Parallel()
	_, err := openShop(t, commerce.World{}).RecommendedUpsell(commerce.Terms{Now: noon}, "")
	checkRefused(t, "no product", err, "INVALID_PARAMETER ProductCode: ProductCode is required")
}

func draftDay(text string) *commerce.DraftDay {
	return &commerce.DraftDay{Null: text == "", Text: text}
}

func TestUpsellSettings(t *testing.T) {
	t.Parallel()
	shop := openShop(t, commerce.World{})
	read := func(want catalog.DisplayType) {
		t.Helper()
		got, err := shop.UpsellSettings(commerce.Terms{})
		if err != nil || got != (record.UpsellSettings{UpsellingDisplayType: want}) {
			t.Errorf("got %+v, %v, want %s", got, err, want)
		}
	}
	read("overlay")
	changes, err := shop.ChangeUpsellSettings(commerce.Terms{}, record.UpsellSettings{UpsellingDisplayType: "interstitial"})
	want := []commerce.Change{{Kind: "settings", ID: "upsell", Before: []byte(`{"UpsellingDisplayType":""}`), After: []byte(`{"UpsellingDisplayType":"interstitial"}`)}}
	must(t, err)
	same(t, "changes", unnumbered(changes), want)
	read("interstitial")
	for given, want := range map[catalog.DisplayType]string{
		"":        "INVALID_UPSELL_SETTINGS UpsellingDisplayType: UpsellingDisplayType is required: overlay or interstitial",
		"Overlay": `INVALID_UPSELL_SETTINGS UpsellingDisplayType: UpsellingDisplayType must be overlay or interstitial, got "Overlay", did you mean overlay?`,
	} {
		checkRefused(t, string(given), lastly(shop.ChangeUpsellSettings(commerce.Terms{}, record.UpsellSettings{UpsellingDisplayType: given})), want)
	}
	read("interstitial")
}

// unnumbered returns changes without the number of their update.
func unnumbered(changes []commerce.Change) []commerce.Change {
	changes = slices.Clone(changes)
	for i := range changes {
		changes[i].Update = 0
	}
	return changes
}
