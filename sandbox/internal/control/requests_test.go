package control_test

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var address = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// withoutPorts returns a text without ports, because they differ from run to run.
func withoutPorts(text string) string { return address.ReplaceAllString(text, "HOST") }

// idsOf returns the ids of listed calls.
func idsOf(list client.Entries) []string {
	ids := []string{}
	for _, r := range list.Requests {
		ids = append(ids, r.ID)
	}
	return ids
}

// fourCalls makes DEMO-1 to DEMO-4.
func fourCalls(s *sandboxtest.Running) {
	s.Get("/orders/0/sale/?SaleId=" + s.ID("sale", "SaleId"))
	s.Get("/orders/0/sale/?SaleId=abc")
	s.Get("/orders/sandbox:ORDER_NOT_FOUND/")
	s.Get("/odrers")
}

func TestRequestsAreFiltered(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	fourCalls(s)
	cases := []struct {
		query string
		ids   []string
		total int
	}{
		{"", []string{"DEMO-4", "DEMO-3", "DEMO-2", "DEMO-1"}, 4},
		{"?operation=&status=&code=&scenario=&since=&limit=", []string{"DEMO-4", "DEMO-3", "DEMO-2", "DEMO-1"}, 4},
		{"?limit=1", []string{"DEMO-4"}, 4},
		{"?operation=order-by-sale", []string{"DEMO-2", "DEMO-1"}, 2},
		{"?operation=order-by-sale&limit=1", []string{"DEMO-2"}, 2},
		{"?operation=login", []string{}, 0},
		{"?status=404", []string{"DEMO-4", "DEMO-3"}, 2},
		{"?status=0", []string{}, 0},
		{"?code=INVALID_SALE_ID", []string{"DEMO-2"}, 1},
		{"?scenario=ORDER_NOT_FOUND", []string{"DEMO-3"}, 1},
		{"?scenario=slow", []string{}, 0},
		{"?scenario=*", []string{"DEMO-3"}, 1},
		{"?status=4xx&operation=order-by-sale,login", []string{"DEMO-2"}, 1},
		{"?since=DEMO-3", []string{"DEMO-4"}, 1},
		{"?since=DEMO-4", []string{}, 0},
		{"?status=404&operation=retrieve-order&since=DEMO-1", []string{"DEMO-3"}, 1},
		{"?after=DEMO-2", []string{"DEMO-4", "DEMO-3"}, 2},
		{"?before=DEMO-3", []string{"DEMO-2", "DEMO-1"}, 2},
		{"?before=DEMO-3&limit=1", []string{"DEMO-2"}, 2},
		{"?before=DEMO-4&after=DEMO-1&status=4xx", []string{"DEMO-3", "DEMO-2"}, 2},
		{"?before=DEMO-1", []string{}, 0},
		{"?before=DEMO-9", []string{"DEMO-4", "DEMO-3", "DEMO-2", "DEMO-1"}, 4},
		{"?q=", []string{"DEMO-4", "DEMO-3", "DEMO-2", "DEMO-1"}, 4},
		{"?q=status:4xx+-code:ORDER*", []string{"DEMO-4", "DEMO-2"}, 2},
		{"?q=status:4xx&code=INVALID_SALE_ID", []string{"DEMO-2"}, 1},
		{"?q=cause:scenario", []string{"DEMO-3"}, 1},
		{"?q=operation:order-by-sale+-status:200", []string{"DEMO-2"}, 1},
		{"?q=record:order/sandbox:ORDER_NOT_FOUND", []string{"DEMO-3"}, 1},
		{"?q=path:/odrers", []string{"DEMO-4"}, 1},
		{"?q=%22must%20be%20a%20whole%20number%22", []string{"DEMO-2"}, 1},
		{"?q=header.x-sandbox-request:DEMO-1", []string{"DEMO-1"}, 1},
		{"?q=after:-5m+before:%2B1s", []string{"DEMO-4", "DEMO-3", "DEMO-2", "DEMO-1"}, 4},
	}
	for _, c := range cases {
		got := read[client.Entries](t, s, "/accounts/DEMO/requests"+c.query)
		if !reflect.DeepEqual(idsOf(got), c.ids) || got.Total != c.total {
			t.Errorf("%s: got %v of %d, want %v of %d", c.query, idsOf(got), got.Total, c.ids, c.total)
		}
	}
}

func TestRequestErrors(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/accounts/DEMOO/requests", "", 404, `{"error":"unknown account \"DEMOO\"","hint":"did you mean DEMO?"}`},
		{"DELETE", "/accounts/DEMOO/requests", "", 404, `{"error":"unknown account \"DEMOO\"","hint":"did you mean DEMO?"}`},
		{"GET", "/accounts/DEMO/requests?opration=login", "", 400, `{"error":"unknown query name \"opration\"","hint":"did you mean operation?"}`},
		{"GET", "/accounts/DEMO/requests?qq=1", "", 400,
			`{"error":"unknown query name \"qq\"","hint":"did you mean q?"}`},
		{"GET", "/accounts/DEMO/requests?q=a%3Db+stauts:1", "", 400, `{"error":"unknown field \"stauts\" at column 5","hint":"nearest: status"}`},
		{"GET", "/accounts/none/requests?q=%FF", "", 400, `{"error":"byte 0xff is not UTF-8 at column 1","hint":"write it in UTF-8, percent-encoded in a URL"}`},
		{"GET", "/accounts/none/requests?view=lines", "", 400, `{"error":"unknown view \"lines\"","hint":"view=line shows short rows; without it, rows are whole"}`},
		{"GET", "/accounts/none/requests?facets=cause,kind", "", 400, `{"error":"unknown facet \"kind\"","hint":"known: cause, operation, code, status, protocol, scenario, question"}`},
		{"GET", "/accounts/none/requests?before=DEMO-1", "", 400, `{"error":"before must be the id of a call of none, got \"DEMO-1\"","hint":"such as none-1"}`},
		{"GET", "/accounts/none/requests?after=none-1&since=none-1", "", 400, `{"error":"after and since are the same","hint":"give after alone"}`},
		{"GET", "/query?kind=cals", "", 400, `{"error":"unknown kind \"cals\"","hint":"did you mean calls?"}`},
		{"GET", "/accounts/DEMO/requests?code=A&code=B", "", 400, `{"error":"code is given 2 times","hint":"give it once"}`},
		{"GET", "/accounts/DEMO/requests?a=%zz", "", 400,
			`{"error":"the query cannot be read: invalid URL escape \"%zz\"","hint":"send name=value pairs joined by &, percent-encoded"}`},
		{"GET", "/accounts/DEMO/requests?operation=retrive-order", "", 400,
			`{"error":"unknown operation \"retrive-order\"","hint":"did you mean retrieve-order?"}`},
		{"GET", "/accounts/DEMO/requests?status=99", "", 400,
			`{"error":"status must be from 100 to 599, or 0, got \"99\"","hint":"write it as 404, 4xx, >=500 or 400..499; 0 selects the calls that got no answer"}`},
		{"GET", "/accounts/DEMO/requests?limit=0", "", 400,
			`{"error":"limit must be a whole number of at least 1, got \"0\"","hint":"without it, the list has up to 100 rows"}`},
		{"GET", "/accounts/DEMO/requests?since=ACME-1", "", 400,
			`{"error":"since must be the id of a call of DEMO, got \"ACME-1\"","hint":"such as DEMO-1"}`},
		{"GET", "/accounts/none/requests?since=1", "", 400, `{"error":"since must be the id of a call of none, got \"1\"","hint":"such as none-1"}`},
		{"GET", "/requests/DEMO-1", "", 404, `{"error":"call DEMO-1 has not come yet",` +
			`"hint":"nothing has called the account since the sandbox started"}`},
		{"GET", "/requests/DEMO", "", 404, `{"error":"unknown request \"DEMO\"",` +
			`"hint":"an id is a vendor code or none, a hyphen and a number; the header X-Sandbox-Request has it"}`},
	})
}

// TestRequestIsShownWhole compares an entry byte for byte, except ports.
func TestRequestIsShownWhole(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/0/sale/?SaleId=abc")
	const entry = `{"id":"DEMO-1","number":1,"account":"DEMO","protocol":"rest","operation":"order-by-sale",` +
		`"wall_time":"2026-10-09T12:00:00Z","account_time":"2026-10-09T12:00:00Z","duration_ns":0,` +
		`"request":{"method":"GET","uri":"/rest/6.0/orders/0/sale/?SaleId=abc","proto":"HTTP/1.1","remote":"HOST","header":[` +
		`{"name":"Accept","value":"application/json"},{"name":"Accept-Encoding","value":"gzip"},{"name":"Host","value":"HOST"},` +
		`{"name":"User-Agent","value":"Go-http-client/1.1"},{"name":"X-Service-Authentication",` +
		`"value":"code=\"DEMO\" date=\"2026-10-09 12:00:00\" hash=\"HASH\" algo=\"sha256\""}],"body_size":0},` +
		`"response":{"status":400,"code":"INVALID_SALE_ID","header":[{"name":"Content-Type","value":"application/json"},` +
		`{"name":"X-Sandbox-Explain","value":"SaleId must be a whole number, got \"abc\""},{"name":"X-Sandbox-Request","value":"DEMO-1"}],` +
		`"body":"{\"error_code\":\"INVALID_SALE_ID\",\"message\":\"SaleId must be a whole number, got \\\"abc\\\"\"}","body_size":87},` +
		`"why":"SaleId must be a whole number, got \"abc\"","cause":"client",` +
		`"checks":[{"name":"account","passed":true,"given":"DEMO"},{"name":"credential","passed":true},` +
		`{"name":"SaleId","passed":false,"field":"SaleId","given":"abc","expected":"a whole number",` +
		`"message":"SaleId must be a whole number, got \"abc\""}],"assumptions":["lookup-unknown"],` +
		`"curl":"curl -i 'http://HOST/rest/6.0/orders/0/sale/?SaleId=abc' -H 'Accept: application/json' ` +
		`-H \"$(commerce-sandbox sign --account DEMO --url http://HOST)\""}`
	const hash = "2c97f25d3076d77a43aabc1fbcda4fa98d2d7f56b6b2a24f49796011dc48d246"
	masked := strings.ReplaceAll(entry, "HASH", hash[:4]+"…")
	cases := map[string]string{
		"/accounts/DEMO/requests": `{"requests":[` + masked + `],"total":1,"dropped":0}`,
		"/requests/DEMO-1":        strings.ReplaceAll(entry, "HASH", hash),
	}
	for path, want := range cases {
		if status, body := visit(t, s, "GET", path, ""); status != 200 || withoutPorts(body) != want {
			t.Errorf("%s: got %d %s, want %s", path, status, withoutPorts(body), want)
		}
	}
}

// TestSignatureIsExplainedOnce reads the signed string and the right hash in the
// explanation of one call and nowhere else.
func TestSignatureIsExplainedOnce(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const wrong = "0000000000000000000000000000000000000000000000000000000000000001"
	a, _ := exchange(t, "GET", s.REST()+"/orders/", "", "X-Service-Authentication", `code="DEMO" date="2026-10-09 12:00:00" hash="`+wrong+`"`)
	id := a.Header.Get("X-Sandbox-Request")
	const signed = `"explain":[{"key":"signed","value":"4DEMO192026-10-09 12:00:00"}`
	for path, want := range map[string]bool{
		"/requests/" + id: true, "/accounts/DEMO/requests": false,
	} {
		_, body := visit(t, s, "GET", path, "")
		if got := strings.Contains(body, signed); got != want {
			t.Errorf("%s: explained %t, want %t: %s", path, got, want, body)
		}
		if got := strings.Contains(body, wrong); got != want {
			t.Errorf("%s: hash shown %t, want %t: %s", path, got, want, body)
		}
	}
	status, text := visit(t, s, "GET", "/requests/"+id+"?format=text", "")
	if status != 200 || !strings.Contains(text, "given     "+wrong+"\n") || !strings.Contains(text, "\nSignature\n  signed  4DEMO192026-10-09 12:00:00\n") {
		t.Errorf("got %d %s, want the explanation with its hashes", status, text)
	}
	if _, text := visit(t, s, "GET", "/requests/"+id+"?format=text&masked=true", ""); strings.Contains(text, wrong) || !strings.Contains(text, "given     0000…\n") {
		t.Errorf("got %s, want masked hashes", text)
	}
	status, body := visit(t, s, "GET", "/requests/"+id+"?format=xml", "")
	if want := `{"error":"unknown format \"xml\"","hint":"known: json, text, curl, node, php, python, go, junit, node-test, phpunit, …"}`; status != 400 || strings.TrimSpace(body) != want {
		t.Errorf("got %d %s, want %s", status, body, want)
	}
}

func TestRequestsCountDroppedCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Journal = 1 })
	fourCalls(s)
	got := read[client.Entries](t, s, "/accounts/DEMO/requests")
	if want := []string{"DEMO-4"}; !reflect.DeepEqual(idsOf(got), want) || got.Total != 1 || got.Dropped != 3 {
		t.Errorf("got %v of %d, %d dropped, want %v of 1, 3 dropped", idsOf(got), got.Total, got.Dropped, want)
	}
	for query, want := range map[string]string{
		"": "3", "q=status:2xx": "1", "q=preview:false+-status:2xx": "2", "q=-status:2xx+cause:scenario": "1", "operation=order-by-sale": "2",
		"q=text:sale": "unknown", "scenario=FORBIDDEN": "unknown", "after=DEMO-1": "unknown", "before=DEMO-4": "unknown",
	} {
		matching := "unknown"
		if got := read[client.Entries](t, s, "/accounts/DEMO/requests?"+query); got.DroppedMatching != nil {
			matching = fmt.Sprint(*got.DroppedMatching)
		}
		if matching != want {
			t.Errorf("%s: got %s of the dropped calls, want %s", query, matching, want)
		}
	}
}
