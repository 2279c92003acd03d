package gate_test

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// on is the beginning of a scenario with one rule.
const on = "rules:\n  - on: \"*\"\n    "

// ownScenarios do what no shipped scenario does.
var ownScenarios = map[string]string{
	"two-edits":    on + "change: [{at: $.Nothing.Here, set: 1}, {at: $.error_code, set: OTHER}, {at: /header/X-Own, set: \"1\"}, {at: /header/Content-Type, remove: true}]",
	"no-place":     on + "change: [{at: $.Nothing.Here, set: 1}]",
	"other-status": on + "change: [{at: status, set: 500}]",
	"late":         on + "after: true\n    answer: {status: 504, error_code: LATE, headers: {X-Own: \"1\"}, message: Too late}",
	"late-silence": on + "after: true\n    cut: empty",
	"by-host":      on + "when: header.Host startsWith \"127.\" and header[\"X-Own\"] == \"1\"\n    answer: {status: 418, error_code: HOST, message: Host}",
	"early-fail":   on + "before: credential\n    fail: INTERNAL_ERROR\n    message: Early",
	"fail":         on + "fail: INTERNAL_ERROR",
	"fail-599":     on + "fail: INTERNAL_ERROR\n    status: 599",
	"every-second": on + "skip: 1\n    fail: INTERNAL_ERROR",
	"no-feature":   "features: {API_GET_CUSTOMER_ORDERS: false}",
	"loose":        "assume: {rest-skew: 2h, rest-hash: md5, session-life: 3h}",
	"open-search":  "assume: {rest-auth: documented}",
	"moving":       movingRules,
	"seeing":       seeingRules,
	"second-seen":  "rules: [{on: retrieve-order, when: seen == 2, answer: {status: 418, error_code: SECOND}}]",
	"answered":     answeredRules,
	"stubbing":     `rules: [{on: ["POST path:/invoices", "PATCH path:/orders/", "soap:placeOrder"], answer: {status: 202, error_code: STUB}}]`,
	"rereading":    `rules: [{on: retrieve-order, when: order.Status == "PENDING", do: {before: {complete: order}}}, {on: retrieve-order, when: order.Status == "COMPLETE" and status == 200, answer: {status: 418, error_code: MOVED}}]`,
	"two-lines":    on + "fail: INTERNAL_ERROR\n    message: \"One\\nTwo\"",
	"in-head":      on + "cut: {in: head, after: 20}",
	"in-body":      on + "cut: {in: body, after: 20}",
	"longer":       on + "length: 10",
	"delayed":      on + "delay: 1ms",
	"slowly":       on + "before: credential\n    delay: 1ms",
	"by-path":      `rules: [{on: unknown-path, before: credential, when: 'path["*"] == "/soap/6.0"', answer: {status: 418, error_code: PATH, message: m}}]`,
	"of-wsdl":      "rules: [{on: wsdl, before: credential, change: [{at: /header/X-Own, set: \"1\"}]}]",
	"page":         on + "before: credential\n    answer: {status: 502, headers: {X-Own: \"2\"}, body: \"<p>\"}",
	"coded":        on + "answer: {status: 418, headers: {x-mine: \"1\"}, error_code: TEAPOT, message: \"<short & stout>\"}",
	"typed":        on + "answer: {status: 502, headers: {content-type: text/html}, body: <html>}",
	"plain":        on + "answer: {status: 200, body: just text}",
	"status":       on + "answer: {status: 503}",
	"empty":        on + "answer: {status: 204}",
	"limited":      on + "limit: {calls: 1, per: 1h, by: account}",
	"stale":        "rules: [{on: [search-upsell, retrieve-order, order-by-sale], stale: {reads: 1}}]",
}

// movingRules make the moves that the header X-Own of a call names.
const movingRules = "rules:" + `
  - {on: [retrieve-order, order-by-sale], when: 'header["X-Own"] == "complete"', do: {before: {complete: order}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "refund"', do: {after: {refund: order, amount: 1.00, reason: LATE, comment: Sorry}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "refund-all"', do: {before: {refund: order order-complete}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "wrong-amount"', do: {before: {refund: order, amount: 0}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "dispute"', do: {before: {dispute: order, reason: FRAUD}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "lose"', do: {before: {dispute: order, resolution: LOST, reason: FRAUD}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "end"', do: {before: {end_dispute: order}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "approve"', do: {before: {approve: order}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "cancel"', do: {before: {cancel: order}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "expire"', do: {before: {expire: order}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "remove"', do: {before: {remove: order}}}
  - {on: retrieve-order, when: 'header["X-Own"] == "others"', do: {before: [{remove: campaign campaign-enabled}, {expire: subscription subscription-upgradable}, {complete: order 1}]}}
  - {on: retrieve-order, when: 'header["X-Own"] == "day"', do: {before: {advance: 1d}, after: [{advance: 1h}]}}
  - {on: retrieve-order, when: 'header["X-Own"] in ["many", "more"]', do: {before: [{advance: 1m}, {advance: 1m}, {advance: 1m}, {advance: 1m}, {advance: 1m}]}}
  - {on: retrieve-order, when: 'header["X-Own"] == "more"', do: {after: [{advance: 1m}, {advance: 1m}, {complete: order}, {advance: 1m}]}}
  - {on: retrieve-order, when: 'header["X-Own"] == "place"', do: {before: [{place: STUDIO-PRO-1Y, quantity: 12, currency: EUR, customer: order-complete, external_reference: E-1, status: COMPLETE}, {place: NOTHING}, {place: STUDIO-PRO-1Y, customer: nobody}]}}
  - {on: customer-orders, when: 'header["X-Own"] == "customer"', do: {before: {remove: customer}}}`

// seeingRules answer with what they see of the record that a call names, when its header
// X-Own says so.
const seeingRules = "rules:" + `
  - {on: [retrieve-order, order-by-sale, order-by-invoice], when: 'header["X-Own"] == "order" and order.Status == "COMPLETE" and seen == 3', answer: {status: 418, error_code: THIRD}}
  - {on: customer-orders, when: 'header["X-Own"] == "customer" and customer.Enabled and seen == 2', answer: {status: 418, error_code: CUSTOMER}}
  - {on: [update-upsell, upgrade-partner-subscriptions], when: 'header["X-Own"] == "second" and seen == 2', answer: {status: 418, error_code: SECOND}}
  - {on: delete-upsell, when: 'header["X-Own"] == "campaign" and campaign.Enabled', answer: {status: 418, error_code: CAMPAIGN}}
  - {on: recommended-upsell, when: 'header["X-Own"] == "product" and campaign.Enabled', answer: {status: 418, error_code: PRODUCT}}
  - {on: upgrade-partner-subscriptions, when: 'header["X-Own"] == "subscription" and subscription.enabled and len(subscriptions) == 1', cut: empty}
  - {on: upgrade-partner-subscriptions, when: 'header["X-Own"] == "subscription" and len(subscriptions) == 2', cut: reset}`

// answeredRules act once the answer is known.
const answeredRules = "rules:" + `
  - {on: "*", when: 'header["X-Own"] == "status" and status < 300', answer: {status: 418, error_code: TEAPOT, headers: {X-Own: "1"}}}
  - {on: "*", when: 'header["X-Own"] == "code" and code == "ORDER_NOT_FOUND"', change: [{at: $.message, set: Gone}]}
  - {on: create-upsell, when: 'header["X-Own"] == "answer" and answer.Name == "N"', fail: INTERNAL_ERROR}
  - {on: login, when: 'header["X-Own"] == "answer" and answer.loginResponse.loginReturn != ""', delay: 10ms}
  - {on: upgrade-partner-subscriptions, when: 'header["X-Own"] == "answer" and status == 200', fail: INVALID_SUBSCRIPTION}
  - {on: "*", when: 'header["X-Own"] == "slow" and status < 300', delay: 10ms}
  - {on: "*", when: 'header["X-Own"] == "silent" and status < 300', cut: empty}`

func naming(name string) map[string]string { return map[string]string{"X-Sandbox-Scenario": name} }

func credentialOf(header string) map[string]string {
	return map[string]string{"X-Service-Authentication": header}
}

func preview(value string) map[string]string { return map[string]string{"X-Sandbox-Preview": value} }

// inSOAP returns the body of an envelope.
func inSOAP(body string) string {
	return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>` + body + `</e:Body></e:Envelope>`
}

const soapPath = "/soap/6.0"

func loginCall(code, date, hash string) sent {
	return sent{method: "POST", path: soapPath, body: inSOAP(fmt.Sprintf("<login><merchantCode>%s</merchantCode><date>%s</date><hash>%s</hash><algorithm>sha256</algorithm></login>", code, date, hash))}
}

func upgradeCall(session string) sent {
	return sent{method: "POST", path: soapPath, body: inSOAP("<upgradePartnerSubscriptions><sessionID>" + session + "</sessionID></upgradePartnerSubscriptions>")}
}

// placeCall is a call of an operation that the interface does not have.
func placeCall(session string) sent {
	return sent{method: "POST", path: soapPath, body: inSOAP("<placeOrder><sessionID>" + session + "</sessionID></placeOrder>")}
}

// lastSession stands for the session of the last login.
const lastSession = "{session}"

// upgradeOf is a call that upgrades a subscription.
func upgradeOf(session, subscription string) sent {
	return sent{method: "POST", path: soapPath, body: inSOAP("<upgradePartnerSubscriptions><sessionID>" + session + "</sessionID><Items><item><SubscriptionReference>" + subscription + "</SubscriptionReference><UpgradeProductCode>STUDIO-PRO-1Y</UpgradeProductCode><Quantity>1</Quantity></item></Items></upgradePartnerSubscriptions>")}
}

// stories returns the stories, which happen at a moment. id returns the id of a handle.
func stories(now time.Time, id func(handle, name string) string) map[string]story {
	awaiting, customer := id("purchase-order-awaiting-form", "OrderReference"), id("order-complete", "CustomerReference")
	confirming, complete := id("purchase-order-awaiting-confirmation", "OrderReference"), id("order-complete", "OrderReference")
	date := now.Format(time.DateTime)
	signed := func(code, secret string, off time.Duration) string {
		return signedBy(code, secret, now.Add(off), credential.SHA256)
	}
	session := func(code, secret string, issued time.Time) string {
		return credential.IssueSession(credential.Session{Code: code, Issued: issued, Epoch: 1}, secret)
	}
	login := func(off time.Duration) sent {
		date := now.Add(off).Format(time.DateTime)
		return loginCall("DEMO", date, credential.Sign(credential.SHA256, "DEMO", date, "demo-secret"))
	}
	search := func(headers ...map[string]string) sent {
		all := map[string]string{}
		for _, h := range headers {
			maps.Copy(all, h)
		}
		return sent{path: "/orders/?Limit=1&Newer=2020-01-01&ExternalRefNo=none", header: all}
	}
	inMD5 := credentialOf(signedBy("DEMO", "demo-secret", now, credential.MD5))
	refused := sent{path: "/orders/0/sale/"}
	unsigned := func(path string) sent { return sent{path: path, header: credentialOf("")} }
	wrongHash := credential.Sign(credential.SHA256, "DEMO", date, "another secret")
	whole := sent{path: "/orders/" + complete + "/"}
	created := sent{method: "POST", path: "/upsell", body: `{"Name":"N","Enabled":true,"DisplayForManualRenewals":false,"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"P"},"RecommendedProduct":{"Code":"R"}}`}
	bearing := func(c sent, header map[string]string) sent {
		c.header = header
		return c
	}
	with := func(c sent, name string) sent { return bearing(c, naming(name)) }
	own := func(c sent, which string) sent { return bearing(c, map[string]string{"X-Own": which}) }
	retrieve := func(ref, which string) sent { return own(sent{path: "/orders/" + ref + "/"}, which) }
	previewed := func(c sent) sent {
		c.header["X-Sandbox-Preview"] = "1"
		return c
	}
	invoice := func(headers ...map[string]string) sent {
		c := search(headers...)
		c.method, c.path, c.body = "POST", "/invoices", "{}"
		return c
	}
	accept := func(value string) sent { return bearing(whole, map[string]string{"Accept": value}) }
	closed := func(o *sandbox.Options) { o.Accounts = sandbox.ClosedAccounts }
	frozen := func(o *sandbox.Options) { o.Clock = now.Format(time.RFC3339) }
	other := func(o *sandbox.Options) { o.AuthHeaders = []string{"X-Own-Credential"} }
	return map[string]story{
		"checks": {calls: []sent{
			search(), refused, {path: "/orders/0/sale/?SaleId=x&SaleId=y"}, {path: "/nothing"}, {method: "PATCH", path: "/orders/"}, {method: "OPTIONS", path: "/orders/"},
			search(map[string]string{"Accept": ""}), search(credentialOf("")), search(credentialOf("x")), search(credentialOf(signed("DEMO", "x", 0))),
			search(credentialOf(signed("DEMO", "demo-secret", time.Hour))), search(credentialOf(signed("N O", "demo-secret", 0))), search(credentialOf(signed("NEW", "demo-secret", 0))),
			search(credentialOf(signed("NEW", "demo-secret", -10*time.Minute))), search(credentialOf(signed("OLD", "other", 0))), {path: "/nothing", header: credentialOf(signed("NEW", "demo-secret", 0))},
			{path: "/nothing", header: credentialOf("")}, {path: "/orders/ABC/"}, {method: "DELETE", path: "/orders/ABC/"}, created, {path: "/orders/customer/?CustomerReference=1"},
		}},
		"closed": {options: []func(*sandbox.Options){closed, frozen, other}, calls: []sent{
			search(), search(credentialOf(signed("NEW", "demo-secret", 0))), search(credentialOf(""), map[string]string{"X-Own-Credential": signed("DEMO", "demo-secret", 0)}),
			search(credentialOf(" "), map[string]string{"X-Own-Credential": signed("DEMO", "demo-secret", 0)}), upgradeCall("x"), login(0), {path: "/nothing", header: credentialOf("")},
		}},
		"settings": {options: []func(*sandbox.Options){without(catalog.GetCustomerOrders), answering(catalog.RESTAuth, "documented"), func(o *sandbox.Options) {
			o.Answers["rest-skew"], o.Answers["rest-hash"], o.Answers["session-fault"], o.Answers["retrieve-unknown"] = "1m", "sha256", "INVALID_SESSION", "400"
		}}, calls: []sent{
			search(credentialOf("")), {path: "/orders/customer/?Limit=1&CustomerReference=" + customer}, {path: "/orders/customer/?CustomerReference=1"}, {path: "/orders/customer/"}, search(credentialOf(signed("DEMO", "demo-secret", 3*time.Minute))), search(credentialOf(signed("DEMO", "demo-secret", 6*time.Minute))),
			search(credentialOf(signedBy("DEMO", "demo-secret", now, credential.MD5))), upgradeCall("x"), upgradeCall(session("DEMO", "demo-secret", now.Add(-time.Hour))), {path: "/orders/ABC/"}, search(credentialOf(signed("NEW", "demo-secret", 3*time.Minute))),
			unsigned("/orders/0/sale/"), unsigned("/orders/0/invoice/"), unsigned("/orders/customer/"), unsigned("/orders/1234567890123/"),
		}},
		"overrides": {active: []string{"no-feature", "loose", "open-search"}, calls: []sent{
			search(), {path: "/orders/customer/?Limit=1&CustomerReference=" + customer, header: inMD5}, {path: "/orders/customer/?CustomerReference=1"}, {path: "/orders/customer/", header: inMD5}, search(credentialOf(signedBy("DEMO", "demo-secret", now.Add(time.Hour), credential.MD5))),
			search(inMD5), search(credentialOf("")), login(0),
		}},
		"scenarios": {calls: []sent{
			search(naming("fail")), search(naming("fail-599")), search(naming("fail, outage")), search(naming("nothing")), search(naming("feature-off")), {path: "/orders/customer/?CustomerReference=1", header: naming("feature-off")},
			search(naming("search-status-200")), search(naming("truncated")), search(naming("empty-reply")), search(naming("connection-reset")), search(naming("garbage")),
			search(naming("lost-answer")), search(naming("late")), search(naming("late-silence")), search(naming("two-edits")), search(naming("no-place")), search(naming("other-status")),
			with(refused, "two-edits"), with(refused, "no-place"), with(refused, "other-status"), with(refused, "late"), with(refused, "gateway-html"), with(created, "late"), with(created, "lost-answer"),
			search(map[string]string{"X-Own": "1"}, naming("by-host")), search(map[string]string{"X-Own": "2"}, naming("by-host")), {path: "/orders/sandbox:ORDER_NOT_FOUND/"},
			{path: "/orders/?ExternalRefNo=sandbox:nothing"}, search(map[string]string{"Accept": "sandbox:fail"}), search(credentialOf(`code="DEMO" date="sandbox:outage" hash="x"`)), search(credentialOf(`code="sandbox:nothing" date="x" hash="x"`)),
			search(credentialOf("x"), naming("outage")), search(credentialOf("x"), naming("early-fail")), search(credentialOf("x"), naming("fail")), search(credentialOf("x"), naming("nothing")), {path: "/nothing", header: naming("outage")},
			{path: "/nothing", header: naming("fail")}, {path: "/nothing", header: naming("nothing")}, {method: "OPTIONS", path: "/orders/", header: naming("outage")}, {method: "HEAD", path: "/orders/", header: naming("truncated")},
		}},
		"active": {active: []string{"every-second", "throttled"}, calls: []sent{search(), search(), search(credentialOf("x")), {path: "/nothing"}, upgradeCall("x"), {path: soapPath + "?wsdl"}, search(credentialOf(signed("NEW", "demo-secret", 0)))}},
		"baseline": {options: []func(*sandbox.Options){func(o *sandbox.Options) { o.Scenarios = []string{"session-fault-invalid-session"} }}, calls: []sent{
			upgradeCall("x"), search(credentialOf(signed("NEW", "demo-secret", 0))), upgradeCall("x"), upgradeCall(""), search(credentialOf(signed("NOBODY", "x", 0))),
		}},
		"details": {calls: []sent{
			{method: "POST", path: "/orders/" + awaiting + "/upload", body: `{"FileName":"form.pdf","ClientTime":"2026-10-09 11:59:00","File":"Zm9ybQ=="}`}, {path: "/orders/" + strings.Repeat("x", 3000) + "/"},
			{method: "POST", path: "/upsell", body: `{"Name":"` + strings.Repeat("n", 501) + `","` + strings.Repeat("Unknown", 300) + `":1,"Enabled":"a\u2028b"}`}, {path: "/orders/a%E2%80%A8b%01/"}, {method: "POST", path: "/upsell", body: "{"},
			{path: "/orders/?Limit=1&ExternalRefNo=none&Nothing=1"}, {path: "/orders/?Limit=1&ExternalRefNo=none&" + strings.Join(strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXY", ""), "&")}, {path: "/orders/demo-secret/"}, {path: "/products/" + wrongHash + "/", header: credentialOf(signed("DEMO", "another secret", 0))},
			with(sent{path: "/orders/?Limit=500"}, "delayed"), {method: "PUT", path: "/upsell/settings/campaign/"},
		}},
		"ordered": {options: []func(*sandbox.Options){without(catalog.GetCustomerOrders)}, calls: []sent{
			{path: "/orders/customer/?Limit=0", header: map[string]string{"X-Service-Authentication": signed("DEMO", "x", 0), "Accept": "text/html", "X-Sandbox-Scenario": "nothing"}},
			{path: "/orders/customer/?Limit=0", header: map[string]string{"Accept": "text/html", "X-Sandbox-Scenario": "nothing"}}, {path: "/orders/customer/?Limit=0", header: naming("nothing")}, {path: "/orders/customer/?Limit=0"},
		}},
		"accepting": {calls: []sent{
			accept("application/json;q=0.001"), accept("application/json; q=0"), accept("text/html, application/json;q=0.000"), accept("application/json;Q=0, application/json"), accept("application/json;q=x"),
			accept("application/json;version=0"), accept("*/*"), accept("application/*"), accept("application/jsonp"), accept(""),
		}},
		"made": {calls: []sent{
			with(whole, "coded"), with(login(0), "coded"), with(whole, "typed"), with(login(0), "typed"), with(whole, "plain"), with(login(0), "plain"), with(whole, "status"), with(login(0), "status"), with(whole, "empty"), with(login(0), "empty"),
		}},
		"beside": {calls: []sent{
			with(sent{method: "OPTIONS", path: soapPath}, "slowly"), with(sent{method: "OPTIONS", path: soapPath}, "by-path"), with(sent{method: "OPTIONS", path: soapPath}, "page"), with(sent{method: "PUT", path: soapPath}, "by-path"),
			with(sent{path: soapPath + "?wsdl"}, "of-wsdl"), with(sent{path: soapPath + "?wsdl"}, "page"), {path: soapPath + "?wsdl&x=sandbox:page"}, {path: soapPath}, {path: soapPath + "?wsdl=doc"},
			bearing(loginCall("DEMO", "x", "y"), map[string]string{"SOAPAction": `"http://x/login"`}), bearing(loginCall("DEMO", "x", "y"), map[string]string{"SOAPAction": `"http://x/upgradePartnerSubscriptions"`}),
		}},
		"active-early": {active: []string{"early-fail"}, calls: []sent{search(credentialOf(signed("NOBODY", "x", 0))), search(), search(credentialOf("x")), search(credentialOf(signed("DEMO", "x", 0))), upgradeCall("x"), login(time.Hour), {path: "/nothing"}, {path: soapPath + "?wsdl"}}},
		"soap": {options: []func(*sandbox.Options){frozen}, calls: []sent{
			login(0), login(time.Hour), loginCall("DEMO", date, "x"), loginCall("DEMO", date, wrongHash), loginCall("", "", ""), loginCall("sandbox:outage", date, "x"), upgradeCall(""), upgradeCall("x"), upgradeCall("sandbox:SESSION_EXPIRED"), upgradeCall(session("DEMO", "demo-secret", now)),
			upgradeCall(session("NOBODY", "demo-secret", now)), with(login(0), "outage"), with(login(0), "login-authentication-failed"), with(upgradeCall("x"), "upgrade-partner-subscriptions-forbidden"), with(login(0), "truncated"),
			{method: "POST", path: soapPath, body: "x"}, {method: "POST", path: soapPath, body: inSOAP("<nothing/>")}, {path: soapPath + "?wsdl", header: naming("fail")}, {path: soapPath + "?wsdl", header: naming("outage")}, {path: soapPath + "?wsdl", header: naming("truncated")}, {method: "OPTIONS", path: soapPath}, {method: "PUT", path: soapPath},
		}},
		"moves": {active: []string{"moving"}, calls: []sent{
			previewed(retrieve(confirming, "complete")), retrieve(confirming, "approve"), retrieve(confirming, "complete"), retrieve(confirming, "refund"), retrieve(confirming, ""),
			retrieve(complete, "dispute"), retrieve(complete, "end"), retrieve(complete, "lose"), retrieve(awaiting, "expire"), retrieve(awaiting, "cancel"), retrieve(awaiting, "wrong-amount"),
			retrieve(awaiting, "refund-all"), retrieve(awaiting, "others"), retrieve(awaiting, "day"), retrieve(awaiting, "many"), retrieve(awaiting, "more"), retrieve(awaiting, "remove"), retrieve("1", "complete"),
			own(sent{path: "/orders/0/sale/?SaleId=" + id("sale", "SaleId")}, "complete"), own(sent{path: "/orders/customer/?Limit=1&CustomerReference=" + customer}, "customer"),
		}},
		"moves-discarded": {options: []func(*sandbox.Options){func(o *sandbox.Options) { o.DiscardWrites = true }}, active: []string{"moving"}, calls: []sent{retrieve(confirming, "complete"), retrieve(confirming, "")}},
		"records": {active: []string{"seeing"}, calls: []sent{
			retrieve(id("sale", "OrderReference"), ""), {path: "/orders/" + id("sale", "OrderReference") + "/", header: credentialOf(signed("DEMO", "x", 0))}, own(sent{path: "/orders/0/sale/?SaleId=0" + id("sale", "SaleId")}, "order"), previewed(retrieve(id("sale", "OrderReference"), "order")), retrieve(id("sale", "OrderReference"), "order"), retrieve("1", "order"),
			own(sent{path: "/orders/0/invoice/?InvoiceId=" + id("invoice", "InvoiceId")}, "order"), own(sent{path: "/orders/customer/?Limit=1&CustomerReference=" + customer}, ""), own(sent{path: "/orders/customer/?Limit=1&CustomerReference=0" + customer}, "customer"),
			own(sent{path: "/orders/customer/?Limit=1&CustomerReference=x"}, "customer"), own(sent{method: "DELETE", path: "/upsell/" + id("campaign-enabled", "upsellCode")}, "campaign"), own(sent{method: "DELETE", path: "/upsell/none"}, "campaign"),
			own(sent{path: "/upsell/recommended?ProductCode=STUDIO-BASIC-1Y"}, "product"), login(0), own(upgradeOf(lastSession, id("subscription-upgradable", "SubscriptionReference")), "subscription"), own(upgradeOf(lastSession, "none"), "subscription"), own(sent{path: "/orders/customer/?Limit=1&ExternalCustomerReference=CRM-11"}, "customer"), own(sent{path: "/orders/customer/?Limit=1&ExternalCustomerReference=none"}, "customer"),
			own(upgradeOf(lastSession, id("subscription-upgradable", "SubscriptionReference")), "second"), own(sent{method: "PUT", path: "/upsell/" + id("campaign-enabled", "upsellCode"), body: "{}"}, "second"),
		}},
		"answered": {active: []string{"answered"}, calls: []sent{
			own(search(), "status"), previewed(own(search(), "status")), own(refused, "code"), own(sent{path: "/orders/1/"}, "code"), own(created, "answer"), own(search(), "slow"), previewed(own(search(), "slow")), own(search(), "silent"), own(search(), ""), own(login(0), "status"), own(login(0), "answer"), own(upgradeOf(lastSession, id("subscription-upgradable", "SubscriptionReference")), "answer"), search(naming("late-silence"), map[string]string{"X-Own": "status"}),
		}},
		"previews": {calls: []sent{
			search(preview("1")), search(preview("2")), search(preview("")), search(preview(" ")), bearing(created, preview("0")), bearing(login(0), preview("0")), {method: "POST", path: created.path, body: created.body, header: preview("1")}, {method: "POST", path: created.path, body: created.body, header: map[string]string{"X-Sandbox-Preview": "1", "X-Sandbox-Scenario": "late"}},
			search(preview("1"), credentialOf(signed("PREVIEWED", "demo-secret", 0))), search(credentialOf(signed("PREVIEWED", "x", 0))), search(preview("1"), naming("slow")), {path: "/nothing", header: preview("1")}, {path: "/nothing", header: preview("2")},
		}},
		"discarding": {options: []func(*sandbox.Options){func(o *sandbox.Options) { o.DiscardWrites = true }}, calls: []sent{created, {path: "/upsell?Name=N"}, search()}},
		"sites": {options: []func(*sandbox.Options){func(o *sandbox.Options) {
			o.CORSOrigins, o.PublicURL = []string{"http://page.example"}, "http://own.example"
		}}, calls: []sent{
			{method: "POST", path: created.path, body: created.body, header: map[string]string{"Origin": "http://other.example"}}, {method: "POST", path: created.path, body: created.body, header: map[string]string{"Origin": "http://page.example"}},
			{method: "POST", path: created.path, body: created.body, header: map[string]string{"Origin": "http://other.example", "Sec-Fetch-Site": "cross-site"}}, {method: "POST", path: created.path, body: created.body, header: map[string]string{"Origin": "app://tool"}},
			{method: "POST", path: created.path, body: created.body, header: map[string]string{"Origin": "app://tool", "Sec-Fetch-Site": "cross-site"}}, {method: "POST", path: created.path, body: created.body, header: map[string]string{"Sec-Fetch-Site": "same-origin"}},
			{method: "POST", path: created.path, body: created.body, header: map[string]string{"Origin": "http://own.example"}},
			{method: "POST", path: created.path, header: map[string]string{"Sec-Fetch-Site": "none"}}, {method: "POST", path: created.path, header: map[string]string{"Origin": "null"}}, {method: "POST", path: created.path, header: map[string]string{"Origin": "http://localhost:3000", "Sec-Fetch-Site": "same-site"}},
			{method: "DELETE", path: "/orders/1/", header: map[string]string{"Origin": "http://other.example"}}, search(map[string]string{"Origin": "http://other.example", "Sec-Fetch-Site": "cross-site"}),
			{method: "POST", path: created.path, header: map[string]string{"Origin": "http://other.example", "X-Service-Authentication": signed("NEW", "demo-secret", 0)}},
		}},
		"combined": {calls: []sent{search(naming("two-edits, no-place")), search(naming("no-place, two-edits")), search(naming("fail, two-edits")), search(naming("two-edits, fail")), search(naming("two-edits, outage")), search(naming("two-lines")), {path: whole.path, header: map[string]string{"X-Own": "order", "Accept": "sandbox:seeing", "X-Service-Authentication": signed("NOBODY", "x", 0)}}}},
		"stubs": {active: []string{"stubbing"}, calls: []sent{
			invoice(nil), invoice(credentialOf("")), invoice(credentialOf(signed("DEMO", "x", 0))), invoice(credentialOf(signed("N O", "demo-secret", 0))), invoice(credentialOf(signed("NEW", "demo-secret", 0))),
			invoice(credentialOf(signed("NEW", "demo-secret", 0)), naming("stubbing")), invoice(preview("1")), {method: "PATCH", path: "/orders/"}, login(0), placeCall(lastSession), placeCall("x"), placeCall(session("NOBODY", "x", now)), placeCall(""),
		}},
		"stale": {active: []string{"stale", "moving"}, calls: []sent{
			created, previewed(own(sent{path: "/upsell?Name=N"}, "")), {path: "/upsell?Name=N"}, {path: "/upsell?Name=N"}, retrieve(confirming, "complete"), previewed(retrieve(confirming, "")), retrieve(confirming, ""), retrieve(confirming, ""),
			retrieve(awaiting, "remove"), retrieve(awaiting, ""), {path: "/orders/0/sale/?SaleId=" + id("sale", "SaleId")},
		}},
		"stale-discarded": {options: []func(*sandbox.Options){func(o *sandbox.Options) { o.DiscardWrites = true }}, active: []string{"stale"}, calls: []sent{retrieve(confirming, "")}},
		"cuts": {calls: []sent{
			with(whole, "in-head"), with(whole, "in-body"), with(whole, "longer"), with(whole, "truncated"), with(whole, "empty-reply"), with(whole, "garbage"), with(whole, "gateway-html"), with(whole, "lost-answer"), with(whole, "late"), with(whole, "two-edits"), with(whole, "two-edits, longer"), with(whole, "outag"),
		}},
		"limits": {active: []string{"limited"}, calls: []sent{search(preview("1")), search(), search(), search(preview("1")), {path: "/nothing"}}},
		"spellings": {calls: []sent{
			search(credentialOf(strings.ReplaceAll(signed("DEMO", "demo-secret", 0), `"`, "'"))), search(credentialOf(strings.Replace(signed("DEMO", "demo-secret", 0), "code", "Code", 1))),
			search(credentialOf(strings.Replace(signed("DEMO", "demo-secret", 0), " date", ", date", 1))), search(credentialOf(strings.ReplaceAll(signed("NOBODY", "x", 0), `"`, "'"))),
		}},
		"overridden-hash": {options: []func(*sandbox.Options){answering(catalog.RESTHash, "sha256")}, active: []string{"loose"}, calls: []sent{search(inMD5), search()}},
		"refusing":        {calls: []sent{search(inMD5), search(credentialOf(signedBy("DEMO", "demo-secret", now.Add(-200*time.Second), credential.MD5))), search(credentialOf(signedBy("DEMO", "demo-secret", now.Add(-200*time.Second), credential.SHA256)))}},
		"replaced":        {options: []func(*sandbox.Options){answering(catalog.RecommendedNotFound, "null")}, calls: []sent{{path: "/upsell/recommended?ProductCode=none"}}},
		"seen-by-name":    {calls: []sent{whole, with(whole, "second-seen"), whole, with(whole, "second-seen")}},
		"rereading":       {active: []string{"rereading"}, calls: []sent{retrieve(confirming, "")}},
		"placed":          {active: []string{"moving"}, calls: []sent{retrieve(complete, "place"), {path: "/orders/?ExternalRefNo=E-1"}, {path: "/orders/customer/?Limit=1&CustomerReference=" + customer}}},
		"full":            {options: []func(*sandbox.Options){func(o *sandbox.Options) { o.MaxAccounts = 1 }}, calls: []sent{search(credentialOf(signed("NEW", "demo-secret", 0))), search(credentialOf(signed("NEW", "demo-secret", 0)), naming("outage")), search(preview("1"), credentialOf(signed("NEW", "demo-secret", 0)))}},
	}
}

// signedBy returns a credential header.
func signedBy(code, secret string, at time.Time, algorithm credential.Algorithm) string {
	return credential.Header(code, at.Format(time.DateTime), secret, algorithm)
}

func without(flag catalog.Feature) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Features = map[string]bool{string(flag): false} }
}

func answering(id catalog.QuestionID, answer string) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Answers = map[string]string{string(id): answer} }
}
