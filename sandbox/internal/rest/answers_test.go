package rest_test

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var update = flag.Bool("update", false, "write the files of testdata/answers")

// series is a sandbox and the calls that it gets. A call is METHOD PATH, lines with headers,
// and a body behind an empty line; <HANDLE.NAME> is an id of the world. A file of
// testdata/answers has the answers and what the entries say of the calls.
type series struct {
	clock     time.Time // shown by the account from the first call on; zero for the present
	answers   map[string]string
	scenarios map[string]string // active ones
	calls     []string
}

// allSeries returns the calls of each series.
func allSeries() map[string]series {
	const created = `{"Name":"N","Enabled":1,"DisplayForManualRenewals":0,"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"P","Quantity":2.0},"RecommendedProduct":{"Code":"R","Quantity":12}}`
	return map[string]series{
		"orders": {calls: []string{
			"GET /orders/?Limit=2", "GET /orders/?Limit=1&Page=2", "GET /orders/?Page=200&Limit=1", "GET /orders/?Page=201&Limit=1", "GET /orders/?ExternalRefNo=none", "GET /orders/?ExternalRefNo=none&Page=2", "HEAD /orders/?Limit=1",
			"GET /orders/?PartnerOrders=yes&Limit=1", "GET /orders/?PartnerOrders=0&Limit=1", "GET /orders/?IncludeTestOrders=ONLY&Limit=1", "GET /orders/?Newer=1791500000&Limit=1", "GET /orders/?Newer=-1", "GET /orders/?Newer=999999999999", "GET /orders/?Newer=2026-10-09&Limit=1", "GET /orders/?Newer=2026-10-09+10:00:00&Limit=1",
			"GET /orders/?Page=99999999999999999999", "GET /orders/?Page=%2B1", "GET /orders/?Page=1&Page=2", "GET /orders/?Status=complete", "GET /orders/?%zz", "GET /orders/?a=%26Limit=2&ExternalRefNo=a%26Limit=2",
			"GET /orders/customer/?CustomerReference=<customer-with-one-order.CustomerReference>", "GET /orders/customer/?Limit=1&CustomerReference=<order-complete.CustomerReference>", "GET /orders/customer/?Page=9&CustomerReference=<order-complete.CustomerReference>", "GET /orders/customer/?CustomerReference=1", "GET /orders/customer/?ExternalCustomerReference=none",
			"GET /orders/0/sale/?SaleId=<sale.SaleId>", "GET /orders/0/sale/?SaleId=1", "GET /orders/0/sale/?SaleId=x", "GET /orders/0/invoice/?InvoiceId=<invoice.InvoiceId>", "GET /orders/0/invoice/?InvoiceId=1", "GET /orders/0/invoice/",
			"GET /orders/<order-complete.OrderReference>/", "GET /orders/1/?Limit=1", "DELETE /orders/1/", "DELETE /orders/<purchase-order-awaiting-payment.OrderReference>/\nX-Sandbox-Preview: 1", "DELETE /orders/<purchase-order-awaiting-payment.OrderReference>/", "DELETE /orders/%FF/",
			"POST /orders/<purchase-order-awaiting-form.OrderReference>/upload\n\n" + `{"FileName":"form.pdf","ClientTime":"2026-10-09 11:59:00","File":"Zm9ybQ=="}`, "POST /orders/1/upload\n\n{}", "POST /orders/1/upload\n\n{", "POST /orders/%FF/upload\n\n{}",
		}},
		"names": {calls: []string{
			"GET /orders/?ExternalRefNo=none&OrderRef=1", "GET /orders/?ExternalRefNo=none&order_reference=1", "GET /orders/?ExternalRefNo=none&per-page=1", "GET /orders/?ExternalRefNo=none&count=1&PageNo=2", "GET /orders/?ExternalRefNo=none&size", "GET /orders/?ExternalRefNo=none&Limit%3D2", "GET /orders/?ExternalRefNo=none&Nothing%3D2", "GET /orders/?ExternalRefNo=none&Stat=1", "GET /orders/?ExternalRefNo=none&Limit[]=2", "GET /orders/?ExternalRefNo=none&Limit[=2", "GET /orders/?ExternalRefNo=none&[]=2",
			"GET /orders/customer/?RefNo=1&CustomerReference=1", "GET /orders/1/?OrderReference=2", "GET /orders/1/?orderreference=2", "GET /orders/1/?Top=2", "GET /orders/1/?%zz", "POST /upsell?name=N\n\n{}", "PUT /upsell/x?Name=N&upsellcode=1\n\n{}", "GET /upsell?CampaignCodes[0]=x&Statuses[]=Enabled&Primary=1&pagesize=1",
			"GET /orders/Limit=2&Page=1", "GET /orders/1&Page=1&Limit=2/", "GET /leads/Page=1", "GET /upsell?Name=a%26Name=b", "GET /upsell?Name=none&Statuses[=Expired", "GET /upsell?Name=none&Statuses[]=Expired",
		}},
		"campaigns": {calls: []string{
			"GET /upsell?Limit=1", "GET /upsell?Limit=1&Page=2", "GET /upsell?Statuses=Enabled&Limit=1", "GET /upsell?Statuses=Expired&Limit=1", "GET /upsell?Statuses=Expired,Disabled&Limit=1", "GET /upsell?Name=none", "GET /upsell?Name=none&Page=2", "GET /upsell?EnabledForRenewals=YES&Limit=1", "GET /upsell?EnabledForRenewals=%C5%BF",
			"GET /upsell/settings/campaign/", "PUT /upsell/settings/campaign/\n\n{}", "PUT /upsell/settings/campaign/\n\n" + `{"DisplayUpsellOptions":true}`, "GET /upsell/recommended?ProductCode=STUDIO-BASIC-1Y", "GET /upsell/recommended?ProductCode=none", "GET /upsell/recommended",
			"POST /upsell\nX-Sandbox-Preview: 1\n\n" + created, "POST /upsell\n\n" + created, "POST /upsell\nContent-Encoding: gzip\n\n" + created, "POST /upsell\nContent-Encoding: Identity\n\n" + created, "POST /upsell\nContent-Encoding: gzip\n\n\x1f\x8b", "POST /upsell\nContent-Encoding: gzip\n\n" + `{"Name":1}`, "POST /upsell\nContent-Encoding: Identity\n\n{", "POST /upsell\nContent-Type: text/json; charset=latin1\n\n{\"Name\":\"\xe9\"}", "POST /upsell\nContent-Type: text/json; charset=latin1\n\n{",
			"POST /upsell\n\n" + strings.Replace(created, "2.0", "1e2", 1), "POST /upsell\n\n" + strings.Replace(created, "2.0", "1234567890123456789", 1), "POST /upsell\n\n" + strings.Replace(created, "2.0", "0000000000000000012", 1), "POST /upsell\n\n" + strings.Replace(created, "2.0", "123456789012345678", 1), "POST /upsell\n\n" + strings.Replace(created, `:1,`, `:null,`, 1), "POST /upsell\n\n" + strings.Replace(created, `:1,`, `:10,`, 1), "POST /upsell\n\n" + strings.Replace(created, "2.0", "false", 1),
			"PUT /upsell/<campaign-enabled.upsellCode>\n\n" + created, "PUT /upsell/none\n\n" + created, "PUT /upsell/none\n\n{", "PUT /upsell/%FF\n\n{}", "DELETE /upsell/<campaign-enabled.upsellCode>", "DELETE /upsell/none", "DELETE /upsell/%20", "POST /upsell\n\n" + `{"Name":["sandbox:create-upsell-internal-error"]}`, "POST /upsell\n\n" + `{"sandbox:outage":"sandbox:outage"`, "GET /orders/1/\n\n" + `{"Name":"sandbox:outage"}`, "GET /upsell?Name=sandbox:outage", "POST /upsell\n\n" + `{"Name":"\u0073andbox:outage"}`,
		}},
		"changed": {answers: map[string]string{"yes-body": "empty", "lookup-body": "text", "nulls": "omitted", "page-totals": "running", "recommended-not-found": "null", "search-status": "200"}, calls: []string{
			"GET /orders/?Limit=3", "GET /orders/?Status=REFUND&Limit=1", "GET /orders/customer/?Limit=2&CustomerReference=<order-complete.CustomerReference>", "GET /orders/<order-complete.OrderReference>/", "GET /orders/0/sale/?SaleId=<sale.SaleId>", "GET /orders/0/invoice/?InvoiceId=<invoice.InvoiceId>",
			"DELETE /orders/<purchase-order-awaiting-payment.OrderReference>/", "GET /upsell/recommended?ProductCode=none", "GET /upsell/recommended", "GET /orders/?Limit=0",
		}},
		"refunds": {answers: map[string]string{"refund-money": "negative", "recommended-not-found": "204"}, calls: []string{
			"GET /orders/?Status=REFUND&Limit=1", "GET /orders/<order-refund.OrderReference>/", "GET /orders/<order-complete.OrderReference>/", "GET /upsell/recommended?ProductCode=none",
		}},
		"omitted": {answers: map[string]string{"nulls": "omitted"}, calls: []string{"GET /orders/<order-complete.OrderReference>/"}},
		"effects": {scenarios: map[string]string{
			"after":  `{on: "*", when: 'header["X-Own"] == "after"', after: true, answer: {status: 504, error_code: LATE, message: "m", headers: {X-Own: "1"}}}`,
			"failed": `{on: create-upsell, when: 'header["X-Own"] == "failed" and answer.Name == "N"', fail: INTERNAL_ERROR}`,
			"edited": `{on: "*", when: 'method == "GET" and header["X-Own"] == "edited" and xpath("//x") == "" and now startsWith "2026-10-09"', change: [{at: $.RefNo, set: X}, {at: $.Nothing.Here, set: 1}]}`,
		}, calls: []string{
			"GET /orders/1/\nX-Own: after", "POST /upsell\nX-Own: after\n\n" + created, "POST /upsell\nX-Own: failed\n\n" + created, "GET /orders/<order-complete.OrderReference>/\nX-Own: edited", "HEAD /orders/<order-complete.OrderReference>/\nX-Own: edited",
		}},
		"later": {clock: time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC), calls: []string{"GET /orders/customer/?CustomerReference=<customer-with-one-order.CustomerReference>", "GET /orders/?Limit=1&Newer=2026-09-01", "PATCH /orders/"}},
		"outside": {calls: []string{
			"GET /odrers", "GET /../5.0/orders/", "GET /..", "GET /../7", "GET /../..", "GET /leads/", "POST /leads/\n\n{}", "GET /rest/6.0/orders/", "POST /../../rpc/6.0/\n\n{}", "POST /../../jsonrpc/2.0/\n\n{}", "PATCH /orders/", "PUT /orders/1/", "GET /upsell/x", "GET /orders/1/upload", "POST /upsell/recommended", "POST /upsell/settings/campaign",
			"OPTIONS /orders/", "OPTIONS /orders", "OPTIONS /orders/customer", "OPTIONS /orders/1/", "OPTIONS /upsell/settings/campaign/", "OPTIONS /nothing", "OPTIONS /orders/\nX-Sandbox-Scenario: outage", "GET /orders//", "DELETE /orders//", "PUT /orders//", "POST /orders//upload\n\n{}", "GET /orders//upload", "GET //orders/1/", "PATCH /orders/\nX-Service-Authentication: code=NOBODY", "PATCH /orders/\nX-Sandbox-Scenario: outage",
			"GET /orders/\nX-Service-Authentication:\nX-Avangate-Authentication: x", "GET /orders/\nX-Service-Authentication:\nX-Service-Authentification: x", "GET /orders/?hash=1\nX-Service-Authentication:", "GET /orders/\nX-Service-Authentication:\nAuthorization: x", "GET /orders/?X-Avangate-Authentication=1\nX-Service-Authentication:", "GET /orders/\nX-Service-Authentication: ",
		}},
		"stubs": {scenarios: map[string]string{
			"stub":   `{on: ["POST path:/invoices", "PATCH path:/orders/"], when: body == nil or body.Name != "none", answer: {status: 202, error_code: STUB, message: "m", headers: {X-Own: "1"}}}`,
			"place":  `{on: "POST path:/orders/", place: PENDING}`,
			"open":   `{on: "POST path:/open", before: credential, answer: {status: 202, error_code: OPEN}}`,
			"seeing": `{on: [create-upsell, retrieve-order], when: 'body != nil and body.Name == "seen"', answer: {status: 418, error_code: SEEN}}`,
		}, calls: []string{
			"POST /invoices\n\n" + `{"Name":"x"}`, "POST /invoices\n\n" + `{"Name":"none"}`, "POST /invoices\nX-Service-Authentication: x\n\n{}", "POST /open\nX-Service-Authentication:\n\n{}", "PATCH /orders/", "PATCH /orders/\nX-Service-Authentication: x", "PATCH /orders/\n\n" + `{"Name":"none"}`, "POST /upsell\n\n" + `{"Name":"seen"}`, "POST /upsell\n\n{", "GET /orders/1/\n\n" + `{"Name":"seen"}`,
			"POST /orders/\n\n" + `{"Currency":"EUR","ExternalReference":"E-1","Other":1,"BillingDetails":{"Email":"a@b.test","CountryCode":"de"},"Items":[{"Code":"STUDIO-PRO-1Y","Quantity":"2"},{"Code":"BACKUP-1Y","Quantity":null},{"Code":"BACKUP-1Y"}]}`,
			"POST /orders/\n\n" + `{"Items":[{"Code":"STUDIO-PRO-1Y","Quantity":"two"}]}`, "POST /orders/\n\n" + `{"Items":[{"Code":"STUDIO-PRO-1Y","Quantity":1.5}]}`, "POST /orders/\n\n" + `{"Currency":"EUR","Items":[{"Code":"NOTHING"}]}`, "POST /orders/\n\n" + `{"Currency":"EUR","Items":[{"Code":"STUDIO-PRO-1Y","Quantity":3,"PriceOptions":[{"Options":["a","b"]}]}]}`, "POST /orders/\n\n" + `{"Currency":"EUR","CustomerReference":"1","Items":[{"Code":"STUDIO-PRO-1Y"}]}`, "POST /orders/\n\n{",
			"GET /orders/?ExternalRefNo=E-1",
		}},
	}
}

var idOf = regexp.MustCompile(`<([\w-]+)\.(\w+)>`)

// TestAnswers makes the calls of each series.
func TestAnswers(t *testing.T) {
	t.Parallel()
	for name, series := range allSeries() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Answers = series.answers })
			for _, name := range slices.Sorted(maps.Keys(series.scenarios)) {
				if err := s.Control().PutScenario(t.Context(), name, "summary: A scenario\nrules: ["+series.scenarios[name]+"]\n"); err != nil {
					t.Fatal(err)
				}
				s.Activate(name)
			}
			if !series.clock.IsZero() {
				if _, err := s.Control().Account(s.Code()).FreezeAt(t.Context(), series.clock); err != nil {
					t.Fatal(err)
				}
			}
			path := filepath.Join("testdata", "answers", name+".txt")
			var got []string
			for _, call := range series.calls {
				got = append(got, answerTo(t, s, call))
			}
			if *update {
				if err := os.WriteFile(path, []byte(strings.Join(got, separator)), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(string(text), separator)
			for n, g := range got {
				if n >= len(want) || g != want[n] {
					t.Errorf("%s: call %d: got\n%s\nwant\n%s\n(run with -update to write it, and read the difference)", path, n+1, g, append(want, "nothing")[min(n, len(want))])
				}
			}
		})
	}
}

const separator = "\n###\n"

// answerTo makes a call and returns it with its answer and what its entry says.
func answerTo(t *testing.T, s *sandboxtest.Running, call string) string {
	t.Helper()
	head, body, _ := strings.Cut(idOf.ReplaceAllStringFunc(call, func(id string) string {
		handle, name, _ := strings.Cut(strings.Trim(id, "<>"), ".")
		return s.ID(handle, name)
	}), "\n\n")
	lines := strings.Split(head, "\n")
	method, path, _ := strings.Cut(lines[0], " ")
	r, err := http.NewRequestWithContext(t.Context(), method, s.REST()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Accept": {"application/json"}, "X-Service-Authentication": {s.Sign()}}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ":")
		r.Header.Set(name, strings.TrimSpace(value))
		if value == "" {
			r.Header.Del(name)
		}
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	out := head + "\n" + answer.Status + "\n"
	for _, name := range []string{"Allow", "Content-Type", "Content-Length", "Location", "X-Own", "X-Sandbox-Assumption", "X-Sandbox-Explain", "X-Sandbox-Preview", "X-Sandbox-Scenario"} {
		if value := answer.Header.Get(name); value != "" {
			out += name + ": " + value + "\n"
		}
	}
	if e, err := s.Control().Request(t.Context(), answer.Header.Get("X-Sandbox-Request")); err == nil {
		out += entryOf(e)
	}
	return out + string(text)
}

// entryOf returns what an entry says of a call, besides its answer.
func entryOf(e client.Entry) string {
	out := fmt.Sprintf("entry %s of %s, operation %q, changes %d\n", e.ID, e.Account, e.Operation, len(e.Changes))
	for _, check := range e.Checks {
		if !check.Passed {
			out += fmt.Sprintf("given %.100q, expected %q\n", check.Given, check.Expected)
		}
	}
	return out
}
