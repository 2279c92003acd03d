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
	return learn.Learn([]learn.File{{Name: "shop.har", Text: strings.NewReader(text)}}, learn.Options{
		CredentialHeaders: []string{"X-Service-Authentication"}, Describe: func(map[string]string) ([]byte, error) { return []byte("{}"), nil }})
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
		"a skewed recorder":      {strings.Replace(plain, "2026-10-09T12:00:01.000Z", "2026-10-09T15:00:01+01:00", 1), "rest-skew", "api.example.com of ACME: differs a date that was off by 2h0m1s was accepted (shop.har 1, order-by-sale)"},
		"the service's own time": {strings.Replace(strings.Replace(plain, "2026-10-09T12:00:01.000Z", "2026-10-09T15:00:01", 1), `"headers":[{"name":"content-type"`, `"headers":[{"name":"date","value":"Fri, 09 Oct 2026 12:00:04 GMT"},{"name":"content-type"`, 1), "rest-skew", "api.example.com of ACME: bounded a date that was off by 4s was accepted (shop.har 1, order-by-sale)"},
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
	want := []client.LearnedNothing{
		{Why: "a call of another service", Entries: 2}, {Why: "a call of version 5.0 of the interface", Entries: 1},
		{Why: "a sandbox answered on purpose: a scenario, a preview or discarded writes", Entries: 1}, {Why: "an entry that is no HTTP call", Entries: 2},
		{Why: "no answer was recorded", Entries: 1}, {Why: "no operation of the interface: GET /products/*/", Entries: 1},
	}
	if !reflect.DeepEqual(got.Unplaced, want) || got.Entries != 9 || question(got, "retrieve-unknown") != "a.example of ACME: agrees 404" {
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

// TestLongTexts cuts long texts, whatever they consist of, and reads on behind them.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"letters": strings.Repeat("x", 5<<20), "escapes": strings.Repeat(`\\\"`, 2<<20), "hexadecimal": strings.Repeat(`\u00e9`, 1<<20),
		"shifted": "a" + strings.Repeat(`\u00e9`, 1<<20), "surrogates": "ab" + strings.Repeat(`\ud83d\ude00`, 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := of(archive(entry("GET", "https://a.example/rest/6.0/orders/1/", signed, "404", `"size":9,"text":"`+text+`"`), entry("POST", "https://a.example/rest/6.0/upsell", signed, "201", `"size":0`)))
			if question(got, "create-status") != "a.example of ACME: agrees 201" || len(got.Faults) > 0 {
				t.Errorf("got %+v", got)
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
	want := []client.LearnedNothing{{Why: "a call of another host or vendor code than the first 100", Entries: 50}}
	if len(got.Services) != 100 || !reflect.DeepEqual(got.Unplaced, want) {
		t.Errorf("got %d services and %+v", len(got.Services), got.Unplaced)
	}
}

// TestOneCallShowsTwoAnswers counts both answers that the rows of one page show.
func TestOneCallShowsTwoAnswers(t *testing.T) {
	t.Parallel()
	page := `{\"Items\":[{\"NetPrice\":1,\"VAT\":0,\"GrossPrice\":1},{\"NetPrice\":2,\"VAT\":0,\"GrossPrice\":2},{\"NetPrice\":3,\"VAT\":0,\"GrossPrice\":6}]}`
	got := of(archive(entry("GET", "https://a.example/rest/6.0/orders/", signed, "201", `"size":9,"text":"`+page+`"`)))
	for _, q := range got.Services[0].Questions {
		const call = "shop.har 1, search-orders"
		want := []client.LearnedAnswer{{Answer: "right", Times: 1, Calls: []string{call}}, {Answer: "running", Times: 1, Calls: []string{call}}}
		if q.ID == "page-totals" && (q.Result != client.Contradictory || !reflect.DeepEqual(q.Seen, want)) {
			t.Errorf("got %+v, want %+v", q, want)
		}
	}
}

// TestLargeEntry stops at an entry that would fill the memory, and keeps what comes before.
func TestLargeEntry(t *testing.T) {
	t.Parallel()
	header := `{"name":"a","value":"` + strings.Repeat("x", 4<<20) + `"},`
	got := of(archive(entry("POST", "https://a.example/rest/6.0/upsell", signed, "201", `"size":0`), entry("GET", "https://a.example/", strings.Repeat(header, 9)+signed, "200", `"size":0`)))
	if question(got, "create-status") != "a.example of ACME: agrees 201" || len(got.Faults) != 1 || !strings.Contains(got.Faults[0], "shop.har: it was read up to entry 2, which has more than 32 MiB") {
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
	got := learn.Learn([]learn.File{{Name: "shop.har", Text: strings.NewReader(text)}}, learn.Options{
		CredentialHeaders: []string{"X-Service-Authentication"}, Describe: func(map[string]string) ([]byte, error) { return []byte(description), nil }}).Services[0]
	const call = "shop.har 1, retrieve-order"
	shapes := []client.LearnedShape{
		{Operation: "retrieve-order", Field: "Day", Theirs: "moment as in RFC 3339", Ours: "day as Y-m-d", Call: call}, {Operation: "retrieve-order", Field: "Extra", Theirs: "object", Call: call},
		{Operation: "retrieve-order", Field: "Items[].Colour", Theirs: "text", Call: call}, {Operation: "retrieve-order", Field: "Price", Theirs: "number in a text", Ours: "number", Call: call},
		{Operation: "retrieve-order", Field: "Note", Ours: "text", Call: call},
	}
	failures := []client.LearnedFailure{{Operation: "retrieve-order", Status: 429, Code: "SLOW_DOWN", Times: 1, Call: "shop.har 2, retrieve-order",
		Scenario: "summary: retrieve-order fails as recorded\nrules:\n  - on: retrieve-order\n    answer: {status: 429, error_code: \"SLOW_DOWN\", message: As recorded}\n"}}
	if !reflect.DeepEqual(got.Shapes, shapes) || !reflect.DeepEqual(got.Failures, failures) {
		t.Errorf("got %+v\nand %+v", got.Shapes, got.Failures)
	}
}
