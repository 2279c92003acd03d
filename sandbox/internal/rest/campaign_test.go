package rest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// campaignBody is an accepted body in which each part can be exchanged.
func campaignBody(change ...string) string {
	body := `{"Name":"Autumn","DisplayForManualRenewals":true,"Enabled":true,"Discount":{"Type":"PERCENT","Value":5},` +
		`"PrimaryProduct":{"Code":"P"},"RecommendedProduct":{"Code":"R"}}`
	return strings.NewReplacer(change...).Replace(body)
}

// answering starts a sandbox that answers a question in another way.
func answering(t testing.TB, id catalog.QuestionID, answer string) *sandboxtest.Running {
	return sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Answers = map[string]string{string(id): answer} })
}

// refused returns the body of section 2.5.
func refused(code catalog.Code, message string) string {
	text, _ := json.Marshal(message)
	return fmt.Sprintf(`{"error_code":%q,"message":%s}`, code, text)
}

func TestBodiesOfCampaignsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const form, field = catalog.InvalidRequestBody, catalog.InvalidUpsellCampaign
	for name, test := range map[string]struct {
		body    string
		code    catalog.Code
		message string
	}{
		"nothing":                    {"", form, "A JSON body is required"},
		"no JSON":                    {"Name=Autumn", form, "The body is not valid JSON because it is a form of name=value pairs; send a JSON object"},
		"broken off":                 {`{"Name":"Autumn"`, form, "The body is not valid JSON at byte 16: unexpected EOF"},
		"trailing data":              {campaignBody() + "{}", form, fmt.Sprintf("The body is not valid JSON at byte %d: invalid character '{' after top-level value", len(campaignBody()))},
		"trailing data after a type": {`{"Name":5} {}`, form, "The body is not valid JSON at byte 11: invalid character '{' after top-level value"},
		"name twice":                 {campaignBody(`"Enabled":true`, `"Enabled":true,"Enabled":true`), form, "Enabled is given twice"},
		"inner name twice":           {campaignBody(`"Value":5`, `"Value":5,"Value":5`), form, "Discount.Value is given twice"},
		"not UTF-8":                  {campaignBody("Autumn", "Aut\xffumn"), form, "The body is not valid JSON at byte 12: invalid UTF-8"},
		"half a surrogate":           {campaignBody("Autumn", `\ud800`), form, "The body is not valid JSON at byte 9: invalid surrogate pair `\\ud800\",\"Dis` in string"},
		"a list":                     {`[]`, form, "The body must be an object, got a list"},
		"null":                       {`null`, form, "The body must be an object, got null"},
		"unknown name":               {campaignBody(`"Enabled":true`, `"Enabled":true,"Enabld":true`), field, "Unknown field Enabld; did you mean Enabled?"},
		"name in another case":       {campaignBody(`"Name"`, `"name"`), field, "Unknown field name; did you mean Name?"},
		"unknown inner name":         {campaignBody(`"Value":5`, `"Value":5,"Percent":1`), field, "Unknown field Discount.Percent; known: Type, Value, Values, DefaultCurrency"},
		"unknown name of nothing":    {`{"":1}`, field, `Unknown field ""; known: Code, Name, StartDate, EndDate, DisplayForManualRenewals, Enabled, Discount, PrimaryProduct, RecommendedProduct, Description`},
		"unknown name, very long":    {`{"` + strings.Repeat("é", 300000) + `":1}`, field, "Unknown field " + strings.Repeat("é", 98) + "…; known: Code, Name, StartDate, EndDate, DisplayForManualRenewals, Enabled, Discount, PrimaryProduct, RecommendedProduct, Description"},
		"nested too deep":            {`{"Description":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, form, "The body is not valid JSON at byte 10014: exceeded max depth"},
		"text that is a number":      {campaignBody(`"Autumn"`, `12`), field, "Name must be a string, got a number"},
		"text that is null":          {campaignBody(`"Autumn"`, `null`), field, "Name must be a string, got null"},
		"date that is a number":      {campaignBody(`"Enabled":true`, `"Enabled":true,"StartDate":20261002`), field, "StartDate must be a calendar day in the format Y-m-d, or null, got 20261002"},
		"boolean that is a text":     {campaignBody(`"Enabled":true`, `"Enabled":"true"`), field, "Enabled must be true, false, 0 or 1, got a string"},
		"boolean that is 2":          {campaignBody(`"Enabled":true`, `"Enabled":2`), field, "Enabled must be true, false, 0 or 1, got 2"},
		"object that is a list":      {campaignBody(`{"Code":"P"}`, `[]`), field, "PrimaryProduct must be an object, got a list"},
		"object that is null":        {campaignBody(`{"Code":"P"}`, `null`), field, "PrimaryProduct must be an object, got null"},
		"list that is an object":     {campaignBody(`"Code":"P"`, `"Code":"P","PriceOptions":{}`), field, "PrimaryProduct.PriceOptions must be a list, got an object"},
		"list that is null":          {campaignBody(`"Enabled":true`, `"Enabled":true,"Description":null`), field, "Description must be a list, got null"},
		"item that is null":          {campaignBody(`"Enabled":true`, `"Enabled":true,"Description":[null]`), field, "Description[0] must be an object, got null"},
		"item that is a text":        {campaignBody(`"Value":5`, `"Values":[{"Currency":"USD","Amount":1},{"Currency":1}]`), field, "Discount.Values[1].Currency must be a string, got a number"},
		"number that is a text":      {campaignBody(`"Value":5`, `"Values":[{"Currency":"USD","Amount":"19.99"}]`), field, "Discount.Values[0].Amount must be a number of at most 18 digits on either side of its point, got a string"},
		"number of too many digits":  {campaignBody(`"Value":5`, `"Value":1e400000000`), field, "Discount.Value must be a number of at most 18 digits on either side of its point, got 1e400000000"},
		"whole number in part":       {campaignBody(`"Code":"P"`, `"Code":"P","Quantity":1.5`), field, "PrimaryProduct.Quantity must be a whole number of at most 18 digits, got 1.5"},
		"whole number in a text":     {campaignBody(`"Code":"P"`, `"Code":"P","Quantity":"1"`), field, "PrimaryProduct.Quantity must be a whole number of at most 18 digits, got a string"},
		"whole number too large":     {campaignBody(`"Code":"P"`, `"Code":"P","Quantity":12345678901234567890`), field, "PrimaryProduct.Quantity must be a whole number of at most 18 digits, got 12345678901234567890"},
		"one fault of type alone":    {campaignBody(`"Autumn"`, `""`, `"Value":5`, `"Value":"5"`), field, "Discount.Value must be a number of at most 18 digits on either side of its point, got a string"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := s.Do(http.MethodPost, "/upsell", test.body)
			if want := refused(test.code, test.message); got.Status != http.StatusBadRequest || got.Body != want {
				t.Errorf("got  %d %s\nwant 400 %s", got.Status, got.Body, want)
			}
		})
	}
}

func TestFaultsOfACampaignAreExplainedTogether(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	got := s.Do(http.MethodPost, "/upsell/", campaignBody(`"Autumn"`, `""`, `"Value":5`, `"Value":500`, `"P"`, `""`))
	want := sandboxtest.Answer{Status: http.StatusBadRequest, Header: got.Header,
		Body: refused(catalog.InvalidUpsellCampaign, `Name must be a text of 1 to 500 characters, got ""`)}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	const explained = `Name must be a text of 1 to 500 characters, got "" (and 2 more)`
	if got := got.Header.Get("X-Sandbox-Explain"); got != explained {
		t.Errorf("got %q, want %q", got, explained)
	}
}

// A journal entry has no room for so many mistakes, but the header counts all.
func TestMoreFaultsThanCanBeExplainedAreCounted(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	items := strings.Repeat("{},", 4999) + "{}"
	got := s.Do(http.MethodPost, "/upsell", campaignBody(`"Enabled":true`, `"Enabled":true,"Description":[`+items+`]`))
	got.Header.Set("X-Sandbox-Explain", strings.ReplaceAll(got.Header.Get("X-Sandbox-Explain"), "Description", "D"))
	const explained = `D[0].Language, D[0].Text, D[1].Language, D[1].Text, D[2].Language, D[2].Text, D[3].Language, D[3].Text, D[4].Language, D[4].Text, ` +
		`D[5].Language, D[5].Text, D[6].Language, D[6].Text, D[7].Language, D[7].Text, D[8].Language, D[8].Text, D[9].Language and D[9].Text are required (and 9980 more)`
	if got := got.Header.Get("X-Sandbox-Explain"); got != explained {
		t.Errorf("got %q, want %q", got, explained)
	}
}

// TestAcceptedCampaignsReadBackEqual sends random campaigns and compares every
// answer about them with what was sent, in value and exactly.
func TestAcceptedCampaignsReadBackEqual(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	r := rand.New(rand.NewPCG(4, 8))
	for range 60 {
		sent := randomCampaign(r)
		want := withAbsences(sent)
		created := s.Do(http.MethodPost, "/upsell", encoded(t, sent))
		if created.Status != http.StatusCreated {
			t.Fatalf("%s failed: %s", encoded(t, sent), created.Body)
		}
		got := exact(t, created.Body).(map[string]any)
		code := got["Code"].(string)
		if location := created.Header.Get("Location"); location != "/rest/6.0/upsell/"+code {
			t.Errorf("Location is %q for %s", location, code)
		}
		want["Code"] = code
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got  %s\nwant %s", encoded(t, got), encoded(t, want))
		}
		updated := s.Do(http.MethodPut, "/upsell/"+code+"/", created.Body)
		if updated.Status != http.StatusOK || updated.Body != created.Body {
			t.Errorf("sent back unchanged, %s became %d %s", created.Body, updated.Status, updated.Body)
		}
		wantPage := `{"Page":1,"Limit":10,"Upsells":[` + created.Body + `],"UpsellsCount":1,"PagesCount":1}`
		if found := s.Get("/upsell/?CampaignCodes=" + code); found.Status != http.StatusOK || found.Body != wantPage {
			t.Errorf("got  %d %s\nwant 200 %s", found.Status, found.Body, wantPage)
		}
	}
}

// exact decodes JSON, with numbers as they are written.
func exact(t testing.TB, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	must(t, d.Decode(&v))
	return v
}

func encoded(t testing.TB, v any) string {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	must(t, e.Encode(v))
	return b.String()
}

func randomCampaign(r *rand.Rand) map[string]any {
	c := map[string]any{
		"Name":                     randomText(r, 1+r.IntN(500)),
		"DisplayForManualRenewals": pick[any](r, true, false, json.Number("0"), json.Number("1")),
		"Enabled":                  pick[any](r, true, false, json.Number("0"), json.Number("1")),
		"Discount":                 map[string]any{"Type": "PERCENT", "Value": json.Number(fmt.Sprint(r.IntN(101)))},
		"PrimaryProduct":           randomProduct(r, 0),
		"RecommendedProduct":       randomProduct(r, 1),
	}
	if r.IntN(2) == 0 {
		var values []any
		currencies := []string{"USD", "EUR", "JPY", "GBP"}[:1+r.IntN(4)]
		for _, currency := range currencies {
			amount := json.Number(pick(r, "0", "19.99", "0.01", "120", "123456789012345678.123456789012345678"))
			values = append(values, map[string]any{"Currency": currency, "Amount": amount})
		}
		c["Discount"] = map[string]any{"Type": "FIXED", "Values": values, "DefaultCurrency": pick(r, currencies...)}
	}
	if r.IntN(2) == 0 {
		c["StartDate"] = pick[any](r, nil, "2026-10-01", "2024-02-29")
		c["EndDate"] = pick[any](r, nil, "2026-10-01", "2031-12-31")
	}
	if r.IntN(3) > 0 {
		texts := []any{}
		for _, language := range []string{"en", "pt-br", "zh_Hans"}[:r.IntN(4)] {
			texts = append(texts, map[string]any{"Language": language, "Text": randomText(r, r.IntN(40)) + pick(r, "<!--{RECOMMENDED_PRODUCT_NAME}-->", "<!--{RECOMMENDED_PRODUCT_PRICE}-->", "")})
		}
		c["Description"] = texts
	}
	return c
}

func randomProduct(r *rand.Rand, least int) map[string]any {
	p := map[string]any{"Code": randomText(r, 1+r.IntN(300))}
	if r.IntN(2) == 0 {
		p["Quantity"] = json.Number(fmt.Sprint(least + r.IntN(99999)))
	}
	if r.IntN(2) == 0 {
		groups := []any{}
		for range r.IntN(3) {
			options := []any{}
			for range r.IntN(3) {
				options = append(options, map[string]any{"Code": randomText(r, 5), "Value": json.Number(fmt.Sprint(r.IntN(100) - 50))})
			}
			groups = append(groups, map[string]any{"Code": randomText(r, 5), "Options": options})
		}
		p["PriceOptions"] = groups
	}
	return p
}

func randomText(r *rand.Rand, length int) string {
	text := make([]rune, length)
	for i := range text {
		text[i] = pick(r, 'a', 'Z', '7', ' ', '"', '\\', '<', '&', '\n', '\x00', 'é', '中', '\u2028', '😀', ',', '\uFFFD')
	}
	return string(text)
}

func pick[T any](r *rand.Rand, among ...T) T { return among[r.IntN(len(among))] }

// withAbsences returns the campaign that a sent one must read back as (open
// questions campaign-absent and booleans).
func withAbsences(sent map[string]any) map[string]any {
	want := map[string]any{"StartDate": nil, "EndDate": nil, "Description": []any{}}
	for name, value := range sent {
		want[name] = value
	}
	for _, flag := range []string{"Enabled", "DisplayForManualRenewals"} {
		if number, ok := want[flag].(json.Number); ok {
			want[flag] = number == "1"
		}
	}
	for name, quantity := range map[string]json.Number{"PrimaryProduct": "0", "RecommendedProduct": "1"} {
		product := map[string]any{"Quantity": quantity, "PriceOptions": []any{}}
		for field, value := range sent[name].(map[string]any) {
			product[field] = value
		}
		want[name] = product
	}
	return want
}

func TestChosenAnswersOfCampaigns(t *testing.T) {
	t.Parallel()
	t.Run("create-status", func(t *testing.T) {
		t.Parallel()
		answer := answering(t, catalog.CreateStatus, "200").Do(http.MethodPost, "/upsell", campaignBody())
		if answer.Status != http.StatusOK || answer.Header.Get("Location") == "" || !assumes(answer, "create-status") {
			t.Errorf("got %+v", answer)
		}
	})
	t.Run("campaign-update", func(t *testing.T) {
		t.Parallel()
		s := answering(t, catalog.CampaignUpdate, "merge")
		created := s.Do(http.MethodPost, "/upsell", campaignBody(`"Enabled":true`, `"Enabled":true,"StartDate":"2026-10-01","EndDate":"2026-10-31"`))
		code := strings.TrimPrefix(created.Header.Get("Location"), "/rest/6.0")
		answer := s.Do(http.MethodPut, code, `{"Name":"Winter","EndDate":null}`)
		if want := strings.NewReplacer("Autumn", "Winter", `"2026-10-31"`, "null").Replace(created.Body); answer.Status != http.StatusOK || answer.Body != want || !assumes(answer, "campaign-update") {
			t.Errorf("got %+v, want %s", answer, want)
		}
	})
	t.Run("campaign-statuses", func(t *testing.T) {
		t.Parallel()
		s := answering(t, catalog.CampaignStatuses, "enabled")
		s.Do(http.MethodPost, "/upsell", campaignBody("Autumn", "Shown"))
		s.Do(http.MethodPost, "/upsell", campaignBody("Autumn", "Hidden", `"Enabled":true`, `"Enabled":false`))
		for query, want := range map[string]struct{ found, depends bool }{
			"?Name=Shown": {true, true}, "?Name=Hidden": {false, true}, "?Name=Hidden&Statuses=Disabled": {true, false},
		} {
			answer := s.Get("/upsell" + query)
			if strings.Contains(answer.Body, `"UpsellsCount":1`) != want.found || assumes(answer, "campaign-statuses") != want.depends {
				t.Errorf("%s: got %+v, want %+v", query, answer, want)
			}
		}
	})
	for answer, want := range map[string]sandboxtest.Answer{
		"404":  {Status: http.StatusNotFound, Body: refused(catalog.UpsellCampaignNotFound, `No enabled campaign for the primary product "NONE" runs on 2026-10-09`)},
		"null": {Status: http.StatusOK, Body: "null"},
		"204":  {Status: http.StatusNoContent},
	} {
		t.Run("recommended-not-found "+answer, func(t *testing.T) {
			t.Parallel()
			s := answering(t, catalog.RecommendedNotFound, answer)
			got := s.Get("/upsell/recommended/?ProductCode=NONE")
			if got.Status != want.Status || got.Body != want.Body || !assumes(got, "recommended-not-found") {
				t.Errorf("got %+v, want %+v", got, want)
			}
			account, err := s.Control().Account("DEMO").State(t.Context())
			if fails := int64(min(1, want.Status/400)); err != nil || account.Calls != 1 || account.Refused != fails {
				t.Errorf("%d of %d calls were refused, want %d (%v)", account.Refused, account.Calls, fails, err)
			}
			got = s.Get("/upsell/recommended/?ProductCode=") // another failure is none of the question
			if want := refused(catalog.InvalidParameter, "ProductCode is required"); got.Status != http.StatusBadRequest || got.Body != want {
				t.Errorf("got %+v, want %s", got, want)
			}
		})
	}
}

// assumes reports whether an answer names an open question that it depends on.
func assumes(a sandboxtest.Answer, id string) bool {
	return slices.Contains(strings.Split(a.Header.Get("X-Sandbox-Assumption"), ", "), id)
}

func TestLifeOfACampaign(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	created := s.Do(http.MethodPost, "/upsell/", campaignBody(`"P"`, `"LIFE"`))
	code := strings.TrimPrefix(created.Header.Get("Location"), "/rest/6.0/upsell/")
	unknown := refused(catalog.UpsellCampaignNotFound, fmt.Sprintf("No campaign has the code %q", code))
	for _, step := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{http.MethodGet, "/upsell/recommended?ProductCode=LIFE", "", http.StatusOK, created.Body},
		{http.MethodPut, "/upsell/" + code, campaignBody(`"P"`, `"LIFE"`), http.StatusOK, created.Body},
		{http.MethodPut, "/upsell/" + code, campaignBody(`{"Name"`, `{"Code":"x","Name"`), http.StatusBadRequest, refused(catalog.InvalidUpsellCampaign, `Code must be absent or `+code+`, the code in the path, got "x"`)},
		{http.MethodPost, "/upsell", created.Body, http.StatusBadRequest, refused(catalog.InvalidUpsellCampaign, "Code must not be sent: the service makes it")},
		{http.MethodDelete, "/upsell/" + code + "/", "", http.StatusOK, ""},
		{http.MethodDelete, "/upsell/" + code, "", http.StatusNotFound, unknown},
		{http.MethodPut, "/upsell/" + code, campaignBody(), http.StatusNotFound, unknown},
		{http.MethodGet, "/upsell/recommended", "", http.StatusBadRequest, refused(catalog.InvalidParameter, "ProductCode is required")},
		{http.MethodGet, "/upsell/recommended?ProductCode=A&ProductCode=B", "", http.StatusBadRequest, refused(catalog.InvalidParameter, "ProductCode must be given once, got it 2 times")},
	} {
		if got := s.Do(step.method, step.path, step.body); got.Status != step.status || got.Body != step.want {
			t.Errorf("%s %s: got  %d %s\nwant %d %s", step.method, step.path, got.Status, got.Body, step.status, step.want)
		}
	}
}

func TestSettingsOfCampaigns(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const path, overlay, interstitial = "/upsell/settings/campaign", `{"UpsellingDisplayType":"overlay"}`, `{"UpsellingDisplayType":"interstitial"}`
	for _, step := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{http.MethodGet, path, "", http.StatusOK, overlay},
		{http.MethodPut, path + "/", interstitial, http.StatusOK, interstitial},
		{http.MethodGet, path + "/", "", http.StatusOK, interstitial},
		{http.MethodPut, path, `{}`, http.StatusBadRequest, refused(catalog.InvalidUpsellSettings, "UpsellingDisplayType is required: overlay or interstitial")},
		{http.MethodPut, path, `{"UpsellingDisplayType":"popup"}`, http.StatusBadRequest, refused(catalog.InvalidUpsellSettings, `UpsellingDisplayType must be overlay or interstitial, got "popup"`)},
		{http.MethodPut, path, `{"UpsellingDisplayType":null}`, http.StatusBadRequest, refused(catalog.InvalidUpsellSettings, "UpsellingDisplayType must be a string, got null")},
		{http.MethodPut, path, `{"Display":"overlay"}`, http.StatusBadRequest, refused(catalog.InvalidUpsellSettings, "Unknown field Display; did you mean UpsellingDisplayType?")},
		{http.MethodPut, path, overlay + "x", http.StatusBadRequest, refused(catalog.InvalidRequestBody, "The body is not valid JSON at byte 34: invalid character 'x' after top-level value")},
		{http.MethodGet, path, "", http.StatusOK, interstitial},
	} {
		if got := s.Do(step.method, step.path, step.body); got.Status != step.status || got.Body != step.want {
			t.Errorf("%s %s %s: got  %d %s\nwant %d %s", step.method, step.path, step.body, got.Status, got.Body, step.status, step.want)
		}
	}
	if got := s.As("OTHER").Get(path); got.Body != overlay {
		t.Errorf("the settings of one account reached another: %s", got.Body)
	}
}

// FuzzCampaignBody sends any bytes as a campaign and as settings: they are
// kept or fail as a mistake of the client, never with status 500.
func FuzzCampaignBody(f *testing.F) {
	for _, seed := range []string{
		"", "\xff", "[[[", "null", campaignBody(), `{"Name":null}`, `{"StartDate":"0000-00-00","Enabled":1.0}`,
		`{"Discount":{"Values":[{"Amount":1e999},{"Amount":-0}]}}`, `{"UpsellingDisplayType":"overlay"}`,
	} {
		f.Add([]byte(seed))
	}
	s := sandboxtest.Start(f, sandboxtest.Frozen)
	f.Fuzz(func(t *testing.T, body []byte) {
		for path, method := range map[string]string{
			"/upsell": http.MethodPost, "/upsell/0199a000-0000-7000-8000-000000000000": http.MethodPut, "/upsell/settings/campaign": http.MethodPut,
		} {
			request, err := http.NewRequestWithContext(t.Context(), method, s.REST()+path, bytes.NewReader(body))
			must(t, err)
			request.Header.Set("X-Service-Authentication", s.Sign())
			answer, err := http.DefaultClient.Do(request)
			must(t, err)
			var failure struct {
				Code string `json:"error_code"`
			}
			err = errors.Join(json.NewDecoder(answer.Body).Decode(&failure), answer.Body.Close())
			if err != nil || answer.StatusCode >= http.StatusInternalServerError ||
				(answer.StatusCode >= http.StatusBadRequest) != (failure.Code != "") {
				t.Errorf("%s %s: got %d %s, %v", method, path, answer.StatusCode, failure.Code, err)
			}
		}
	})
}
