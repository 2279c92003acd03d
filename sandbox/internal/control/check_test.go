package control_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestCheckScenario shows the faults of a scenario, and the effects of a valid one.
func TestCheckScenario(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	play(t, s, []step{
		{"POST", "/scenarios/check", "ruels: []\n", 200,
			`{"valid":false,"faults":[{"line":1,"column":1,"message":"unknown field \"ruels\"; did you mean rules?","suggestion":"rules"}],"operations":[],"effects":[],"tried":0,"affects":[]}`},
		{"POST", "/scenarios/check", "rules:\n  - on: logn\n    when: quey.Page == \"1\"\n    fail: FORBIDEN\n", 200,
			`{"valid":false,"faults":[{"line":2,"column":9,"message":"unknown operation logn; did you mean login?","suggestion":"login"},` +
				`{"line":3,"column":11,"message":"when: unknown name quey; known: query, path, header, body, xpath(\"//NAME\"), now, hour(now), weekday(now), method, order, customer, campaign, subscription, subscriptions, seen, status, code, answer (at character 1); did you mean query?","suggestion":"query"},` +
				`{"line":4,"column":11,"message":"unknown error code FORBIDEN; did you mean FORBIDDEN?","suggestion":"FORBIDDEN"}],"operations":[],"effects":[],"tried":0,"affects":[]}`},
		{"POST", "/scenarios/check", "", 200,
			`{"valid":false,"faults":[{"line":0,"column":0,"message":"the file is empty: add features, assume or rules"}],"operations":[],"effects":[],"tried":0,"affects":[]}`},
		{"POST", "/scenarios/check", "summary: x\nfeatures: {API_GET_CUSTOMER_ORDERS: false}\nrules:\n  - {on: login, fail: AUTHENTICATION_FAILED, delay: 90m}\n", 200,
			`{"valid":false,"faults":[{"line":4,"column":53,"message":"delay must be longer than 0s and at most 1h, such as 250ms or 2s, got \"90m\""}],"operations":[],"effects":[],"tried":0,"affects":[]}`},
		{"POST", "/scenarios/check", "rules:\n  - {on: login, cut: drip}\n  - {on: login, cut: reset}\n", 200,
			`{"valid":true,"faults":[],"warnings":[{"line":3,"column":6,"message":"rule 2 can never act, because rule 1 ends every call that it is on; put rule 2 first"}],"operations":["login"],"effects":[{"operation":"login","act":"cut","cut":"drip","text":"answer in drips"},{"operation":"login","act":"cut","cut":"reset","text":"connection reset"}],"tried":0,"affects":[]}`},
		{"POST", "/scenarios/check", "rules: [{on: login, do: {after: {refund: order order-compelte}}}]\n", 200,
			`{"valid":true,"faults":[],"warnings":[{"line":1,"column":42,"message":"do: unknown handle order-compelte; did you mean order-complete?"}],"operations":["login"],"effects":[{"operation":"login","act":"do","moves":["after: refund order order-compelte"],"text":"after: refund order order-compelte"}],"tried":0,"affects":[]}`},
		{"POST", "/scenarios/check?account=NOPE", "", 404, `{"error":"unknown account \"NOPE\"","hint":"known: DEMO"}`},
		{"POST", "/accounts/DEMO/world?dry_run=true&whole=true", "orders:\n  - {customer: nobody, lines: [{product: FONT-PAK}]}\n", 200, `{"valid":false,"faults":[{"line":2,"column":16,"message":"unknown customer \"nobody\""},{"line":2,"column":42,"message":"unknown product \"FONT-PAK\"; known: BACKUP-1Y, FONT-PACK, SHIELD-HOME-1Y, SHIELD-OFFICE-1Y, SHIELD-OFFICE-3Y, STUDIO-BASIC-1M, STUDIO-BASIC-1Y, STUDIO-HANDBOOK, STUDIO-PRO-1M, STUDIO-PRO-1Y, STUDIO-TEAM-1Y, USB-INSTALLER, product-basic, product-not-upgradable, product-pro, product-tangible, product-team, product-without-subscription","suggestion":"FONT-PACK"}]}`},
		{"POST", "/accounts/DEMO/world?dry_run=true", "orders:\n  - {customer: customer-without-orders, lines: [{product: FONT-PACK}]}\n", 200, `{"valid":true,"faults":[]}`},
		{"POST", "/accounts/DEMO/world?dry_run=true&whole=true", "ordres: []\n", 200, `{"valid":false,"faults":[{"line":1,"column":1,"message":"unknown field \"ordres\"; did you mean orders?","suggestion":"orders"}]}`},
		{"POST", "/accounts/DEMO/world?dry_run=true&whole=true", "summary: x\n", 200, `{"valid":true,"faults":[]}`},
		{"POST", "/query/check", `{"q":"status:4xx after:-5m"}`, 200, `{"valid":true}`},
		{"POST", "/query/check", `{"q":"status:4xx stauts:3"}`, 200, `{"valid":false,"error":"unknown field \"stauts\" at column 12","hint":"nearest: status"}`},
		{"POST", "/query/check", `{"kind":"orders","q":"status:PENDING refrence:1*"}`, 200, `{"valid":false,"error":"unknown field \"refrence\" at column 16","hint":"nearest: reference"}`},
		{"POST", "/query/check", `{"kind":"accounts","q":"code:DEMO"}`, 200, `{"valid":true}`},
		{"POST", "/query/check", `{"kind":"order","q":""}`, 400, `{"error":"unknown kind \"order\"","hint":"did you mean orders?"}`},
		{"POST", "/accounts/DEMO/world", "orders:\n  - {customer: nobody, lines: [{product: FONT-PAK}]}\n", 400, `{"error":"fragment: [2:16] unknown customer \"nobody\"\n   1 | orders:\n>  2 |   - {customer: nobody, lines: [{product: FONT-PAK}]}\n                      ^\nfragment: [2:42] unknown product \"FONT-PAK\"\n   1 | orders:\n>  2 |   - {customer: nobody, lines: [{product: FONT-PAK}]}\n                                                ^","hint":"a fragment is YAML in the format of a world, and may refer to records of the account","faults":[{"line":2,"column":16,"message":"unknown customer \"nobody\""},{"line":2,"column":42,"message":"unknown product \"FONT-PAK\""}]}`},
	})
}

// TestCheckWorld checks a fragment as programs do.
func TestCheckWorld(t *testing.T) {
	t.Parallel()
	found, err := sandboxtest.Start(t, sandboxtest.Frozen).Control().Account("DEMO").CheckWorld(t.Context(), "orders: [{customer: x}]")
	if err != nil || found.Valid {
		t.Errorf("got %+v, %v", found, err)
	}
}

// TestCheckFindsAffectedCalls compares the findings of a check with the effects of the
// scenario when it is active for the same calls.
func TestCheckFindsAffectedCalls(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"condition": "rules:\n  - {on: search-orders, when: 'query.Limit == \"2\"', fail: INTERNAL_ERROR}\n",
		"skip":      "rules:\n  - {on: search-orders, skip: 2, times: 3, delay: 1ms}\n",
		"chance":    "rules:\n  - {on: search-orders, chance: 40%, fail: INTERNAL_ERROR}\n",
		"two rules": "rules:\n  - {on: search-orders, times: 1, delay: 1ms}\n  - {on: search-orders, when: 'query.Limit == \"3\"', cut: garbage}\n",
		"answer":    "assume: {search-status: \"200\"}\n",
		"feature":   "features: {API_GET_CUSTOMER_ORDERS: false}\n",
		"every":     "rules:\n  - {on: \"*\", answer: {status: 503}}\n",
		"late":      "rules:\n  - {on: \"*\", when: status == 400 and answer.error_code != nil, skip: 1, answer: {status: 503}}\n",
		"absent":    "rules:\n  - {on: \"*\", when: order == nil and method == 'GET', skip: 1, times: 2, answer: {status: 503}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			calls := func() {
				for _, path := range []string{"/orders/?Limit=2", "/orders/?Limit=3", "/orders/nope/", "/orders/?Limit=2", "/orders/?Limit=x", "/orders/?Limit=2", "/orders/customer/?CustomerReference=1", "/orders/?Limit=2", "/orders/?Limit=2"} {
					try(t, s, "GET", path, "")
				}
			}
			calls()
			found, err := s.Control().CheckScenario(t.Context(), text, "DEMO")
			if err != nil || !found.Valid || found.Tried != 9 {
				t.Fatalf("got %+v, %v", found, err)
			}
			account := s.Control().Account("DEMO")
			must(t, s.Control().PutScenario(t.Context(), "checked", text))
			must(t, account.Activate(t.Context(), "checked", client.ActivationLimits{}))
			calls()
			entries, err := account.Requests(t.Context(), client.Filter{Limit: 9})
			must(t, err)
			var got, want []string
			for _, line := range found.Affects {
				got = append(got, line.ID)
			}
			for _, e := range entries.Requests {
				if e.Scenarios == "checked" {
					want = append(want, fmt.Sprintf("DEMO-%d", e.Number-9))
				}
			}
			if !reflect.DeepEqual(got, want) || len(want) == 0 {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// TestCheckIsBounded sends checks that would take long.
func TestCheckIsBounded(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	for range 60 {
		try(t, s, "GET", "/orders/?Limit=2", "")
	}
	const slow = "all(1..300, {all(1..300, {# != query.Limit})})"
	bombs := map[string]string{
		"/scenarios/check?account=DEMO":                "rules:\n" + strings.Repeat("  - {on: search-orders, when: '"+slow+"', delay: 1ms}\n", 150),
		"/scenarios/check":                             strings.Repeat("[", 10_000),
		"/accounts/DEMO/world?dry_run=true&whole=true": strings.Repeat("- ", 400_000),
		"/accounts/DEMO/world?dry_run=true":            "orders: [" + strings.Repeat("{customer: x}, ", 60_000) + "]",
	}
	for path, text := range bombs {
		status, answer := visit(t, s, "POST", path, text)
		if status != 200 {
			t.Errorf("%s: got %d: %.300s", path, status, answer)
		}
	}
}

// TestDraftScenario drafts scenarios from calls of all kinds: each must be valid, affect
// its own call, and have no credentials.
func TestDraftScenario(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	odd := url.QueryEscape("it's \"a\" $x `y` \\n\n\t\x01 日本 😀 #{} sandbox {{x}}: - & *")
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/orders/" + s.ID("order-complete", "OrderReference") + "/", ""},
		{"GET", "/orders/nope/", ""},
		{"GET", "/products/7/?Page=2", ""},
		{"GET", "/orders/?Limit=2&CustomerEmail=" + odd + "&odd%20'name=1&%FF=%FE", ""},
		{"GET", "/orders/?Limit=2&" + strings.Repeat("a=1&b=2&", 300) + "c=" + strings.Repeat("x", 3000), ""},
		{"GET", "/orders/customer/?CustomerReference=x", ""},
		{"POST", "/upsell", "\xff\xfe\x00 not UTF-8"},
		{"POST", "/upsell", `{"Name":"` + strings.Repeat("long ", 40_000) + `"}`},
		{"GET", "/orders/" + odd + "/", ""},
		{"GET", "/orders/" + url.PathEscape("demo-secret") + "/?Limit=demo-secret", ""},
	} {
		try(t, s, c.method, c.path, c.body)
	}
	for _, name := range []string{"outage", "connection-reset", "gateway-html", "throttled", "garbage"} {
		must(t, s.Control().Account("DEMO").Activate(t.Context(), name, client.ActivationLimits{Times: 1}))
		try(t, s, "GET", "/orders/?Page=1", "")
	}
	entries, err := s.Control().Account("DEMO").Requests(t.Context(), client.Filter{})
	if err != nil || len(entries.Requests) < 14 {
		t.Fatalf("got %d calls, %v", len(entries.Requests), err)
	}
	for _, e := range entries.Requests {
		draft, err := s.Control().DraftScenario(t.Context(), e.ID)
		if err != nil {
			t.Errorf("%s: %v", e.ID, err)
			continue
		}
		found, err := s.Control().CheckScenario(t.Context(), draft.YAML, "DEMO")
		if err != nil || !found.Valid {
			t.Errorf("%s: got %+v, %v of\n%s", e.ID, found, err, draft.YAML)
			continue
		}
		affects := false
		for _, line := range found.Affects {
			affects = affects || line.ID == e.ID
		}
		if !affects {
			t.Errorf("%s is not affected by\n%s", e.ID, draft.YAML)
		}
		if strings.Contains(draft.YAML, "demo-secret") || strings.Contains(draft.YAML, "hash") {
			t.Errorf("%s: a credential is in\n%s", e.ID, draft.YAML)
		}
		if err := s.Control().PutScenario(t.Context(), draft.Name, draft.YAML); err != nil {
			t.Errorf("%s: %v", draft.Name, err)
		}
		t.Logf("%s: %s\n%s", e.ID, draft.Name, draft.YAML)
	}
	again, err := s.Control().DraftScenario(t.Context(), "DEMO-1")
	if err != nil || !strings.HasSuffix(again.Name, "-1-2") {
		t.Errorf("got name %s, %v", again.Name, err)
	}
	visitUnknown(t, s)
}

// visitUnknown drafts from calls without an operation.
func visitUnknown(t *testing.T, s *sandboxtest.Running) {
	t.Helper()
	try(t, s, "GET", "/odrers/", "")
	last, err := s.Control().Account("DEMO").Latest(t.Context())
	must(t, err)
	play(t, s, []step{
		{"POST", "/requests/" + last.ID + "/scenario", ``, 409, `{"error":"the call ` + last.ID + ` has no operation","hint":"choose a call of a known operation, because each rule is on one"}`},
		{"POST", "/requests/DEMO-99/scenario", ``, 404, `{"error":"call DEMO-99 has not come yet","hint":"the last call is DEMO-17"}`},
	})
}

// TestLibraryShowsEffects shows the groups and the effects of scenarios.
func TestLibraryShowsEffects(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	library, err := s.Control().Scenarios(t.Context())
	must(t, err)
	groups := map[client.Group]int{}
	shown := map[string]string{}
	for _, row := range library {
		groups[row.Group]++
		text, err := json.Marshal(row.Effects[:min(len(row.Effects), 1)])
		if err != nil || len(row.Effects) == 0 {
			t.Errorf("%s: got %s, %v", row.Name, text, err)
		}
		shown[row.Name] = string(row.Group) + " " + string(text)
	}
	if groups[client.GroupFailures] < 50 || groups[client.GroupCodes] < 20 || groups[client.GroupConnection] < 8 || groups[client.GroupAnswers] < 15 || groups[client.GroupOwn] != 0 {
		t.Errorf("got %v", groups)
	}
	for name, want := range map[string]string{
		"slow":                      `connection [{"operation":"search-orders","act":"delay","delay":"2s","text":"delay 2 s"}]`,
		"jittery":                   `connection [{"operation":"search-orders","act":"delay","delay":"median 100ms, p99 1.5s","text":"delay 100 ms p99 1.5 s"}]`,
		"outage":                    `connection [{"operation":"search-orders","act":"answer","status":503,"code":"SERVICE_UNAVAILABLE","before":"credential","text":"503 SERVICE_UNAVAILABLE, before the credential"}]`,
		"connection-reset":          `connection [{"operation":"search-orders","act":"cut","cut":"reset","before":"credential","text":"connection reset, before the credential"}]`,
		"customer-orders-forbidden": `failures [{"operation":"customer-orders","act":"fail","status":403,"code":"FORBIDDEN","text":"403 FORBIDDEN"}]`,
		"FORBIDDEN":                 `codes [{"operation":"customer-orders","act":"fail","status":403,"code":"FORBIDDEN","text":"403 FORBIDDEN"}]`,
		"nulls-omitted":             `answers [{"operation":"search-orders","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"}]`,
		"feature-off":               `answers [{"operation":"customer-orders","act":"feature","status":403,"code":"FORBIDDEN","feature":"API_GET_CUSTOMER_ORDERS","enabled":false,"text":"API_GET_CUSTOMER_ORDERS off"}]`,
		"flaky":                     `connection [{"operation":"search-orders","act":"fail","status":500,"code":"INTERNAL_ERROR","share":0.25,"text":"500 INTERNAL_ERROR, 25 %"}]`,
	} {
		if shown[name] != want {
			t.Errorf("%s: got %s\nwant %s", name, shown[name], want)
		}
	}
}

// try makes a signed call that may get no answer.
func try(t *testing.T, s *sandboxtest.Running, method, path, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.REST()+path, strings.NewReader(body))
	must(t, err)
	r.Header.Set("Accept", "application/json")
	r.Header.Set("X-Service-Authentication", s.Sign())
	if a, err := s.Client().Do(r); err == nil {
		_, _ = io.Copy(io.Discard, a.Body) // it may be cut
		_ = a.Body.Close()
	}
}
