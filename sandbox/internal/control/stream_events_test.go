package control_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// everything opens the stream of everything and reads its first event.
func everything(t *testing.T, url, query, last string) (*listener, client.Hello) {
	t.Helper()
	l := listenAt(t.Context(), t, url+"/_sandbox/stream"+query, last)
	e := l.next()
	var hello client.Hello
	if err := json.Unmarshal([]byte(e.data), &hello); err != nil || e.kind != "hello" {
		t.Fatalf("got %+v, %v, want hello", e, err)
	}
	return l, hello
}

// texts reads so many events and returns the number, kind and data of each.
func (l *listener) texts(n int) []string {
	l.t.Helper()
	texts := make([]string, n)
	for i := range texts {
		e := l.next()
		_, number, _ := strings.Cut(e.id, "-")
		texts[i] = strings.TrimLeft(number+" "+e.kind+" "+e.data, " ")
	}
	return texts
}

func equalTexts(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestStreamSendsEverything makes changes of each kind, some in an account outside the
// stream.
func TestStreamSendsEverything(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	l, hello := everything(t, s.URL(), "?accounts=DEMO,none&view=line", "")
	if hello.Instance == "" || hello.Version == "" || hello.Started.IsZero() || hello.Resumed || hello.Missed != nil || hello.Waiting != nil {
		t.Errorf("got %+v", hello)
	}
	order := s.ID("order-pending", "OrderReference")
	s.Get("/odrers")
	do(t, s, step{method: "PUT", path: "/accounts/DEMO/scenarios/FORBIDDEN", body: `{"times":1}`})
	s.Get("/orders/customer/?CustomerReference=" + s.ID("customer-with-one-order", "CustomerReference"))
	do(t, s, []step{
		{method: "PUT", path: "/accounts/DEMO/scenarios/FORBIDDEN"},
		{method: "DELETE", path: "/accounts/DEMO/scenarios"},
		{method: "PUT", path: "/accounts/DEMO/clock", body: `{"now":"2026-10-09 12:00:00"}`},
		{method: "PATCH", path: "/accounts/DEMO", body: `{"features":{"API_GET_CUSTOMER_ORDERS":false}}`},
		{method: "PATCH", path: "/accounts/DEMO", body: `{"assume":{"nulls":"omitted"}}`},
		{method: "PATCH", path: "/accounts/DEMO", body: `{"assume":{"nulls":null}}`},
		{method: "PUT", path: "/accounts/DEMO/snapshots/kept"},
		{method: "PUT", path: "/scenarios/mine", body: "assume: {nulls: omitted}\n"},
		{method: "DELETE", path: "/scenarios/mine"},
		{method: "POST", path: "/accounts", body: `{"vendor_code":"OTHER"}`},
		{method: "PUT", path: "/accounts/OTHER/snapshots/unseen"},
		{method: "PATCH", path: "/accounts/DEMO/orders/" + order, body: `{"status":"CANCELED"}`},
		{method: "POST", path: "/accounts/DEMO/world", body: "products:\n  - code: NEW-1\n    name: New\n    prices: {EUR: 49}\n    months: 12\n"},
		{method: "DELETE", path: "/accounts/DEMO/requests"},
		{method: "POST", path: "/accounts/DEMO/reset", body: `{"to":"kept","keep":["journal"]}`},
		{method: "DELETE", path: "/accounts/DEMO/snapshots/kept"},
	}...)
	customer := s.ID("customer-with-one-order", "CustomerReference")
	const at = `"account":"DEMO","time":"2026-10-09T12:00:00Z","wall_time":"2026-10-09T12:00:00Z","ms":0,"protocol":"rest",`
	const forbidden = `"name":"FORBIDDEN","change":"activated","active":{"name":"FORBIDDEN","summary":"The called operation fails with FORBIDDEN","baseline":false,"matched":0,"affected":0,`
	equalTexts(t, "events", l.texts(19),
		`1 call {"id":"DEMO-1",`+at+`"method":"GET","uri":"/rest/6.0/odrers","status":404,"code":"NOT_FOUND",`+
			`"why":"GET /rest/6.0/odrers is not an operation of the interface; the nearest is GET /orders/ (search-orders)","cause":"client","questions":1}`,
		`2 scenario {"account":"DEMO",`+forbidden+`"remaining":1,"until":null}}`,
		`3 scenario {"account":"DEMO","name":"FORBIDDEN","change":"spent"}`,
		`4 call {"id":"DEMO-2",`+at+`"operation":"customer-orders","method":"GET","uri":"/rest/6.0/orders/customer/?CustomerReference=`+customer+`","status":403,"code":"FORBIDDEN",`+
			`"why":"scenario: The account lacks the feature API_GET_CUSTOMER_ORDERS.","cause":"scenario","scenario":["FORBIDDEN"],"questions":1}`,
		`5 scenario {"account":"DEMO",`+forbidden+`"remaining":null,"until":null}}`,
		`6 scenario {"account":"DEMO","name":"FORBIDDEN","change":"ended"}`,
		`7 clock {"account":"DEMO","clock":{"now":"2026-10-09T12:00:00Z","mode":"real"}}`,
		`8 feature {"account":"DEMO","feature":"API_GET_CUSTOMER_ORDERS","enabled":false}`,
		`9 question {"account":"DEMO","question":"nulls","answer":"omitted"}`,
		`10 question {"account":"DEMO","question":"nulls","answer":"shown"}`,
		`11 snapshot {"account":"DEMO","name":"kept","change":"saved"}`,
		`12 library {"name":"mine","change":"saved"}`,
		`13 library {"name":"mine","change":"deleted"}`, // 14 and 15 are of OTHER
		`16 record {"account":"DEMO","kind":"order","id":"`+order+`","change":"changed"}`,
		`17 record {"account":"DEMO","kind":"product","id":"NEW-1","change":"created"}`,
		`18 record {"account":"DEMO","kind":"settings","id":"upsell","change":"changed"}`,
		`19 cleared {"account":"DEMO"}`,
		`20 reset {"account":"DEMO","to":"kept","keep":["journal"]}`,
		`21 snapshot {"account":"DEMO","name":"kept","change":"deleted"}`,
	)
}

// TestStreamResumes comes back to the same process.
func TestStreamResumes(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	_, hello := everything(t, s.URL(), "", "")
	id := func(number int64) string { return fmt.Sprint(hello.Instance, "-", number) }
	fourCalls(s)
	for _, test := range []struct {
		query, last string
		want        string
	}{
		{"", id(hello.Last), id(hello.Last + 1)},
		{"?last=" + id(hello.Last+1), "", id(hello.Last + 2)},
		{"?last=" + id(hello.Last), id(hello.Last + 3), id(hello.Last + 4)},
		{"?last=" + id(0) + "&accounts=none", id(hello.Last + 3), id(hello.Last + 5)},
	} {
		l, again := everything(t, s.URL(), test.query, test.last)
		if !again.Resumed || again.Instance != hello.Instance || again.Missed != nil {
			t.Errorf("%s after %q: got %+v", test.query, test.last, again)
		}
		if strings.Contains(test.query, "none") {
			do(t, s, step{method: "PUT", path: "/accounts/DEMO/snapshots/unseen"})
			continue
		}
		if got := l.next().id; got != test.want {
			t.Errorf("%s after %q: got %s, want %s", test.query, test.last, got, test.want)
		}
	}
}

func TestStreamRefusesWhatItCannotFollow(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/stream?accounts=DEMO,", "", 400,
			`{"error":"accounts: a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got \"\"","hint":"such as accounts=DEMO,none; without it, all accounts are followed"}`},
		{"GET", "/stream?view=lines", "", 400, `{"error":"unknown view \"lines\"","hint":"view=line shows short rows; without it, rows are whole"}`},
		{"GET", "/stream?account=DEMO", "", 400, `{"error":"unknown query name \"account\"","hint":"did you mean accounts?"}`},
	})
}

// TestStreamWaitsForAnAccount follows an account before it is opened, and when it
// is deleted and opened again.
func TestStreamWaitsForAnAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	l, hello := everything(t, s.URL(), "?accounts=LATER&view=line", "")
	if !slices.Equal(hello.Waiting, []string{"LATER"}) {
		t.Errorf("got %+v", hello)
	}
	for range 2 {
		s.As("LATER").Get("/orders/")
		do(t, s, step{method: "DELETE", path: "/accounts/LATER"})
	}
	var got []string
	for range 6 {
		e := l.next()
		var call client.EntryLine
		must(t, json.Unmarshal([]byte(e.data), &call))
		if e.kind == "call" {
			e.data = call.ID
		}
		got = append(got, e.data)
	}
	const opened, deleted = `{"account":"LATER","change":"opened"}`, `{"account":"LATER","change":"deleted"}`
	equalTexts(t, "events", got, opened, "LATER-1", deleted, opened, "LATER-2", deleted)
}

// TestRestartLosesNoCallInSilence reads one of four calls, stops the sandbox, and
// comes back to the next process.
func TestRestartLosesNoCallInSilence(t *testing.T) {
	t.Parallel()
	options := sandbox.Options{Listen: "127.0.0.1:0", Data: filepath.Join(t.TempDir(), "data.db"), World: "empty", Clock: "2026-10-09"}
	first := started(t, options)
	l, hello := everything(t, first.URL(), "?view=line", "")
	get := func(s *sandbox.Sandbox) string {
		a, _ := exchange(t, "GET", s.URL()+"/rest/6.0/orders/", "", "X-Service-Authentication", `code="DEMO" date="2026-10-09 00:00:00" hash="0123"`)
		return a.Header.Get("X-Sandbox-Request")
	}
	before := []string{get(first), get(first), get(first)}
	read := l.next()
	stop(t, first)

	second := started(t, options)
	defer stop(t, second)
	after := get(second)
	if want := []string{"DEMO-1", "DEMO-2", "DEMO-3", "DEMO-4"}; !slices.Equal(append(before, after), want) {
		t.Errorf("got calls %q, want %q", append(before, after), want)
	}
	again, restarted := everything(t, second.URL(), "?view=line", read.id)
	if restarted.Instance == hello.Instance || restarted.Resumed || restarted.Missed == nil || *restarted.Missed != (client.Missed{Events: 2}) {
		t.Errorf("got %+v, missed %+v", restarted, restarted.Missed)
	}
	if e := again.next(); !strings.Contains(e.data, `{"id":"DEMO-4",`) {
		t.Errorf("got %+v", e)
	}
}
