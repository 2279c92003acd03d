package rest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

func TestFiltersOfCampaigns(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	create := func(name, primary, recommended, more string) string {
		t.Helper()
		answer := s.Do(http.MethodPost, "/upsell", campaignBody("Autumn", name, `"P"`, `"`+primary+`"`, `"R"`, `"`+recommended+`"`, `"Enabled":true`, more))
		if answer.Status != http.StatusCreated {
			t.Fatal(answer.Body)
		}
		return exact(t, answer.Body).(map[string]any)["Code"].(string)
	}
	a := create("Filter Alpha", "FA", "FX", `"Enabled":true,"StartDate":"2026-10-01","EndDate":"2026-10-05"`)
	b := create("Filter BETA", "FB", "FX", `"Enabled":false,"StartDate":"2026-10-02"`)
	c := create("Filter gamma", "FC", "FY", `"Enabled":1,"EndDate":"2027-01-01"`)
	d := create("Comma", "F,D", "F, Z", `"Enabled":true`)
	for query, want := range map[string][]string{
		"Name=fILTER":                                                 {c, b, a},
		"Name=filter+beta":                                            {b},
		"PrimaryProductCodes=FA&Name=":                                {a},
		"PrimaryProductCodes=FA,+FC":                                  {c, a},
		"PrimaryProductCodes=FA&PrimaryProductCodes=FB":               {b, a},
		"PrimaryProductCodes[]=FA&PrimaryProductCodes[]=FC":           {c, a},
		"PrimaryProductCodes%5B0%5D=FA&PrimaryProductCodes%5B1%5D=FB": {b, a},
		"PrimaryProductCodes=FA&PrimaryProductCodes=FB,FC":            {c, b, a},
		"PrimaryProductCodes[]=F,D&PrimaryProductCodes=FA":            {d, a},
		"PrimaryProductCodes[0]=F%2CD":                                {d},
		"PrimaryProductCodes=F,D":                                     {},
		"RecommendedProductCodes[]=F,+Z":                              {d},
		"RecommendedProductCodes=FX":                                  {b, a},
		"RecommendedProductCodes=FX&PrimaryProductCodes=FB":           {b},
		"Name=filter&StartsAfter=2026-10-02":                          {b},
		"Name=filter&StartsBefore=2026-10-01":                         {a},
		"Name=filter&EndsBefore=2026-10-05":                           {a},
		"Name=filter&EndsAfter=2026-10-06":                            {c},
		"Name=filter&EndsAfter=2026-10-05&EndsBefore=2027-01-01":      {c, a},
		"Name=filter&EnabledForRenewals=yes":                          {c, b, a},
		"Name=filter&EnabledForRenewals=0":                            {},
		"Name=filter&Statuses=Enabled":                                {c},
		"Name=filter&Statuses=Enabled,Expired":                        {c, a},
		"Name=filter&Statuses=Disabled":                               {b},
		"Name=filter&Statuses=Expired":                                {a},
		"Name=filter&Statuses=Expired&Statuses=Disabled":              {b, a},
		"CampaignCodes=" + strings.ToUpper(a) + "," + c:               {c, a},
		"Name=filter&Limit=1&Page=2":                                  {b},
		"Name=filter&Limit=1&Page=4":                                  {},
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			answer := s.Get("/upsell?" + query)
			if answer.Status != http.StatusOK {
				t.Fatalf("got %d %s", answer.Status, answer.Body)
			}
			var page struct{ Upsells []struct{ Code string } }
			must(t, json.Unmarshal([]byte(answer.Body), &page))
			got := []string{}
			for _, campaign := range page.Upsells {
				got = append(got, campaign.Code)
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestFiltersThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for query, want := range map[string]string{
		"StartsAfter=2026-02-30":         refused(catalog.InvalidParameter, `StartsAfter must be a calendar day in the format Y-m-d, got "2026-02-30"`),
		"EndsBefore=tomorrow":            refused(catalog.InvalidParameter, `EndsBefore must be a calendar day in the format Y-m-d, got "tomorrow"`),
		"EnabledForRenewals=maybe":       refused(catalog.InvalidParameter, `EnabledForRenewals must be true, false, 1, 0, YES or NO, got "maybe"`),
		"CampaignCodes=1,2":              refused(catalog.InvalidParameter, `CampaignCodes must be UUIDs of campaigns, got "1"`),
		"Statuses[]=Enabled,Disabled":    refused(catalog.InvalidParameter, `Statuses must be Enabled, Disabled or Expired, got "Enabled,Disabled", did you mean Enabled?`),
		"Statuses=Enabled,enabled":       refused(catalog.InvalidParameter, `Statuses must be Enabled, Disabled or Expired, got "enabled", did you mean Enabled?`),
		"Name=a&Name=b":                  refused(catalog.InvalidParameter, `Name must be given once, got it 2 times`),
		"PrimaryProductCodes=A&Name=%ff": refused(catalog.InvalidParameter, `Name must be text in UTF-8, got "\xff"`),
		"PrimaryProductCodes[]=A,%ff":    refused(catalog.InvalidParameter, `PrimaryProductCodes must be text in UTF-8, got "A,?"`),
		"Page=0":                         refused(catalog.InvalidPage, `Page must be a whole number from 1, got 0`),
		"Limit=201":                      refused(catalog.InvalidLimit, `Limit must be from 1 to 200, got 201`),
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			if got := s.Get("/upsell/?" + query); got.Status != http.StatusBadRequest || got.Body != want {
				t.Errorf("got  %d %s\nwant 400 %s", got.Status, got.Body, want)
			}
		})
	}
}

// TestOneValueBehindBracketsIsReported says that the commas behind brackets are a part of
// the value.
func TestOneValueBehindBracketsIsReported(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const want = `read "PrimaryProductCodes[]=A,B" as one value, because commas separate values only behind a name without brackets`
	if got := s.Get("/upsell?PrimaryProductCodes[]=A,B&PrimaryProductCodes[]=C,D").Header.Get("X-Sandbox-Explain"); !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBracketsOfAScalarAreReported(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	got := s.Get("/upsell?Name[]=x&Statuses[]=Enabled").Header.Get("X-Sandbox-Explain")
	if want := `ignored query name "Name[]", did you mean Name?`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
