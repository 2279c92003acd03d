package sandbox_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// mostLine is how many bytes a line of an error or of the log may have.
const mostLine = 2 << 10

// unknown matches the refusal of a name, which distinguishes nothing of the text beside it.
var unknown = regexp.MustCompile(`[Uu]nknown (field|address) \\?"?[A-Za-z/_]{1,60}[;,"\\]`)

// TestShortLines makes requests with long names and values, which are refused, and
// measures the lines of the answers and of the log.
func TestShortLines(t *testing.T) {
	t.Parallel()
	log := &lines{}
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.Log = slog.New(slog.NewMultiHandler(slog.NewTextHandler(log, nil), slog.NewJSONHandler(log, nil)))
	})
	for _, part := range []string{"x", "\x01", "\xff", "\u00a0", `"`, "&", "\n"} {
		text, escaped := strings.Repeat(part, 40_000), strings.Repeat(url.PathEscape(part), 15_000)
		quoted := strings.ReplaceAll(strings.ReplaceAll(text, "\n", `\n`), `"`, `\"`)
		for _, r := range [][3]string{
			{"GET", "/rest/6.0/orders/" + escaped + "/"},
			{"GET", "/rest/6.0/" + escaped},
			{"GET", "/rest/6.0/orders/?Limit=" + escaped},
			{"GET", "/rest/6.0/orders/?" + escaped + "=1"},
			{"POST", "/rest/6.0/upsell", `{"` + quoted + `":1}`},
			{"POST", "/rest/6.0/upsell", `{"Name":"` + quoted + `"}`},
			{"POST", "/soap/6.0", `<Envelope><Body><login><merchantCode>` + text + `</merchantCode></login></Body></Envelope>`},
			{"POST", "/soap/6.0", `<Envelope><Body><` + text + `/></Body></Envelope>`},
			{"POST", "/soap/6.0", text},
			{"GET", "/" + escaped},
			{"PATCH", "/" + escaped},
			{"GET", "/_sandbox/" + escaped},
			{"POST", "/_sandbox/accounts/" + escaped},
			{"PATCH", "/_sandbox/accounts/" + escaped},
			{"GET", "/_sandbox/accounts/DEMO/orders?q=" + escaped},
			{"GET", "/_sandbox/accounts/DEMO/orders?" + escaped + "=1"},
			{"GET", "/_sandbox/accounts/DEMO/orders?sort=" + escaped},
			{"PUT", "/_sandbox/scenarios/" + escaped, "rules: []"},
			{"PUT", "/_sandbox/scenarios/own", text},
			{"PUT", "/_sandbox/scenarios/own", `rules: [{on: "` + quoted + `"}]`},
			{"PUT", "/_sandbox/scenarios/own", `rules: [{on: login, when: "` + quoted + `"}]`},
			{"PUT", "/_sandbox/scenarios/own", quoted + `: 1`},
			{"POST", "/_sandbox/scenarios/check", quoted + `: 1`},
			{"POST", "/_sandbox/accounts/DEMO/world?dry_run=true&whole=true", `"` + quoted + `": 1`},
			{"POST", "/_sandbox/accounts/DEMO/world?dry_run=true&whole=true", `orders: [{customer: "` + quoted + `"}]`},
			{"POST", "/_sandbox/accounts/DEMO/world?dry_run=true&whole=true", `orders: [{date: "` + quoted + `"}]`},
			{"POST", "/_sandbox/accounts/DEMO/world", `"` + quoted + `": 1`},
			{"POST", "/_sandbox/accounts/DEMO/records?kind=orders", `{"` + quoted + `":1}`},
			{"POST", "/_sandbox/accounts/DEMO/records?kind=orders", `{"RefNo":"` + quoted + `"}`},
			{"PATCH", "/_sandbox/accounts/DEMO", `{"` + quoted + `":1}`},
			{"PATCH", "/_sandbox/accounts/DEMO", `{"label":` + text + `}`},
			{"PATCH", "/_sandbox/accounts/DEMO", `{"label":"` + quoted + `"}`},
			{"PATCH", "/_sandbox/accounts/DEMO", `{"features":{"` + quoted + `":true}}`},
			{"PATCH", "/_sandbox/accounts/DEMO", `{"assume":{"search-status":"` + quoted + `"}}`},
			{"PUT", "/_sandbox/accounts/DEMO/clock", `{"mode":"` + quoted + `"}`},
			{"PUT", "/_sandbox/accounts/DEMO/clock", `{"now":"` + quoted + `"}`},
			{"POST", "/_sandbox/accounts", `{"vendor_code":"` + quoted + `"}`},
			{"POST", "/_sandbox/accounts", `{"vendor_code":"X1","world":"` + quoted + `"}`},
			{"POST", "/_sandbox/accounts/DEMO/verdict", `{"expectations":[{"operation":"` + quoted + `"}]}`},
			{"POST", "/_sandbox/accounts/DEMO/verdict", `{"expectations":[{"q":"` + quoted + `"}]}`},
			{"POST", "/_sandbox/accounts/DEMO/verdict", `{"expectations":[{"where":"` + quoted + `"}]}`},
			{"POST", "/_sandbox/signature", `{"header":"` + quoted + `"}`},
			{"GET", "/_sandbox/accounts/DEMO/orders/" + escaped},
			{"PUT", "/_sandbox/accounts/DEMO/snapshots/" + escaped},
		} {
			status, body := roundTrip(t, r[0], s.URL()+r[1], r[2])
			if other := unknown.FindString(body); other != "" && part == "x" && !strings.Contains(other, "xxx") {
				t.Errorf("%s %.60s %.40q is about something else: %s", r[0], r[1], r[2], other)
			}
			if (status >= 400 || strings.HasSuffix(r[1], "check")) && len(body) > mostLine {
				t.Errorf("%s %.60s %.40q: got %d bytes, %d %.150s", r[0], r[1], r[2], len(body), status, body)
			}
		}
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	for line := range strings.Lines(log.text.String()) {
		if len(line) > mostLine || strings.HasPrefix(line, "{") && !json.Valid([]byte(line)) {
			t.Errorf("the log has a line of %d bytes: %.200s", len(line), line)
		}
	}
}

// TestShortRows makes calls with long parts, and measures the lines of what lists and sums
// them up.
func TestShortRows(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	long := strings.Repeat("x", 30_000)
	for _, path := range []string{"/orders/" + long + "/", "/" + long, "/orders/?Limit=" + long, "/orders/?Limit=0&" + long + "=1", "/orders/" + strings.Repeat("%FF", 10_000) + "/", "/orders/?Limit=" + strings.Repeat("<", 30_000)} {
		s.Get(path)
	}
	const expected = `{"nothing_else":true,"expectations":[{"operation":"login","count":1},{"operation":"search-orders","where":"status == 200","count":3}]}`
	for _, r := range [][3]string{
		{"GET", "refused"}, {"GET", "refused?format=text"}, {"GET", "requests?view=line"}, {"GET", "coverage"}, {"GET", "coverage?format=text"}, {"GET", "coverage?format=markdown"},
		{"POST", "verdict"}, {"POST", "verdict?format=text", expected}, {"POST", "verdict?format=junit", expected},
	} {
		status, body := roundTrip(t, r[0], s.URL()+"/_sandbox/accounts/DEMO/"+r[1], r[2])
		if status != http.StatusOK {
			t.Errorf("%s: got %d: %.200s", r[1], status, body)
		}
		text := strings.NewReplacer(`\n`, "\n", `","`, "\n", `"},{"`, "\n").Replace(body) // the lines within JSON, and its members
		for line := range strings.Lines(text) {
			if len(line) > mostLine {
				t.Errorf("%s has a line of %d bytes: %.100s", r[1], len(line), line)
			}
		}
	}
}
