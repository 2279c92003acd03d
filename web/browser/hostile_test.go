package browser_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// attack runs a script where a page takes it for HTML. rtl turns the direction of a line,
// and has an emoji of several characters.
const (
	attack = `<img src=x onerror=alert(1)>`
	rtl    = "\u202eشركة الاختبار \U0001F468\u200d\U0001F469\u200d\U0001F467 שלום"
)

// hostile starts a sandbox with hostile texts in calls, a scenario, a customer and
// campaigns.
func hostile(t *testing.T) *sandboxtest.Running {
	t.Helper()
	s := sandboxtest.Start(t)
	long := strings.Repeat("n", 500)
	signed := func(method, path, body string, header map[string]string) {
		all := map[string]string{sandbox.AuthHeader: s.Sign(), "Accept": "application/json", "Content-Type": "application/json"}
		for name, value := range header {
			all[name] = value
		}
		post(t, method, s.REST()+path, body, all)
	}
	signed(http.MethodGet, "/orders/"+url.PathEscape(attack)+"/", "", nil)
	signed(http.MethodGet, "/orders/"+url.PathEscape(rtl)+"/?"+url.QueryEscape(attack)+"="+url.QueryEscape(attack), "", nil)
	signed(http.MethodGet, "/orders/"+long+"/", "", map[string]string{"X-Attack": attack + rtl, "User-Agent": attack})
	signed(http.MethodPost, "/upsell", `{"Name": "`+attack+rtl+long+`", "DisplayForManualRenewals": true, "Enabled": true, "Discount": {"Type": "PERCENT", "Value": 15},
		"PrimaryProduct": {"Code": "`+attack+`"}, "RecommendedProduct": {"Code": "`+rtl+`"}}`, nil)
	signed(http.MethodPost, "/upsell", "\x00\xff\xfe\x1b[31m"+attack, nil)
	signed(http.MethodPost, "/upsell", strings.Repeat("0123456789abcdef", 4096), nil)
	post(t, http.MethodPost, s.SOAP(), `<Envelope>`+attack, map[string]string{"Content-Type": "text/xml"})
	unsigned(t, s, `code="`+attack+`" date="`+attack+`" hash="`+attack+`"`)
	try(t, s.Control().PutScenario(t.Context(), "attack", "summary: \""+attack+rtl+long+"\"\nrules:\n  - on: search-orders\n    answer:\n      status: 418\n      error_code: TEAPOT\n      message: \""+attack+"\"\n"))
	try(t, s.Control().Account(s.Code()).AddWorld(t.Context(), "customers:\n  - {handle: attacker, external: \""+attack+"\", first_name: \""+attack+"\", last_name: \""+rtl+"\", company: \""+long+"\"}\n"))
	_, err := s.Control().Account(s.Code()).SaveSnapshot(t.Context(), "snapshot")
	try(t, err)
	return s
}

// TestHostile shows hostile texts on all their screens. The window records what runs or
// loads, and fails the test for it.
func TestHostile(t *testing.T) {
	t.Parallel()
	s := hostile(t)
	shown := map[string]string{
		"/ui/a/DEMO": "%3Cimg%20src=x", "/ui/a/DEMO/calls": "%3Cimg%20src=x", "/ui/a/DEMO/calls?account=none": "GET",
		"/ui/a/DEMO/calls/DEMO-1": attack, "/ui/a/DEMO/calls/DEMO-2": "ORDER_NOT_FOUND", "/ui/a/DEMO/calls/DEMO-3": attack,
		"/ui/a/DEMO/calls/DEMO-4": attack, "/ui/a/DEMO/calls/DEMO-5": "400", "/ui/a/DEMO/calls/DEMO-6": "0123456789abcdef",
		"/ui/a/DEMO/calls/none-1": "", "/ui/a/DEMO/calls/none-2": attack,
		"/ui/a/DEMO/scenarios/attack": attack, "/ui/a/DEMO/scenarios?q=attack": attack, "/ui/a/DEMO/data/customers?q=handle%3Aattacker": "attacker", "/ui/a/DEMO/data/campaigns?sort=-start": "…",
		"/ui/a/DEMO/calls?q=" + url.QueryEscape(attack): "", "/ui/a/" + url.PathEscape(attack) + "/calls": attack,
		"/ui/a/DEMO/data/orders/" + url.PathEscape(attack): attack, "/ui/a/DEMO/calls/" + url.PathEscape(attack): attack,
		"/ui/a/DEMO/operations/" + url.PathEscape(attack): "", "/ui/guide/" + url.PathEscape(attack): "",
		"/ui/a/DEMO/signature?call=none-2": "", "/ui/a/DEMO/scenarios/new?from=" + url.QueryEscape(attack): "",
		"/ui/" + url.PathEscape(attack): "No such page", "/ui/a/DEMO/account": "snapshot",
	}
	w := open(t, s, "/ui/")
	w.allow("answer 404: …", "answer 400: …")
	for path, text := range shown {
		w.open(path)
		w.heading("…")
		w.see(text)
		w.quiet()
		w.look(look{width: 320})
		w.fits("hostile")
		w.look(look{})
		w.fits("hostile")
		var images int
		if w.script("document.querySelectorAll('main img, main script, main iframe').length", &images); images > 0 {
			t.Errorf("%s: the page made %d elements of a text", path, images)
		}
	}
}
