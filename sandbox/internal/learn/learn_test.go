package learn_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/learn"
)

const signed = `{"name":"x-service-authentication","value":"code=\"ACME\" date=\"2026-10-09 12:00:00\" hash=\"2c97e6d1ab\" algo=\"sha256\""}`

// entry returns an entry of an archive: a call to a path with headers, and its answer.
func entry(method, address, headers, status, content string) string {
	return fmt.Sprintf(`{"startedDateTime":"2026-10-09T12:00:01.000Z","request":{"method":%q,"url":%q,"headers":[%s]},"response":{"status":%s,"headers":[{"name":"content-type","value":"application/json"}],"content":{%s}}}`,
		method, address, headers, status, content)
}

func archive(entries ...string) string {
	return `{"log":{"version":"1.2","pages":[{"id":"a"}],"entries":[` + strings.Join(entries, ",") + `]}}`
}

func of(text string) client.Learned {
	return learn.Learn([]client.Recording{{Name: "shop.har", Text: strings.NewReader(text)}}, learn.Options{
		CredentialHeaders: []string{"X-Service-Authentication"}, OpenAPI: func(map[string]string) ([]byte, error) { return []byte("{}"), nil }, WSDL: []byte("<definitions/>")})
}

// question returns what was learned of a question in one line.
func question(l client.Learned, id string) string {
	for _, s := range l.Services {
		for _, q := range s.Questions {
			if q.ID == id {
				text := fmt.Sprintf("%s of %s: %s", s.Host, s.VendorCode, q.Result)
				for _, a := range q.Seen {
					text += " " + a.Answer
				}
				return strings.TrimSpace(text + " " + q.Bound)
			}
		}
	}
	return ""
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRecordings learns from recordings as recorders write them.
func TestRecordings(t *testing.T) {
	t.Parallel()
	sale := func(content string) string {
		return entry("GET", "https://api.example.com/rest/6.0/orders/0/sale/?SaleId=1", signed, "200", content)
	}
	plain := archive(sale(`"size":11,"text":"\"100028040\""`))
	zipped := base64.StdEncoding.EncodeToString([]byte(packed(t, `"100028040"`)))
	tests := map[string]struct{ text, id, want string }{
		"plain":                  {plain, "lookup-body", "api.example.com of ACME: agrees json"},
		"compressed":             {packed(t, plain), "lookup-body", "api.example.com of ACME: agrees json"},
		"a byte order mark":      {"\uFEFF" + plain, "lookup-body", "api.example.com of ACME: agrees json"},
		"base64":                 {archive(sale(`"size":9,"text":"IjEwMCI=","encoding":"base64"`)), "lookup-body", "api.example.com of ACME: agrees json"},
		"text":                   {archive(sale(`"size":9,"text":"AB-28040"`)), "lookup-body", "api.example.com of ACME: differs text"},
		"compressed body":        {strings.Replace(archive(sale(`"size":9,"text":"`+zipped+`","encoding":"base64"`)), `"headers":[{"name":"content-type"`, `"headers":[{"name":"content-encoding","value":"gzip"},{"name":"content-type"`, 1), "lookup-body", "api.example.com of ACME: agrees json"},
		"a body left out":        {archive(sale(`"size":11`)), "lookup-body", "api.example.com of ACME: not-seen"},
		"pseudo headers":         {archive(entry("POST", "https://api.example.com/rest/6.0/upsell", `{"name":":authority","value":"api.example.com"},`+signed, "200", `"size":0`)), "create-status", "api.example.com of ACME: differs 200"},
		"another address":        {archive(entry("GET", "https://proxy.example.com/shop/orders/0/sale/?SaleId=1", signed, "200", `"size":3,"text":"\"1\""`)), "lookup-body", "proxy.example.com of ACME: agrees json"},
		"a status of its own":    {archive(entry("POST", "https://api.example.com/rest/6.0/upsell", signed, "202", `"size":0`)), "create-status", "api.example.com of ACME: differs 202"},
		"both":                   {archive(sale(`"size":11,"text":"\"100028040\""`), sale(`"size":9,"text":"AB-28040"`)), "lookup-body", "api.example.com of ACME: contradictory json text"},
		"a skewed recorder":      {strings.Replace(plain, "2026-10-09T12:00:01.000Z", "2026-10-09T15:00:01+01:00", 1), "rest-skew", "api.example.com of ACME: not-seen the recorder's clock is wrong, because no accepted date is near it"},
		"the service's own time": {strings.Replace(strings.Replace(plain, "2026-10-09T12:00:01.000Z", "2026-10-09T15:00:01", 1), `"headers":[{"name":"content-type"`, `"headers":[{"name":"date","value":"Fri, 09 Oct 2026 12:00:04 GMT"},{"name":"content-type"`, 1), "rest-skew", "api.example.com of ACME: bounded a date that was off by 4s was accepted (shop.har 1 order-by-sale)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := question(of(test.text), test.id); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestUnplaced says why entries are no calls of the interface, and learns from the rest.
func TestUnplaced(t *testing.T) {
	t.Parallel()
	made := strings.Replace(entry("POST", "https://a.example/rest/6.0/upsell", signed, "500", `"size":0`), `"headers":[{"name":"content-type"`, `"headers":[{"name":"X-Sandbox-Scenario","value":"outage"},{"name":"content-type"`, 1)
	got := of(archive(
		entry("GET", "https://a.example/rest/6.0/orders/1/", signed, "404", `"size":0`),
		entry("GET", "https://cdn.example/style.css", "", "200", `"size":0`), entry("GET", "https://cdn.example/logo.svg", "", "200", `"size":0`),
		entry("GET", "https://a.example/rest/5.0/orders/", signed, "200", `"size":0`), entry("GET", "https://a.example/rest/6.0/products/12/", signed, "200", `"size":0`),
		entry("GET", "https://a.example/rest/6.0/orders/", signed, "0", `"size":0`), made, `{"request":7}`, `"x"`))
	want := []string{
		"Left out: a call of another service (2 times)", "Left out: a call of version 5.0 of the interface (1 time)",
		"Left out: a sandbox answered on purpose: a scenario, a preview or discarded writes (1 time)", "Left out: an entry that is no HTTP call, or larger than 16 MiB (2 times)",
		"Left out: no answer was recorded (1 time)", "Left out: no operation of the interface: GET /products/*/ (1 time)",
	}
	if !reflect.DeepEqual(got.Notes, want) || got.Entries != 9 || question(got, "retrieve-unknown") != "a.example of ACME: agrees 404" {
		t.Errorf("got %+v", got)
	}
}

// TestPartlyRead counts the calls whose bodies were not kept or cannot be read, and learns from
// their statuses.
func TestPartlyRead(t *testing.T) {
	t.Parallel()
	create := func(content string) string {
		return entry("POST", "https://a.example/rest/6.0/upsell", signed, "201", content)
	}
	got := of(archive(create(`"size":90`), create(`"size":-1`), create(`"size":2,"text":"{}"`), create(`"size":9,"text":"{\"Code\":\"1"`), create(`"size":5,"text":"G/8=","encoding":"base64"`), create(`"size":0`)))
	want := []string{"Read without the answer's body: it is cut, compressed or for another reason no JSON (2 times)", "Read without the answer's body: the recorder left it out (2 times)"}
	if !reflect.DeepEqual(got.Notes, want) || got.Services[0].Calls != 6 || question(got, "create-status") != "a.example of ACME: agrees 201" {
		t.Errorf("got %+v", got)
	}
}

// TestNoRecordings says in one sentence what is wrong with a file, and reads what comes before.
func TestNoRecordings(t *testing.T) {
	t.Parallel()
	whole := archive(entry("GET", "https://a.example/rest/6.0/orders/1/", signed, "404", `"size":0`), entry("GET", "https://a.example/rest/6.0/orders/1/", signed, "404", `"size":0`))
	tests := map[string]struct {
		text, fault string
		entries     int
	}{
		"empty":         {"", "shop.har: it is empty", 0},
		"no JSON":       {"<html>", "shop.har: it is no HTTP Archive: there are no log.entries", 0},
		"another JSON":  {`{"openapi":"3.0.3"}`, "shop.har: it is no HTTP Archive: there are no log.entries", 0},
		"a list":        {`[1]`, "shop.har: it is no HTTP Archive: there are no log.entries", 0},
		"no entries":    {`{"log":{"entries":{}}}`, "shop.har: it is no HTTP Archive: there are no log.entries", 0},
		"cut":           {whole[:len(whole)-60], "shop.har: it ends within entry 2", 1},
		"broken gzip":   {packed(t, whole)[:12], "shop.har: it is no HTTP Archive: there are no log.entries", 0},
		"broken":        {archive(`{"request":nope}`, entry("GET", "https://a.example/rest/6.0/orders/1/", signed, "404", `"size":0`)), "", 2},
		"no gzip":       {"\x1f\x8bx", "shop.har: unexpected EOF", 0},
		"nothing wrong": {archive(), "", 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := of(test.text)
			if fault := strings.Join(got.Faults, "; "); !strings.HasPrefix(fault, test.fault) || test.fault == "" && fault != "" || got.Entries != test.entries {
				t.Errorf("got %q and %d entries, want %q and %d", fault, got.Entries, test.fault, test.entries)
			}
		})
	}
}

// TestManyServices reads a bounded number of hosts, and counts the calls of all others.
func TestManyServices(t *testing.T) {
	t.Parallel()
	var entries []string
	for n := range 150 {
		entries = append(entries, entry("POST", fmt.Sprintf("https://%d.example/rest/6.0/upsell", n), signed, "201", `"size":0`))
	}
	got := of(archive(entries...))
	want := []string{"Left out: a call of another host or vendor code than the first 100 (50 times)"}
	if len(got.Services) != 100 || !reflect.DeepEqual(got.Notes, want) {
		t.Errorf("got %d services and %+v", len(got.Services), got.Notes)
	}
}

// TestOneCallShowsTwoAnswers counts both answers that the rows of one page show.
func TestOneCallShowsTwoAnswers(t *testing.T) {
	t.Parallel()
	page := `{\"Items\":[{\"NetPrice\":1,\"VAT\":0,\"GrossPrice\":1},{\"NetPrice\":2,\"VAT\":0,\"GrossPrice\":2},{\"NetPrice\":3,\"VAT\":0,\"GrossPrice\":6}]}`
	got := of(archive(entry("GET", "https://a.example/rest/6.0/orders/", signed, "201", `"size":9,"text":"`+page+`"`)))
	for _, q := range got.Services[0].Questions {
		const call = "shop.har 1 search-orders"
		want := []client.LearnedAnswer{{Answer: "right", Times: 1, Calls: []string{call}}, {Answer: "running", Times: 1, Calls: []string{call}}}
		if q.ID == "page-totals" && (q.Result != client.Contradictory || !reflect.DeepEqual(q.Seen, want)) {
			t.Errorf("got %+v, want %+v", q, want)
		}
	}
}

// TestLargeEntry leaves an entry out that would fill the memory, and reads on behind it.
func TestLargeEntry(t *testing.T) {
	t.Parallel()
	large := entry("GET", "https://a.example/rest/6.0/orders/1/", signed, "404", `"size":9,"text":"`+strings.Repeat(`]},{\"[`, 3<<20)+`"`)
	got := of(archive(large, `7`, `"\"],{"`, entry("POST", "https://a.example/rest/6.0/upsell", signed, "201", `"size":0`)))
	want := []string{"Left out: an entry that is no HTTP call, or larger than 16 MiB (3 times)"}
	if question(got, "create-status") != "a.example of ACME: agrees 201" || len(got.Faults) > 0 || !reflect.DeepEqual(got.Notes, want) {
		t.Errorf("got %+v", got)
	}
}

// TestShapes compares the fields of answers with a description, and lists failures that there
// are not.
func TestShapes(t *testing.T) {
	t.Parallel()
	const description = `{"paths":{"/orders/{OrderReference}/":{"get":{"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Order"}}}}}}}},
		"components":{"schemas":{"Order":{"type":"object","required":["RefNo","Day","Note"],"properties":{"RefNo":{"type":"string"},"Day":{"type":"string","format":"date"},"Note":{"type":"string"},"Price":{"type":"number"},"Items":{"type":"array","items":{"type":"object","properties":{"Code":{"type":"string"}}}}}}}}}`
	body, _ := json.Marshal(`{"RefNo":"12","Day":"2026-10-09T12:00:00Z","Price":"10.50","Items":[{"Code":"A","Colour":"secret"}],"Extra":{"Inner":1}}`)
	text := archive(entry("GET", "https://a.example/rest/6.0/orders/1/", signed, "200", `"size":9,"text":`+string(body)), entry("GET", "https://a.example/rest/6.0/orders/1/", signed, "429", `"size":30,"text":"{\"error_code\":\"SLOW_DOWN\"}"`))
	got := learn.Learn([]client.Recording{{Name: "shop.har", Text: strings.NewReader(text)}}, learn.Options{
		CredentialHeaders: []string{"X-Service-Authentication"}, OpenAPI: func(map[string]string) ([]byte, error) { return []byte(description), nil }, WSDL: []byte("<definitions/>")}).Services[0]
	const call = "shop.har 1 retrieve-order"
	shapes := []client.LearnedShape{
		{Operation: "retrieve-order", Field: "Day", Theirs: "moment as in RFC 3339", Ours: "day as Y-m-d", Call: call}, {Operation: "retrieve-order", Field: "Extra", Theirs: "object", Call: call},
		{Operation: "retrieve-order", Field: "Items[].Colour", Theirs: "text", Call: call}, {Operation: "retrieve-order", Field: "Price", Theirs: "number in a text", Ours: "number", Call: call},
		{Operation: "retrieve-order", Field: "Note", Ours: "text", Call: call},
	}
	failures := []client.LearnedFailure{{Operation: "retrieve-order", Status: 429, Code: "SLOW_DOWN", Times: 1, Call: "shop.har 2 retrieve-order",
		Line:     "retrieve-order: 429 SLOW_DOWN is a failure that the sandbox does not have (1 time: shop.har 2 retrieve-order); this rule gives it:",
		Scenario: "summary: retrieve-order fails as recorded\nrules:\n  - on: retrieve-order\n    answer: {status: 429, error_code: \"SLOW_DOWN\", message: As recorded}\n"}}
	if !reflect.DeepEqual(got.Shapes, shapes) || !reflect.DeepEqual(got.Failures, failures) {
		t.Errorf("got %+v\nand %+v", got.Shapes, got.Failures)
	}
}

// shapesOf returns how the answer of one call differs from descriptions, a line each.
func shapesOf(text, openAPI, wsdl string) (lines []string) {
	learned := learn.Learn([]client.Recording{{Name: "shop.har", Text: strings.NewReader(text)}}, learn.Options{
		CredentialHeaders: []string{"X-Service-Authentication"}, OpenAPI: func(map[string]string) ([]byte, error) { return []byte(openAPI), nil }, WSDL: []byte(wsdl)})
	for _, d := range learned.Services[0].Shapes {
		lines = append(lines, d.Field+": "+d.Theirs+", ours "+d.Ours)
	}
	return lines
}

// TestHeaders compares the headers of successes that matter with the described ones.
func TestHeaders(t *testing.T) {
	t.Parallel()
	const openAPI = `{"paths":{"/upsell":{"post":{"responses":{"201":{"headers":{"Location":{"required":true}},"content":{"application/json":{"schema":{"type":"object","properties":{"Code":{"type":"string"}}}}}}}}}}}`
	created := func(headers, text string) string {
		return strings.Replace(archive(entry("POST", "https://a.example/rest/6.0/upsell", signed, "201", `"size":9,"text":`+text)), `{"name":"content-type","value":"application/json"}`, headers, 1)
	}
	tests := map[string]struct {
		headers string
		want    []string
	}{
		"as described":       {`{"name":"content-type","value":"application/json;charset=utf-8"},{"name":"location","value":"/upsell/7"},{"name":"x-secret","value":"x"}`, nil},
		"none kept":          {``, nil},
		"another media type": {`{"name":"Content-Type","value":"application/hal+json"},{"name":"Location","value":"/upsell/7"}`, []string{"HTTP.Content-Type: application/hal+json, ours application/json"}},
		"one less":           {`{"name":"Content-Type","value":"application/json"}`, []string{"HTTP.Location: , ours text"}},
		"two more": {`{"name":"Content-Type","value":"application/json"},{"name":"Location","value":"/upsell/7"},{"name":"retry-after","value":"20"},{"name":"x-ratelimit-left","value":"a"}`,
			[]string{"HTTP.Retry-After: number in a text, ours ", "HTTP.X-Ratelimit-Left: text, ours "}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := shapesOf(created(test.headers, `"{\"Code\":\"7\"}"`), openAPI, "<definitions/>"); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestSOAPShapes compares the elements of an answer on SOAP with the WSDL, whatever the style of
// its lists.
func TestSOAPShapes(t *testing.T) {
	t.Parallel()
	const wsdl = `<w:definitions xmlns:w="urn:w" xmlns:x="urn:x"><w:types><x:schema>
		<x:complexType name="Result"><x:sequence><x:element name="RefNo" type="x:string"/><x:element name="Total" type="x:decimal"/><x:element name="Reasons" type="t:Texts"/></x:sequence></x:complexType>
		<x:complexType name="Texts"><x:sequence><x:element name="item" type="x:string"/></x:sequence></x:complexType></x:schema></w:types>
		<w:message name="upgradePartnerSubscriptionsResponse"><w:part name="Return" type="t:Result"/></w:message></w:definitions>`
	tests := map[string]struct {
		answer string
		want   []string
	}{
		"items":      {`<Return><RefNo>A1</RefNo><Total>1.50</Total><Reasons><item>a</item><item>b</item></Reasons></Return>`, nil},
		"repeated":   {`<n:Return><n:RefNo>1</n:RefNo><n:Total>1</n:Total><n:Reasons>a</n:Reasons><n:Reasons/></n:Return>`, nil},
		"one more":   {`<Return><RefNo>1</RefNo><Total>1</Total><Reasons/><Tax><Rate>secret</Rate></Tax></Return>`, []string{"Return.Tax: object, ours "}},
		"one less":   {`<Return><RefNo>1</RefNo><Reasons/></Return>`, []string{"Return.Total: , ours number in a text"}},
		"other ones": {`<Return><RefNo><A>1</A></RefNo><Total>1,50</Total><Reasons><item><A>1</A></item></Reasons></Return>`, []string{"Return.Reasons: object, ours text", "Return.RefNo: object, ours text", "Return.Total: text, ours number in a text"}},
		"cut":        {`<Return><RefNo><A>1</A></RefNo><Total`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			envelope, _ := json.Marshal(`<?xml version="1.0" encoding="ISO-8859-1"?><e:Envelope xmlns:e="urn:e"><e:Body><n:upgradeResponse>` + test.answer + `</n:upgradeResponse></e:Body></e:Envelope>`)
			call := `{"request":{"method":"POST","url":"https://a.example/soap/6.0","postData":{"text":"<Body><upgradePartnerSubscriptions/></Body>"}},"response":{"status":200,"headers":[{"name":"Content-Type","value":"text/xml; charset=UTF-8"}],"content":{"size":9,"text":` + string(envelope) + `}}}`
			if got := shapesOf(archive(call), `{}`, wsdl); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestFaultWithAnotherStatus takes a fault for a failure although its status is that of a success.
func TestFaultWithAnotherStatus(t *testing.T) {
	t.Parallel()
	got := of(archive(`{"request":{"method":"POST","url":"https://a.example/soap/6.0","postData":{"text":"<Body><login/></Body>"}},"response":{"status":200,"headers":[],"content":{"size":9,"text":"<Body><Fault><faultcode>FORBIDDEN</faultcode></Fault></Body>"}}}`)).Services[0]
	if len(got.Shapes) > 0 || len(got.Failures) != 1 || got.Failures[0].Status != 200 || got.Failures[0].Code != "FORBIDDEN" {
		t.Errorf("got %+v and %+v", got.Shapes, got.Failures)
	}
}
