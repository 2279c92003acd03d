package control_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestOpenAPI reads a document with the address of the request, all credential headers
// and the answers of the account.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.Answers = map[string]string{"search-status": "200"}
		o.AuthHeaders = []string{"X-Mine"}
	})
	do(t, s, step{method: "PATCH", path: "/accounts/DEMO", body: `{"assume":{"search-status":"201"}}`})
	for path, success := range map[string]string{"/openapi.json": "200", "/openapi.json?account=DEMO": "201"} {
		var got struct {
			Servers []struct{ URL string }
			Paths   map[string]map[string]struct {
				Responses map[string]any
			}
			Components struct{ SecuritySchemes map[string]any }
		}
		status, text := visit(t, s, "GET", path, "")
		if err := json.Unmarshal([]byte(text), &got); status != 200 || err != nil {
			t.Fatalf("%s: got %d %v", path, status, err)
		}
		if len(got.Servers) != 1 || got.Servers[0].URL != s.REST() {
			t.Errorf("%s: got %v, want %s", path, got.Servers, s.REST())
		}
		if _, ok := got.Paths["/orders/"]["get"].Responses[success]; !ok {
			t.Errorf("%s: order search does not succeed with %s", path, success)
		}
		headers := slices.Sorted(maps.Keys(got.Components.SecuritySchemes))
		if want := []string{"X-Avangate-Authentication", "X-Mine", "X-Service-Authentication"}; !slices.Equal(headers, want) {
			t.Errorf("%s: got %v, want %v", path, headers, want)
		}
	}
	play(t, s, []step{
		{"GET", "/openapi.json?account=DEMA", "", 404, `{"error":"unknown account \"DEMA\"","hint":"did you mean DEMO?"}`},
		{"GET", "/openapi.json?acount=DEMO", "", 400, `{"error":"unknown query name \"acount\"","hint":"did you mean account?"}`},
		{"GET", "/openapi.json?for=generator", "", 400, `{"error":"for must be generators, got \"generator\"","hint":"leave it out for the exact document"}`},
		{"GET", "/openapi.json?account=DEMO&account=DEMO", "", 400, `{"error":"account is given 2 times","hint":"give it once"}`},
	})
}
