package control_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestSettings changes features and answers to open questions, all of a request or none,
// and tries wrong requests.
func TestSettings(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	settings := func() string {
		_, text := visit(t, s, "GET", "/accounts/DEMO", "")
		_, text, _ = strings.Cut(text, `"features":`)
		text, _, _ = strings.Cut(text, `,"scenarios"`)
		return text
	}
	for _, test := range []struct{ body, want string }{
		{`{"features":{"API_GET_CUSTOMER_ORDERS":false},"assume":{"search-status":200,"session-life":"90s"}}`, `{"API_GET_CUSTOMER_ORDERS":false},"assume":{"search-status":"200","session-life":"90s"}`},
		{`{"assume":{"search-status":null}}`, `{"API_GET_CUSTOMER_ORDERS":false},"assume":{"session-life":"90s"}`},
		{`{"features":{"API_GET_CUSTOMER_ORDERS":true},"assume":{"session-life":"10m"}}`, `{"API_GET_CUSTOMER_ORDERS":true},"assume":{}`},
	} {
		if status, text := visit(t, s, "PATCH", "/accounts/DEMO", test.body); status != 200 || settings() != test.want {
			t.Errorf("%s: got %d %s, then %s, want %s", test.body, status, text, settings(), test.want)
		}
	}
	const correct, documented = `","hint":"correct the fields that are named"}`, `,"hint":"send one JSON object with the documented fields"}`
	play(t, s, []step{
		{"PATCH", "/accounts/DEMO", `{"features":{"API_GET_CUSTOMER_ORDERS":false,"API_GET_ORDERS":true}}`, 400, `{"error":"features: unknown feature \"API_GET_ORDERS\"; known: API_GET_CUSTOMER_ORDERS` + correct},
		{"PATCH", "/accounts/DEMO", `{"features":{"API_GET_CUSTOMER_ORDERS":1}}`, 400, `{"error":"features.API_GET_CUSTOMER_ORDERS must be true or false, got a number"` + documented},
		{"PATCH", "/accounts/DEMO", `{"assume":{"nulls":"omitted","search-status":"204"}}`, 400, `{"error":"assume: the answer to search-status must be 201 or 200, got \"204\"` + correct},
		{"PATCH", "/accounts/DEMO", `{"assume":{"nulls":{}}}`, 400, `{"error":"assume.nulls must be a word, a number, true or false, got an object"` + documented},
		{"PATCH", "/accounts/DEMO", `{"assume":{"transitions":"free"}}`, 400, `{"error":"assume: open question transitions has only one answer; GET /_sandbox/questions lists the questions with a choice` + correct},
		{"PATCH", "/accounts/DEMO", `{"assume":{"serch-status":"200"}}`, 400, `{"error":"assume: unknown open question \"serch-status\"; did you mean search-status?` + correct},
	})
	if got, want := settings(), `{"API_GET_CUSTOMER_ORDERS":true},"assume":{}`; got != want {
		t.Errorf("got %s, want %s after refusals", got, want)
	}
}
