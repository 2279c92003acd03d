package rest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// campaignBody is an accepted body in which each part can be exchanged.
func campaignBody(change ...string) string {
	body := `{"Name":"Autumn","DisplayForManualRenewals":true,"Enabled":true,"Discount":{"Type":"PERCENT","Value":5},` +
		`"PrimaryProduct":{"Code":"P"},"RecommendedProduct":{"Code":"R"}}`
	return strings.NewReplacer(change...).Replace(body)
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
