package main

import (
	"net/url"
	"strconv"
	"strings"
	"time"
)

// own are scenarios that the library lacks: edits of both protocols, conditions and
// other paths.
var own = []struct{ name, text string }{
	{"own-edits", `rules: [{on: "*", change: [{at: '$.Items[?@.Currency == "eur"].Status', set: ON_HOLD}, {at: '$..GrossPrice', as: text}, {at: '$.Items[0:2].New', set: {a: [1, null]}}, {at: '$..Code', remove: true}, {at: '//Status', set: 'a<b&c'}, {at: '//RefNo', wrap: Ref}, {at: '//TotalAmount', remove: true}, {at: /header/X-New, set: "7"}]}]`},
	{"own-conditions", `rules: [{on: upgrade-partner-subscriptions, when: 'xpath("//Items[1]/Quantity") == "2" or xpath("count(//Code)") == "1"', fail: INVALID_QUANTITY}, {on: [create-upsell, update-upsell], when: 'body.Discount.Type == "PERCENT" and body.Discount.Value > 10', answer: {status: 418, body: teapot}}, {on: "*", when: 'header["Accept-Encoding"] == "gzip" or hour(now) > 22', answer: {status: 503, error_code: BUSY, message: "busy ü"}}]`},
	{"own-paths", `rules: [{on: "path:/products/*", answer: {status: 202, body: '[]'}}, {on: "path:/rpc/6.0", when: 'body.method == "login"', answer: {status: 203}}, {on: search-orders, change: [{at: $, wrap: data}, {at: status, set: 206}]}]`},
}

// bodies are what routes that write get, by method and path below /_sandbox/, where ~ is
// an account.
var bodies = map[string][]string{
	"POST accounts":              {`{"vendor_code":"NEW"}`, `{"vendor_code":"OTHER","world":"empty","secret":"demo-secret"}`, `{"vendor_code":"THIRD","world":"paging","features":{"API_GET_CUSTOMER_ORDERS":false},"scenarios":["throttled"]}`},
	"POST signature":             {`{"header":"code=\"DEMO\" date=\"2026-05-13 12:12:12\" hash=\"00\""}`, `{"code":"DEMO","date":"2026-05-13 12:12:12","hash":"ab","algorithm":"md5","secret":"demo-secret"}`, `{"call":"DEMO-1"}`},
	"PUT scenarios/{name}":       {own[0].text, own[1].text, own[2].text, "rules: [{on: nothing}]", "a: [", "rules:\n  - on: search-orders\n    fail: FORBIDEN\n"},
	"POST scenarios/check":       {own[0].text, own[1].text, "rules: [{on: login, answer: {status: 5040}}]"},
	"POST worlds/check":          {"orders: {a: {status: COMPLETE}}", "orders:\n  - x", "a: &a [*a]"},
	"POST query/check":           {`{"kind":"orders","q":"status:REFUND total:>100"}`, `{"q":"staus:4xx"}`, `{"kind":"calls","q":"status:4xx -code:FORBIDDEN after:-5m"}`},
	"POST compare":               {`{"a":"DEMO-1","b":"DEMO-2"}`, `{"a":"DEMO-{n}","b":"DEMO-{n}"}`, `{"a":"DEMO-{n}","b":"none-{n}"}`},
	"PATCH accounts/{code}":      {`{"discard_writes":true}`, `{"discard_writes":false}`},
	"PUT ~/features/{flag}":      {`{"enabled":true}`, `{"enabled":false}`},
	"PUT ~/clock":                {`{"advance":"1h"}`, `{"advance":"8d"}`, `{"advance":"-2h"}`, `{"now":"2026-05-20T10:00:00Z"}`, `{"advance":"40d","dry_run":true}`},
	"PUT ~/scenarios/{name}":     {`{"times":1}`, `{"times":2}`, `{"times":3,"for":"1h"}`},
	"POST ~/sign":                {`{"method":"GET","path":"/orders/?Limit=1"}`, `{"protocol":"soap","body":"<a/>"}`, `{"method":"PUT","path":"/upsell/x","body":"{}","algorithm":"md5","code":"X","secret":"s"}`},
	"POST ~/reset":               {`{"to":"world"}`, `{"to":"s1"}`, `{"to":"empty"}`, `{"to":"world","keep":["journal"]}`, `{}`},
	"POST ~/requests/verify":     {`{"operation":"search-orders","at_least":1}`, `{"where":"status == 201 and answer.Pagination.Count > 5","count":2}`, `{"q":"status:4xx","at_most":3}`, `{"in_order":["login","upgrade-partner-subscriptions"]}`, `{"where":"nosuch > 1"}`},
	"POST ~/verdict":             {`{}`, `{"expectations":[{"operation":"login","at_least":1}],"nothing_else":true}`, `{"min_coverage":0.5,"assert_arranged":true}`},
	"PATCH ~/orders/{id}":        {`{"status":"CANCELED"}`, `{"status":"COMPLETE"}`, `{"purchase_order":"confirmed"}`, `{"approve_status":"FRAUD"}`, `{"refund":{}}`, `{"dispute":{"resolution":"ACCEPTED","reason":"FRAUD"}}`, `{"status":"DONE"}`},
	"PATCH ~/subscriptions/{id}": {`{"expiration_date":"+1d"}`, `{"enabled":false}`, `{"upgradable":true,"enabled":true,"expiration_date":"+30d"}`},
	"PATCH ~/customers/{id}":     {`{"Email":"ida@example.test","Company":null}`, `{"FirstName":"I\/da","City":"ü"}`, `{"Nope":1}`},
	"POST ~/world":               {"orders:\n  extra:\n    customer: customer-regular\n    products: [STUDIO-PRO-1Y]\n", "products:\n  - code: NEW-1Y\n", "customers: {a: {}}", "x"},
	"POST ~/orders":              {imported, strings.Replace(imported, "0.50", "1e5", 1), `{"RefNo":"1"}`, `[{}]`},
	"POST ~/records":             {imported, `{"orders":[` + imported + `]}`, `{"Code":"00000000-0000-4000-8000-000000000001","Name":"n"}`},
	"POST ~/campaigns":           {`{"Code":"00000000-0000-4000-8000-000000000001","Name":"n","StartDate":null,"EndDate":null,"DisplayForManualRenewals":true,"Enabled":true,"Discount":{"Type":"PERCENT","Value":5},"PrimaryProduct":{"Code":"BACKUP-1Y","Quantity":0,"PriceOptions":[]},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y","Quantity":1,"PriceOptions":[]},"Description":[]}`},
	"POST ~/customers":           {`{"AvangateCustomerReference":781235,"FirstName":"A","LastName":"B","Email":"a@b.fr","CountryCode":"fr"}`},
}

const imported = `{"RefNo":"248810377","ExternalReference":"EXT\/42","Status":"COMPLETE","ApproveStatus":"OK","OrderDate":"2026-05-02 09:14:51","RiskScore":{"Value":0.50},"BillingDetails":{"FirstName":"Aglaia","LastName":"Moreau","Email":"aglaia@moreau-labs.fr"},"CustomerDetails":{"AvangateCustomerReference":781234,"FirstName":"Aglaia","LastName":"Moreau","Email":"aglaia@moreau-labs.fr"},"PaymentDetails":{"Type":"WIRE","Currency":"eur","CustomerIP":"93.184.216.34"},"Items":[{"Code":"STUDIO-PRO-1Y","Quantity":1,"Note":"ask Aglaia","Price":{"GrossPrice":119.00}}]}`

// values are what the parameters of control routes get, by their names.
var values = map[string][]string{
	"q": {"status:4xx", "code:FORBIDDEN", "status:REFUND total:>100", "refused:>0", "nonsense:", "-status:200 operation:search-orders", "(", "body:Discount"}, "sort": {"-date", "code", "-calls", "total", "x"},
	"limit": {"0", "1", "3", "500", "x"}, "offset": {"1", "1000"}, "format": {"json", "text", "markdown", "junit", "world", "x"}, "view": {"line", "x"}, "facets": {"cause,operation,code,status", "x"},
	"account": {"DEMO", "NOPE"}, "kind": {"orders", "campaigns", "accounts", "calls", "x"}, "status": {"4xx", "COMPLETE", "200"}, "operation": {"search-orders", "login"}, "dry_run": {"true", "x"}, "from": {"2026-05-01"}, "to": {"2026-06-01", "x"},
	"after": {"DEMO-3", "2026-05-01"}, "before": {"DEMO-9", "2026-05-01"}, "anonymize": {"false"}, "replace": {"true"}, "lenient": {"true"}, "file": {"a.json"}, "secret": {"true"}, "snapshot": {"s1"},
}

// controlCall returns a call of the control interface.
func (p *pair) controlCall(w *world) *call {
	r := pick(p.random, w.routes)
	for strings.Contains(r.Path, "stream") || strings.Contains(r.Path, "bundle") && !p.chance(5) { // the survey has them
		r = pick(p.random, w.routes)
	}
	c := &call{label: r.Method + " " + r.Path, method: r.Method, target: p.fillRoute(w, r.Path)}
	if c.method == "DELETE" && c.target+"/" == demo {
		c.target += "-2" // DEMO stays open
	}
	join := "?"
	for _, q := range r.Query {
		if choices := values[q.Name]; choices != nil && p.chance(25) {
			c.target += join + q.Name + "=" + escape(pick(p.random, append(choices, p.hostile(w))))
			join = "&"
		}
	}
	if c.method != "GET" {
		c.body = p.controlBody(w, c, r.Path)
	}
	if p.chance(10) {
		p.oddLine(c)
	}
	return c
}

// fillRoute returns the path of a route, its parameters filled from the lists.
func (p *pair) fillRoute(w *world, path string) string {
	account := "DEMO"
	if p.chance(10) {
		account = pick(p.random, []string{"OTHER", "NEW", "THIRD", "NOPE", "a%2Fb"})
	}
	path = strings.Replace(path, "{code}", account, 1)
	for strings.Contains(path, "{") {
		before, rest, _ := strings.Cut(path, "{")
		_, after, _ := strings.Cut(rest, "}")
		id := p.hostile(w)
		if known := p.listed(w, before); len(known) > 0 && !p.chance(8) {
			id = pick(p.random, known)
		}
		path = before + escape(id) + after
	}
	return path
}

func (p *pair) someNumber() string { return strconv.Itoa(p.random.IntN(60)) }

// controlBody returns the body of a call that writes, now and then a wrong one.
func (p *pair) controlBody(w *world, c *call, path string) string {
	if strings.HasSuffix(path, "/questions/{id}") {
		id, answer, _ := strings.Cut(pick(p.random, w.answers), "=")
		c.target = demo + "questions/" + id
		return `{"answer":` + pick(p.random, []string{quote(answer), quote(answer), "null", "1"}) + "}"
	}
	below := strings.Replace(strings.TrimPrefix(path, control), "accounts/{code}/", "~/", 1)
	known := bodies[c.method+" "+below]
	switch {
	case p.chance(8):
		return pick(p.random, []string{`{}`, `{"a":`, `[]`, `null`, `{"a":1}`, `{"times":1,"times":2}`, "\xff"})
	case known == nil:
		return ""
	}
	body := pick(p.random, known)
	for strings.Contains(body, "{n}") {
		body = strings.Replace(body, "{n}", p.someNumber(), 1)
	}
	if p.chance(10) {
		return p.change(w, body)
	}
	return body
}

// restore takes the programs back to where they began, because otherwise what the calls
// changed makes most calls fail.
func (p *pair) restore(w *world) {
	for _, account := range []string{"OTHER", "NEW", "THIRD", "ACME", url.PathEscape("a/b")} {
		p.write("DELETE", "accounts/"+account, "")
	}
	p.write("PATCH", "accounts/DEMO", `{"discard_writes":false}`)
	p.write("POST", "accounts/DEMO/reset", `{"to":"world"}`)
	for _, s := range own {
		p.write("PUT", "scenarios/"+s.name, s.text)
	}
	w.lists = map[string][]string{}
	p.readClock(w)
	p.login(w)
}

func (p *pair) write(method, path, body string) {
	p.call(&call{label: method + " " + path, method: method, target: control + path, body: body})
}

func (p *pair) login(w *world) {
	date := w.now.UTC().Format(time.DateTime)
	w.learnFrom(p.call(&call{label: "login", method: "POST", target: "/soap/6.0", body: `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><login><a>DEMO</a><b>` +
		date + `</b><c>` + sign("DEMO", date, "sha256") + `</c><d>sha256</d></login></Body></Envelope>`}))
}
