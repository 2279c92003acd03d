package control_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestRestart restarts a sandbox: it keeps the choices of an account and the users' own
// scenarios, also of an account alone, and deactivates scenarios. A file of the folder wins over an own scenario of
// the same name.
func TestRestart(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	options := sandbox.Options{Listen: "127.0.0.1:0", Data: filepath.Join(t.TempDir(), "data.db"), World: "empty", Clock: "2026-10-09",
		Wall: func() time.Time { return time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC) }}
	first := started(t, options)
	for _, now := range []step{
		{method: "PUT", path: "/scenarios/mine", body: "assume: {nulls: omitted}\n"},
		{method: "PUT", path: "/scenarios/shadowed", body: "assume: {nulls: omitted}\n"},
		{method: "PATCH", path: "/accounts/DEMO", body: `{"features":{"API_GET_CUSTOMER_ORDERS":false}}`},
		{method: "PATCH", path: "/accounts/DEMO", body: `{"assume":{"nulls":"omitted"}}`},
		{method: "PUT", path: "/accounts/DEMO/clock", body: `{"advance":"1d"}`},
		{method: "PUT", path: "/accounts/DEMO/snapshots/kept"},
		{method: "PUT", path: "/accounts/DEMO/scenarios/mine"},
	} {
		if status, text := visitAt(t, first.URL(), now.method, now.path, now.body); status != 200 {
			t.Fatalf("%s: %d %s", now.path, status, text)
		}
	}
	_, err := client.New(first.URL(), client.Options{}).Account("DEMO").PutOwnScenario(t.Context(), "of-demo", "assume: {nulls: omitted}\n")
	must(t, err)
	stop(t, first)
	must(t, os.WriteFile(filepath.Join(folder, "shadowed.yaml"), []byte("summary: of the folder\nassume: {nulls: shown}\n"), 0o600))
	options.ScenarioFolder = folder
	second := started(t, options)
	defer stop(t, second)
	for _, now := range []step{
		{"GET", "/scenarios/mine", "", 200, `{"name":"mine","summary":"","operations":["search-orders","customer-orders","retrieve-order"],"source":"own",` +
			`"group":"own","effects":[{"operation":"search-orders","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"},{"operation":"customer-orders","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"},{"operation":"retrieve-order","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"}],"does":["nulls = omitted"],"assume":{"nulls":"omitted"},"yaml":"assume: {nulls: omitted}\n"}`},
		{"GET", "/scenarios/shadowed", "", 200, `{"name":"shadowed","summary":"of the folder","operations":["search-orders","customer-orders","retrieve-order"],"source":"folder",` +
			`"group":"own","effects":[{"operation":"search-orders","act":"answer-to-question","question":"nulls","answer":"shown","text":"nulls = shown"},{"operation":"customer-orders","act":"answer-to-question","question":"nulls","answer":"shown","text":"nulls = shown"},{"operation":"retrieve-order","act":"answer-to-question","question":"nulls","answer":"shown","text":"nulls = shown"}],"does":["nulls = shown"],"assume":{"nulls":"shown"},"yaml":"summary: of the folder\nassume: {nulls: shown}\n"}`},
		{"GET", "/accounts/DEMO", "", 200, `{"vendor_code":"DEMO","first":true,"secret":"***","world":"empty","seed":1,"seeded_at":"2026-10-09T00:00:00Z","clock":{"now":"2026-10-10T00:00:00Z","mode":"frozen"},` +
			`"features":{"API_GET_CUSTOMER_ORDERS":false},"assume":{"nulls":"omitted"},"scenarios":[],"own":["of-demo"],` +
			`"rest_url":"http://HOST/rest/6.0","soap_url":"http://HOST/soap/6.0","wsdl_url":"http://HOST/soap/6.0?wsdl","calls":0,"refused":0,` +
			`"counts":{"records":{"orders":0,"campaigns":0,"customers":0,"subscriptions":0,"products":12,"partners":3},"snapshots":1}}`},
		{"GET", "/accounts/DEMO/snapshots", "", 200, `{"snapshots":[{"name":"kept","time":"2026-10-09T12:00:00Z","account_time":"2026-10-10T00:00:00Z",` +
			`"counts":{"orders":0,"campaigns":0,"customers":0,"subscriptions":0,"products":12,"partners":3}}],"total":1}`},
		{"PUT", "/accounts/DEMO/scenarios/of-demo", "", 200, `{"name":"of-demo","summary":"","baseline":false,"own":true,"matched":0,"affected":0,"remaining":null,"until":null}`},
		{"PUT", "/scenarios/shadowed", "assume: {nulls: omitted}\n", 409,
			`{"error":"scenario shadowed is a file of the scenario folder: change it there","hint":"choose another name for your own scenario"}`},
	} {
		if status, text := visitAt(t, second.URL(), now.method, now.path, now.body); status != now.status || withoutPorts(text) != now.want {
			t.Errorf("%s: got %d %s\nwant %d %s", now.path, status, withoutPorts(text), now.status, now.want)
		}
	}
}

// started starts a sandbox, for the test to stop.
func started(t *testing.T, o sandbox.Options) *sandbox.Sandbox {
	t.Helper()
	s, err := sandbox.New(o)
	if err == nil {
		err = s.Start(context.Background())
	}
	must(t, err)
	return s
}

func stop(t *testing.T, s *sandbox.Sandbox) {
	t.Helper()
	must(t, s.Stop(context.Background()))
}
