package calls_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

const (
	credential = "X-Service-Authentication"
	hash       = "29e85dbf92ce0113e7755c31c0438a7db98a4de9f910bf0a527e005f35e43739"
	session    = "c2FuZGJveA.REVNTw.MTc3MjM2NjQwMA"
	secret     = "demo-secret-of-the-shop"
)

var now = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// shown returns an entry as lists show it.
func shown(e *journal.Entry) *calls.Call { return calls.Of(e.View(), nil) }

// hiding returns the mask of a journal with the credentials of a call.
func hiding(secrets ...string) journal.Mask {
	return journal.Mask{CredentialHeaders: []string{credential}, Secrets: secrets, Envelope: fromUTF16}
}

// fromUTF16 returns the envelope of a client with UTF-16 and a mark.
func fromUTF16(body []byte, _ string) []byte {
	var units []uint16
	for i := 2; i+1 < len(body); i += 2 {
		units = append(units, uint16(body[i])|uint16(body[i+1])<<8)
	}
	return []byte(string(utf16.Decode(units)))
}

func inUTF16(text string) client.Bytes {
	body := client.Bytes("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(text)) {
		body = append(body, byte(unit), byte(unit>>8))
	}
	return body
}

// entries are calls of an account, from the oldest.
func entries() []*journal.Entry {
	signed := client.Header{{Name: credential, Value: `code="DEMO" date="2026-10-09 12:00:00" hash="` + hash + `" algo="sha256"`}, {Name: "X-Trace", Value: "abc"}}
	return []*journal.Entry{
		{Mask: hiding(secret, hash), Entry: client.Entry{
			ID: "DEMO-1", Account: "DEMO", Protocol: client.REST, Operation: "retrieve-order", AccountTime: now.Add(-time.Hour), WallTime: now.Add(time.Hour),
			Duration: 1500 * time.Microsecond,
			Request:  client.Request{Method: "GET", URI: "/rest/6.0/orders/1000/?x=1", Header: signed},
			Response: client.Response{Status: 200, Body: client.Bytes(`{"LastName":"Reynolds & Söhne"}`), Header: client.Header{{Name: "X-Sandbox-Request", Value: "DEMO-1"}}},
		}},
		{Mask: hiding(secret, hash), Entry: client.Entry{
			ID: "DEMO-2", Account: "DEMO", Protocol: client.REST, Operation: "update-upsell", AccountTime: now.Add(-time.Minute), WallTime: now,
			Request:  client.Request{Method: "PUT", URI: "/rest/6.0/upsell/a%20b", Header: signed, Body: client.Bytes(`{"Name":"` + secret + ` and ` + hash + `"}`)},
			Response: client.Response{Status: 403, Code: "FORBIDDEN"}, Why: "FORBIDDEN: the feature is off", Cause: client.ByScenario, Scenarios: "outage, slow",
			Questions: "general-errors", Changes: []client.Change{{Kind: "campaign", ID: "a b"}, {Kind: "order", ID: "77"}},
		}},
		{Mask: hiding(session), Entry: client.Entry{
			ID: "DEMO-3", Account: "DEMO", Protocol: client.SOAP, Operation: "login", AccountTime: now, WallTime: now, Preview: true,
			Request:  client.Request{Method: "POST", URI: "/soap/6.0", Body: inUTF16(`<login><hash>` + hash + `</hash><Name>Łódź</Name></login>`)},
			Response: client.Response{Status: 200, Body: client.Bytes(`<loginReturn>` + session + `</loginReturn>`)},
		}},
		{Entry: client.Entry{ID: "none-1", WallTime: now, Request: client.Request{Method: "GET", URI: "http://shop.test/rest/6.0/orders/" + secret + "/"}}, Mask: hiding(secret)},
		{Entry: client.Entry{ID: "none-2", WallTime: now, Request: client.Request{Method: "GET", URI: "/rest/6.0/orders/%zz/?x"}}},
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                           "DEMO-1 DEMO-2 DEMO-3 none-1 none-2",
		"operation:login":            "DEMO-3",
		"status:0":                   "none-1 none-2",
		"status:4xx":                 "DEMO-2",
		"code:forb*":                 "DEMO-2",
		"cause:scenario":             "DEMO-2",
		"-cause:* -account:\"\"":     "DEMO-1 DEMO-3",
		"scenario:slow":              "DEMO-2",
		"scenario:*":                 "DEMO-2",
		"path:/orders/":              "DEMO-1 none-1 none-2",
		"path:/rest/6.0/orders/1":    "DEMO-1",
		"path:/upsell/a%20b":         "DEMO-2",
		`path:"/upsell/a b"`:         "DEMO-2",
		"path:/soap":                 "DEMO-3",
		"path:/orders/*/":            "DEMO-1 none-1 none-2",
		"method:get":                 "DEMO-1 none-1 none-2",
		"protocol:rest":              "DEMO-1 DEMO-2",
		"header.x-trace:ABC":         "DEMO-1 DEMO-2",
		"header.X-Sandbox-Request:*": "DEMO-1",
		"record:order/1000":          "DEMO-1",
		"record:1000":                "DEMO-1",
		"record:order/77,order/78":   "DEMO-2",
		`record:"campaign/a b"`:      "DEMO-2",
		"record:campaign/":           "DEMO-2",
		"changed:order":              "DEMO-2",
		"question:general-errors":    "DEMO-2",
		"ms:>1":                      "DEMO-1",
		"ms:1.5":                     "DEMO-1",
		"after:-1m":                  "DEMO-2 DEMO-3 none-1 none-2",
		"before:-1m":                 "DEMO-1",
		"preview:true":               "DEMO-3",
		"account:demo":               "DEMO-1 DEMO-2 DEMO-3",
		`account:""`:                 "none-1 none-2",
		"id:demo-3,none-1":           "DEMO-3 none-1",
		`"reynolds & SÖHNE"`:         "DEMO-1",
		"feature":                    "DEMO-2",
		"łódź":                       "DEMO-3",
		"?x=1":                       "DEMO-1",
		"text:<hash>29e8":            "DEMO-3",
	} {
		q, err := calls.Fields().Parse(text, now)
		if err != nil {
			t.Errorf("%s: got %v", text, err)
			continue
		}
		var got []string
		for _, e := range entries() {
			if q.Matches(shown(e)) {
				got = append(got, e.ID)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestUnknownNamesAreFaults asks for things that no call can have, because an empty list
// would look like an answer.
func TestUnknownNamesAreFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"record:orders/1":         `unknown kind of record "orders" at column 8; did you mean order?`,
		"changed:x":               `unknown changed "x" at column 9; known: order, campaign, customer, subscription, settings, product, partner, handle`,
		"question:lookup-unknwon": `unknown question "lookup-unknwon" at column 10; did you mean lookup-unknown?`,
		"-status:404..400":        "the range 404..400 ends before it begins at column 9; write 400..404",
	} {
		if _, err := calls.Fields().Parse(text, now); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// TestCredentialsAreNotFound looks for each hidden part of the credentials, in every
// field.
func TestCredentialsAreNotFound(t *testing.T) {
	t.Parallel()
	all := entries()
	odd := journal.Entry{Mask: hiding(), Entry: all[0].Entry} // the claim was unreadable, and nothing recorded its hash
	odd.ID = "DEMO-4"
	odd.Request.Header = client.Header{{Name: credential, Value: `code=DEMO, hash='` + session + `'`}, {Name: "Authorization", Value: "Basic " + secret}, {Name: "X-Copy", Value: session}}
	odd.Request.URI = "/rest/6.0/orders/" + session + "/"
	odd.Response.Header = client.Header{{Name: "X-Digest", Value: hash}}
	odd.Why = "wrong hash " + hash
	all = append(all, &odd)
	var text strings.Builder
	for _, e := range all {
		masked, err := json.Marshal(e.View())
		if err != nil {
			t.Fatal(err)
		}
		text.Write(masked)
	}
	const part = 5
	for _, credential := range []string{hash, session, secret} {
		for at := range len(credential) - part {
			hidden := query.Quote(credential[at : at+part])
			if strings.Contains(text.String(), credential[at:at+part]) {
				continue // as a part of something else
			}
			for _, field := range []string{"text:", "path:", "path:*", "record:*", "header.X-Service-Authentication:*", "header.authorization:*", "header.x-copy:*", "header.X-Digest:*"} {
				q, err := calls.Fields().Parse(field+hidden, now)
				if field != "text:" {
					q, err = calls.Fields().Parse(field+hidden+"*", now)
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range all {
					if q.Matches(shown(e)) {
						t.Errorf("%s finds %s", q, e.ID)
					}
				}
			}
		}
	}
}

// TestRecordedPath reads parts of paths as rules do.
func TestRecordedPath(t *testing.T) {
	t.Parallel()
	cases := []struct {
		operation catalog.OperationID
		uri, name string
		want      string
	}{
		{catalog.UnknownPath, "/rest/6.0/products/7/?x=1", catalog.WholePath, "/products/7"},
		{catalog.UnknownPath, "/rest/6.0/products/7/?x=1", catalog.StubName, "PUT /products/7"},
		{catalog.UnknownPath, "/rest/6.0/products/7/?x=1", catalog.UncheckedStub, "PUT /products/7"},
		{catalog.UnknownPath, "/rest/6.0/products/7/?x=1", "OrderReference", ""},
		{catalog.RetrieveOrder, "/rest/6.0/orders/123/", catalog.WholePath, ""},
		{catalog.RetrieveOrder, "/rest/6.0/orders/123/", "OrderReference", "123"},
		{catalog.RetrieveOrder, "/rest/6.0/orders//123//?x=/9", "OrderReference", "123"},
		{catalog.RetrieveOrder, "/rest/6.0/orders/a%20b", "OrderReference", "a b"},
		{catalog.RetrieveOrder, "/rest/6.0/orders//", "OrderReference", ""},
		{catalog.RetrieveOrder, "http://proxy/rest/6.0/orders/123/", "OrderReference", "123"},
		{catalog.RetrieveOrder, "/rest/6.0/orders/123/", "upsellCode", ""},
		{catalog.RetrieveOrder, "*", "OrderReference", ""},
		{catalog.UploadOrderForm, "/rest/6.0/orders/123/upload", "OrderReference", "123"},
		{catalog.UpdateUpsell, "/rest/6.0/upsell/u-1", "upsellCode", "u-1"},
		{catalog.Login, "/soap/6.0", "OrderReference", ""},
	}
	for _, c := range cases {
		e := &client.Entry{Operation: string(c.operation), Request: client.Request{Method: http.MethodPut, URI: c.uri}}
		if got := calls.Of(e, nil).Path(c.name); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.operation, c.uri, got, c.want)
		}
	}
}

// TestRecordName reads the name of a call's record.
func TestRecordName(t *testing.T) {
	t.Parallel()
	envelope := func(inside string) client.Bytes {
		return client.Bytes("<e:Envelope><e:Body>" + inside + "</e:Body></e:Envelope>")
	}
	for want, e := range map[string]client.Entry{
		"123": {Operation: string(catalog.RetrieveOrder), Request: client.Request{URI: "/rest/6.0/orders/123/?SaleId=7"}},
		"007": {Operation: string(catalog.OrderBySale), Request: client.Request{URI: "/rest/6.0/orders/0/sale/?Limit=1&SaleId=007"}},
		"7": {Operation: string(catalog.CustomerOrders),
			Request: client.Request{URI: "/rest/6.0/orders/customer/?ExternalCustomerReference=C&CustomerReference=7"}},
		"C": {Operation: string(catalog.CustomerOrders), Request: client.Request{URI: "/rest/6.0/orders/customer/?ExternalCustomerReference=C"}},
		"ABC": {Operation: string(catalog.UpgradePartnerSubscriptions),
			Request: client.Request{Body: envelope(`<n:SubscriptionReference type="x">ABC</n:SubscriptionReference><SubscriptionReference>D</SubscriptionReference>`)}},
		"": {Operation: string(catalog.SearchOrders), Request: client.Request{URI: "/rest/6.0/orders/?OrderReference=1"}},
	} {
		if got := calls.Of(&e, nil).RecordName(); got != want {
			t.Errorf("%s %s: got %s, want %s", e.Operation, e.Request.URI, got, want)
		}
	}
}

func TestTerms(t *testing.T) {
	t.Parallel()
	q, err := calls.Fields().Parse("status:200 -header.x-service-authentication:x", now)
	more, moreErr := calls.Fields().ParseTerm("path", "/orders/", now)
	if err != nil || moreErr != nil {
		t.Fatal(err, moreErr)
	}
	got := []string{}
	for _, term := range q.And(more).Terms() {
		value, _ := term.ValueOf(shown(entries()[1]))
		got = append(got, fmt.Sprintf("%s %t %s", term, term.Matches(shown(entries()[1])), value))
	}
	want := []string{"status:200 false 403",
		`-header.x-service-authentication:x true code="DEMO" date="2026-10-09 12:00:00" hash="29e8…" algo="sha256"`,
		"path:/orders/ false /rest/6.0/upsell/a%20b, /upsell/a%20b, /rest/6.0/upsell/a b, /upsell/a b"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// thousand are calls as integrators make them, with pages of orders, masked before.
func thousand() []*client.Entry {
	all := make([]*client.Entry, 1000)
	orders := client.Bytes(strings.Repeat(`{"RefNo":"100031545","Status":"COMPLETE","OrderDate":"2026-05-13 12:12:12","BillingDetails":{"FirstName":"Renée","LastName":"Reinhold"}}`, 60)) // 8 KB: 1,000 fill the journal of an account
	for i := range all {
		e := entries()[i%3]
		e.ID, e.Response.Body = fmt.Sprint("DEMO-", i+1), orders
		all[i] = e.View()
	}
	return all
}

func BenchmarkThousandCalls(b *testing.B) {
	all := thousand()
	for _, text := range []string{
		"status:4xx cause:scenario", "operation:retrieve-order -code:* after:-2h ms:>1 protocol:rest", "path:/orders/", "path:*/1000/", "header.X-Trace:abc",
		"record:order/1000", "text:Reynolds", "text:Reinhold", "status:404 text:Reynolds", "text:Łódź",
	} {
		b.Run(text, func(b *testing.B) {
			q, err := calls.Fields().Parse(text, now)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, e := range all {
					q.Matches(calls.Of(e, nil))
				}
			}
		})
	}
	b.Run("parse", func(b *testing.B) {
		for b.Loop() {
			_, _ = calls.Fields().Parse("operation:retrieve-order -code:* after:-2h ms:>1 protocol:rest", now)
		}
	})
}
