package control_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// verdict is the answer to a verification, with only the id of the closest call.
type verdict struct {
	Verified bool
	Count    int
	Dropped  int
	Message  string
	Closest  *near
}

type near struct {
	Request  struct{ ID string }
	Differed []differed
}

type differed struct {
	Expected string
	Given    map[string]string
	Error    string
}

func nearTo(id string, all ...differed) *near {
	n := &near{Differed: append([]differed{}, all...)}
	n.Request.ID = id
	return n
}

func verify(t *testing.T, s *sandboxtest.Running, question string) verdict {
	t.Helper()
	status, body := visit(t, s, "POST", "/accounts/"+s.Code()+"/verdict", one(question))
	var v struct{ Results []verdict }
	if err := json.Unmarshal([]byte(body), &v); err != nil || status != 200 {
		t.Fatalf("%s: got %d %s, %v", question, status, body, err)
	}
	return v.Results[0]
}

// one returns the body of a verdict with one expectation.
func one(expectation string) string { return `{"expectations":[` + expectation + `]}` }

// ask returns an expectation with a condition.
func ask(operation, where, number string) string {
	text, _ := json.Marshal(where) // a string always encodes
	return fmt.Sprintf(`{"operation":%q,"where":%s,%s}`, operation, text, number)
}

func TestVerify(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/0/sale/?SaleId=abc")                                                       // DEMO-1
	s.Get("/orders/0/sale/?SaleId=1&SaleId=2")                                                // DEMO-2
	s.Get("/orders/a%2Fb//?x=1")                                                              // DEMO-3
	s.Do("POST", "/upsell", `{"Name":"Spring","Discount":{"Type":"PERCENT"},"Enabled":true}`) // DEMO-4
	s.Get("/upsel/recommended")                                                               // DEMO-5, meets no operation
	cases := []struct {
		question string
		want     verdict
	}{
		{`{"operation":"order-by-sale","count":1,"within":"30s"}`,
			verdict{false, 2, 0, "order-by-sale: matched 2, expected exactly 1", nearTo("DEMO-2")}},
		{`{"operation":"order-by-sale","at_least":1,"at_most":2}`, verdict{true, 2, 0, "order-by-sale: matched 2, expected at least 1 and at most 2", nil}},
		{`{"in_order":[{"operation":"retrieve-order"},{"operation":"order-by-sale"}],"strict":true}`,
			verdict{false, 1, 0, "in strict order retrieve-order, order-by-sale: found 1 of 2 steps; " +
				"after DEMO-3 (retrieve-order) came DEMO-4 (create-upsell) in place of step 2 (order-by-sale)",
				nearTo("DEMO-4", differed{"GET /orders/0/sale/ (order-by-sale)",
					map[string]string{"operation": "create-upsell", "request": "POST /rest/6.0/upsell"}, ""})}},
		{`{"operation":"login","at_least":1}`,
			verdict{false, 0, 0, "login: matched 0, expected at least 1; only calls of other operations were made: " +
				"2 of order-by-sale, 1 of retrieve-order, 1 of create-upsell and 1 of no operation",
				nearTo("DEMO-5", differed{"login", map[string]string{"request": "GET /rest/6.0/upsel/recommended"}, ""})}},
		{ask("order-by-sale", `query.SaleId == "abc" && header.accept == "application/json"`, `"count":1`),
			verdict{true, 1, 0, "order-by-sale: matched 1, expected exactly 1", nil}},
		{ask("retrieve-order", `path.OrderReference == "a/b" and now startsWith "2026-"`, `"count":1`),
			verdict{true, 1, 0, "retrieve-order: matched 1, expected exactly 1", nil}},
		{ask("order-by-sale", `query.SaleId == "1" and query.Page == "2"`, `"at_least":1`),
			verdict{false, 0, 0, "order-by-sale: matched 0, expected at least 1",
				nearTo("DEMO-2", differed{`query.Page == "2"`, map[string]string{"query.Page": ""}, ""})}},
		{ask("create-upsell", `body.Name < 3 and xpath("//x") == "1"`, `"count":1`),
			verdict{false, 0, 0, "create-upsell: matched 0, expected exactly 1; 1 call could not be evaluated, first DEMO-4: invalid operation: string < int", nearTo("DEMO-4",
				differed{`body.Name < 3`, map[string]string{"body.Name": `"Spring"`},
					"invalid operation: string < int"},
				differed{`xpath("//x") == "1"`, map[string]string{`xpath("//x")`: ""}, ""})}},
		{ask("order-by-sale", `header["X-Service-Authentication"] == "x"`, `"at_least":1`),
			verdict{false, 0, 0, "order-by-sale: matched 0, expected at least 1", nearTo("DEMO-2",
				differed{`header["X-Service-Authentication"] == "x"`, map[string]string{
					"header.X-Service-Authentication": `code="DEMO" date="2026-10-09 12:00:00" hash="2c97…" algo="sha256"`}, ""})}},
		{`{"q":"code:INVALID_SALE_ID after:-5m","at_least":1}`, verdict{true, 2, 0, "code:INVALID_SALE_ID after:-5m: matched 2, expected at least 1", nil}},
		{`{"q":"method:GET header.accept:text/xml Spring","at_least":1}`,
			verdict{false, 0, 0, "method:GET header.accept:text/xml Spring: matched 0, expected at least 1", nearTo("DEMO-5",
				differed{"header.accept:text/xml", map[string]string{"header.accept": "application/json"}, ""},
				differed{"text:Spring", map[string]string{}, ""})}},
		{`{"q":"header.X-Service-Authentication:x method:GET","at_least":1}`,
			verdict{false, 0, 0, "header.X-Service-Authentication:x method:GET: matched 0, expected at least 1", nearTo("DEMO-5",
				differed{"header.X-Service-Authentication:x", map[string]string{
					"header.X-Service-Authentication": `code="DEMO" date="2026-10-09 12:00:00" hash="2c97…" algo="sha256"`}, ""})}},
	}
	for _, c := range cases {
		t.Run(c.question, func(t *testing.T) {
			t.Parallel()
			if got := verify(t, s, c.question); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v %+v, want %+v %+v", got, got.Closest, c.want, c.want.Closest)
			}
		})
	}
}

// TestVerifyReadsEnvelopes evaluates a condition over a recorded envelope, and shows its
// parts masked.
func TestVerifyReadsEnvelopes(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	login(t, s)
	got := verify(t, s, ask("login", `xpath("//date") == "2026-10-09 12:00:00" and xpath("//merchantCode") == "DEMO"`, `"count":1`))
	if want := (verdict{true, 1, 0, "login: matched 1, expected exactly 1", nil}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got = verify(t, s, ask("login", `xpath("//merchantCode") == "DEMO" and xpath("//hash") == "1"`, `"count":1`))
	want := verdict{false, 0, 0, "login: matched 0, expected exactly 1",
		nearTo("DEMO-1", differed{`xpath("//hash") == "1"`, map[string]string{`xpath("//hash")`: "0123…"}, ""})}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v %+v, want %+v %+v", got, got.Closest, want, want.Closest)
	}
}

// loginHash is a wrong hash.
const loginHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// login tries to open a session with a wrong hash.
func login(t *testing.T, s *sandboxtest.Running) {
	t.Helper()
	envelope := `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><login><merchantCode>DEMO</merchantCode>` +
		`<date>2026-10-09 12:00:00</date><hash>` + loginHash + `</hash><algorithm>sha256</algorithm></login></Body></Envelope>`
	exchange(t, "POST", s.SOAP(), envelope)
}

// TestVerifyWaits makes the call while the verification waits, or before: the
// answer is the same.
func TestVerifyWaits(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	var calling sync.WaitGroup
	calling.Go(func() { s.Get("/orders/0/sale/?SaleId=abc") })
	calling.Go(func() { s.Get("/orders/0/sale/?SaleId=abc") })
	defer calling.Wait()
	if got, want := verify(t, s, `{"operation":"order-by-sale","at_least":2,"within":"30s"}`), (verdict{true, 2, 0, "order-by-sale: matched 2, expected at least 2", nil}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestStopEndsVerify stops the sandbox while one verification waits for a call and
// another one evaluates a long condition.
func TestStopEndsVerify(t *testing.T) {
	t.Parallel()
	long := ask("login", `any(1..90000, len(xpath("//hash") + header.X + upper(xpath("//date"))) > 1000)`, `"at_least":1,"within":"30s"`)
	for name, question := range map[string]string{"wait": `{"operation":"login","at_least":51,"within":"30s"}`, "condition": long} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			for range 50 {
				login(t, s)
			}
			conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
			must(t, err)
			defer conn.Close()
			from := bufio.NewReader(conn)
			fmt.Fprintf(conn, "POST /_sandbox/accounts/DEMO/verdict HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(one(question)))
			if line, err := from.ReadString('\n'); line != "HTTP/1.1 100 Continue\r\n" {
				t.Fatalf("got %q, %v", line, err)
			}
			fmt.Fprint(conn, one(question))
			soon, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := s.Sandbox().Stop(soon); err != nil {
				t.Errorf("the sandbox waits for the verification: %v", err)
			}
			rest, _ := io.ReadAll(from)
			if want := `{"error":"the request ended without a result, because the sandbox stops or the client left","hint":"send it again"}`; !strings.Contains(string(rest), "HTTP/1.1 503 ") || !strings.Contains(string(rest), want) {
				t.Errorf("got %q, want 503 %s", rest, want)
			}
		})
	}
}

func TestVerifyErrors(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const language = `"hint":"write it like the when of a scenario, such as query.Page == \"2\" or status == 404"}`
	cases := map[string]string{
		`{}`: `{"error":"operation, q or where is required","hint":"such as \"operation\": \"retrieve-order\" or \"q\": \"path:/orders/ status:2xx\""}`,
		`{"in_order":[{"operation":"login"},{}]}`:                                      `{"error":"in_order[1]: operation, q or where is required","hint":"such as \"operation\": \"retrieve-order\" or \"q\": \"path:/orders/ status:2xx\""}`,
		`{"operation":"login","count":1},{"operation":"login","count":1,"within":"x"}`: `{"error":"expectations[1].within must be a duration such as 500ms, 5s or 7d, got \"x\"","hint":"send one JSON object with the documented fields"}`,
		`{"operation":"login","count":1,"nothing_else":true}`:                          `{"error":"of several expectations, nothing_else is given beside them","hint":"it is about all calls"}`,
		`{"operation":"login","coutn":1}`:                                              `{"error":"unknown field expectations[0].coutn; did you mean count?","hint":"send one JSON object with the documented fields"}`,
		`{"operation":"login","count":1,"where":"1"}`:                                  `{"error":"where: expected bool, but got int (at character 1)",` + language,
		`{"operation":"login","count":1,"where":"qery.X"}`:                             `{"error":"where: unknown name qery; known: query, path, header, body, xpath(\"//NAME\"), now, hour(now), weekday(now), method, status, code, scenario, duration_ms, answer (at character 1); did you mean query?",` + language,
	}
	for body, want := range cases {
		if status, got := visit(t, s, "POST", "/accounts/DEMO/verdict", one(body)); status != 400 || got != want {
			t.Errorf("%s: got %d %s, want 400 %s", body, status, got, want)
		}
	}
	if status, got := visit(t, s, "POST", "/accounts/ACME/verdict", `{}`); status != 404 {
		t.Errorf("got %d %s, want 404", status, got)
	}
}

// TestVerifyLeavesPreviewsOut previews a call: it is then in the list, but no expectation
// counts it.
func TestVerifyLeavesPreviewsOut(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	exchange(t, "GET", s.REST()+"/orders/0/sale/?SaleId=abc", "", "X-Service-Authentication", s.Sign(), "X-Sandbox-Preview", "1")
	got := verify(t, s, `{"operation":"order-by-sale","at_most":0}`)
	want := verdict{true, 0, 0, "order-by-sale: matched 0, expected at most 0", nil}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestVerifyReadsAnswers evaluates conditions over how calls ended.
func TestVerifyReadsAnswers(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=2")              // DEMO-1
	s.Get("/orders/0/sale/?SaleId=abc")    // DEMO-2
	login(t, s)                            // DEMO-3
	s.Get("/orders/sandbox:gateway-html/") // DEMO-4
	s.Get("/orders/sandbox:FORBIDDEN/")    // DEMO-5, an input of no scenario of the operation
	cases := []struct {
		where string
		count int
		fault string
	}{
		{`status == 201 and answer.Pagination.Limit == 2 and len(answer.Items) == 2`, 1, ""},
		{`any(answer.Items, .RefNo != "")`, 1, ""},
		{`answer.Pagination.Limit > 1`, 1, "invalid operation: string > int"},
		{`code == "INVALID_SALE_ID" and answer.error_code == code and duration_ms >= 0`, 1, ""},
		{`answer.Fault.faultstring != "" and status == 500`, 1, ""},
		{`scenario == "gateway-html" and answer contains "<html"`, 1, ""},
		{`scenario != ""`, 1, ""},
		{`answer.Missing.Deep[3] == ""`, 5, ""},
		{`status < 400`, 1, ""},
	}
	for _, c := range cases {
		got := verify(t, s, ask("", c.where, fmt.Sprintf(`"at_least":%d`, c.count)))
		if got.Count != c.count || !strings.Contains(got.Message, c.fault) || strings.Contains(got.Message, "could not be evaluated") != (c.fault != "") {
			t.Errorf("%s: got %+v, want %d", c.where, got, c.count)
		}
	}
}

// TestVerifySaysWhatIsUncertain verifies answers kept in part: a bound above does not
// hold, because they may match.
func TestVerifySaysWhatIsUncertain(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World("paging"))
	s.Get("/orders/?Limit=200&StartDate=2020-01-01")
	const fault = "; 1 call could not be evaluated, first DEMO-1: the answer cannot be read, because the journal kept only 65536 of its "
	for question, verified := range map[string]bool{
		ask("search-orders", `answer.Pagination.Limit == 1`, `"count":0`):                     false,
		ask("search-orders", `answer.Pagination.Limit == 1`, `"at_most":1`):                   true,
		ask("search-orders", `answer.Pagination.Limit == 200`, `"at_least":1`):                false,
		ask("search-orders", `status == 201 or answer.Pagination.Limit == 1`, `"at_least":1`): true,
	} {
		got := verify(t, s, question)
		if got.Verified != verified || strings.Contains(got.Message, fault) == strings.Contains(question, "status") {
			t.Errorf("%s: got %+v, want %t", question, got, verified)
		}
	}
}
