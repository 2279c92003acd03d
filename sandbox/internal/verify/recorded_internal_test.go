package verify

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// whole is a call with every part for conditions.
type whole struct {
	made
	body      string
	answer    string
	mediaType string // of the answer
	scenarios string
	took      time.Duration
	soap      bool
	preview   bool

	retryAfter string
}

// begin begins the entry of the call, with a number of its own.
func (w whole) begin(j *journal.Journal, ring *journal.Ring, at time.Time) *journal.Recorder {
	method, uri, _ := strings.Cut(w.line, " ")
	r := httptest.NewRequest(method, uri, nil)
	r.Header.Set("X-Own", "mine")
	rec := j.Begin(r, at)
	rec.Operation, rec.Protocol, rec.AccountTime, rec.Preview = string(w.operation), client.REST, at, w.preview
	if w.soap {
		rec.Protocol = client.SOAP
	}
	if w.scenarios != "" {
		rec.Scenarios = journal.Names(w.scenarios)
	}
	rec.RequestBody([]byte(w.body))
	header := http.Header{"Content-Type": {w.mediaType}}
	if w.retryAfter != "" {
		header.Set("Retry-After", w.retryAfter)
	}
	rec.ResponseHead(w.status, "", header)
	rec.ResponseBody([]byte(w.answer))
	ring.NextID(rec)
	return rec
}

func (w whole) record(j *journal.Journal, ring *journal.Ring) {
	w.begin(j, ring, moment).Close(moment.Add(w.took))
}

var (
	created   = whole{made: made{"POST /rest/6.0/upsell?dry=1", catalog.CreateUpsell, 201}, body: `{"Name":"A"}`, answer: `{"Code":"c","Items":[{"a":1}]}`, mediaType: "application/json", took: 1500 * time.Microsecond}
	outside   = whole{made: made{"PUT /rest/6.0/products/7/", catalog.UnknownPath, 404}, body: `{"Price":2}`, answer: `{"error_code":"NOT_FOUND"}`, mediaType: "application/json", scenarios: "slow"}
	loggedIn  = whole{made: made{"POST /soap/6.0", catalog.Login, 200}, body: `<login/>`, answer: `<Envelope><Body><r>s</r></Body></Envelope>`, mediaType: "text/xml", soap: true}
	astrayPut = whole{made: made{"PUT /rest/6.0/anything", "", 404}, body: `{"a":1}`}
)

// TestConditionsOverARecordedCall reads each word of a condition from a call, whether the
// condition matches or not.
func TestConditionsOverARecordedCall(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		call    whole
		where   string
		matches bool
		differs string // when it does not match
	}{
		{created, `query.dry == "1" and header["X-Own"] == "mine" and body.Name == "A" and status == 201`, true, ""},
		{created, `duration_ms == 1.5 and answer.Items[0].a == 1 and now == "2026-10-09T12:00:00Z"`, true, ""},
		{created, `body.Name == "B"`, false, `body.Name == "B": map[body.Name:"A"]`},
		{created, `answer.Code == "d"`, false, `answer.Code == "d": map[answer.Code:"c"]`},
		{created, `len(answer) == 7`, false, `len(answer) == 7: map[answer:{"Code":"c","Items":[{"a":1}]}]`},
		{created, `duration_ms > 2`, false, `duration_ms > 2: map[duration_ms:1.5]`},
		{created, `now < "2026"`, false, `now < "2026": map[now:2026-10-09T12:00:00Z]`},
		{created, `xpath("/") == "x"`, false, `xpath("/") == "x": map[xpath("/"):]`},
		{created, `path["*"] == "/x"`, false, `path["*"] == "/x": map[path.*:]`},
		{outside, `body.Price == 2 and path["*"] == "/products/7"`, true, ""},
		{outside, `body.Price == 3`, false, `body.Price == 3: map[body.Price:2]`},
		{outside, `scenario == "fast"`, false, `scenario == "fast": map[scenario:slow]`},
		{loggedIn, `xpath("/") == "<login/>" and answer.r == "s" and body == nil`, true, ""},
		{loggedIn, `answer.r == "t"`, false, `answer.r == "t": map[answer.r:"s"]`},
		{astrayPut, `body.a == 1`, true, ``},
		{astrayPut, `body.a == 2`, false, `body.a == 2: map[body.a:1]`},
		{whole{made: order7, body: `{"a":1}`}, `body == nil`, true, ``},
		{whole{made: made{"POST /rest/6.0/upsell", catalog.CreateUpsell, 400}, body: `{"a":`}, `body == nil`, true, ``},
		{whole{made: made{"POST /rest/6.0/upsell", catalog.CreateUpsell, 400}, answer: `{`, mediaType: "application/json"}, `answer.a == 1`, false, `answer.a == 1: map[] the answer is not JSON: unexpected EOF after offset 1`},
		{whole{made: made{"PUT /rest/6.0/upsell/settings/campaign/", catalog.ChangeUpsellSettings, 200}, body: `{"a":1}`}, `body.a == 1`, true, ``},
	} {
		j := journal.New(journal.Defaults())
		ring := j.Ring("A")
		test.call.record(j, ring)
		got, err := reading.Verify(t.Context(), ring, client.Expectation{Where: test.where, Count: new(1)})
		near, _ := strings.CutPrefix(closest(got), "A-1 | ")
		if got.Verified {
			near = ""
		}
		if err != nil || got.Verified != test.matches || near != test.differs {
			t.Errorf("%s: got %t %v\n{%s}, want %t, %s; %s", test.where, got.Verified, err, near, test.matches, test.differs, got.Message)
		}
	}
}

// reader is reading with queries.
func reader() Verifier {
	v := reading
	v.Query = func(text string) (*calls.Query, error) { return calls.Fields().Parse(text, moment) }
	return v
}

// TestQueriesOverRecordedCalls selects calls by a query as by a condition.
func TestQueriesOverRecordedCalls(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	ring := j.Ring("A")
	for _, w := range []whole{created, outside, loggedIn} {
		w.record(j, ring)
	}
	for _, test := range []struct {
		query, operation string
		count            int
		differs          string
	}{
		{"status:2xx", "", 2, "A-2 | status:2xx: map[status:404]"}, {"status:2xx protocol:rest", "", 1, "A-3 | protocol:rest: map[protocol:soap]"},
		{"text:NOT_FOUND", "", 1, "A-3 | text:NOT_FOUND: map[]"}, {"status:4xx", "login", 0, "A-3 | status:4xx: map[status:200]"},
		{"path:/products/ status:500", "", 0, "A-2 | status:500: map[status:404]"},
		{"path:/products/ status:404 method:GET", "", 0, "A-2 | method:GET: map[method:PUT]"},
		{"path:" + strings.Repeat("x", 9), "unknown-path", 0, "A-2 | path:xxxxxxxxx: map[path:/rest/6.0/products/7/, /products/7/]"},
	} {
		got, err := reader().Verify(t.Context(), ring, client.Expectation{Query: test.query, Operation: test.operation, Count: new(9)})
		if near := closest(got); err != nil || got.Count != test.count || near != test.differs {
			t.Errorf("%s: got %d %v {%s} %s, want %d, %s", test.query, got.Count, err, near, got.Message, test.count, test.differs)
		}
	}
	const want = `unknown field "stat" at column 1; nearest: status`
	for place, e := range map[string]client.Expectation{"": {Query: "stat:2xx", Count: new(1)}, "in_order[0]: ": {InOrder: []client.Step{{Query: "stat:2xx"}}}} {
		if _, err := reader().Verify(t.Context(), ring, e); err == nil || err.Error() != place+want {
			t.Errorf("got %v, want %s", err, place+want)
		}
	}
}

// TestLongValuesOfDifferences shortens the values of a call that does not match.
func TestLongValuesOfDifferences(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("1", 2*maxGiven)
	long := made{"GET /rest/6.0/orders/" + text + "/?Page=" + text, catalog.RetrieveOrder, 200}
	for name, e := range map[string]client.Expectation{
		"path": {Query: "path:/login/", Count: new(1)}, "query.Page": {Where: `query.Page == "2"`, Count: new(1)},
	} {
		got, err := reader().Verify(t.Context(), ringOf(long), e)
		if err != nil || got.Closest == nil || len(got.Closest.Differed) != 1 {
			t.Fatalf("%s: got %+v, %v", name, got, err)
		}
		if given := got.Closest.Differed[0].Given[name]; len(given) < maxGiven/2 || len(given) > maxGiven+len("…") {
			t.Errorf("%s: got %d bytes, want at most %d: %s", name, len(given), maxGiven, given)
		}
	}
}

// TestTruncatedBodies leaves conditions over a body kept in part open, unless the kept
// part is enough.
func TestTruncatedBodies(t *testing.T) {
	t.Parallel()
	limits := journal.Defaults()
	limits.Body = 8
	j := journal.New(limits)
	ring := j.Ring("A")
	created.record(j, ring)
	whole{made: loggedIn.made, body: "<login>long</login>", soap: true}.record(j, ring)
	for _, test := range []struct {
		e         client.Expectation
		verified  bool
		uncertain bool
		message   string
	}{
		{client.Expectation{Where: `body.Name == "A"`, Count: new(0)}, false, true, `calls where body.Name == "A": matched 0, expected exactly 0; 1 call could not be evaluated, first A-1: the request cannot be read, because the journal kept only 8 of its 12 bytes`},
		{client.Expectation{Operation: "login", Where: `xpath("/") == "x"`, Count: new(0)}, false, true, `login: matched 0, expected exactly 0; 1 call could not be evaluated, first A-2: the request cannot be read, because the journal kept only 8 of its 19 bytes`},
		{client.Expectation{Where: `answer.Code == "c"`, Count: new(1)}, false, true, `calls where answer.Code == "c": matched 0, expected exactly 1; 1 call could not be evaluated, first A-1: the answer cannot be read, because the journal kept only 8 of its 30 bytes`},
		{client.Expectation{Where: `status == 201`, Count: new(1)}, true, false, `calls where status == 201: matched 1, expected exactly 1`},
		{client.Expectation{Operation: "create-upsell", Query: `text:Items`, Count: new(1)}, false, true, `create-upsell text:Items: matched 0, expected exactly 1; 1 call could not be evaluated, first A-1: the text may be in a part of a body that the journal has not kept`},
		{client.Expectation{Query: `text:Items status:404`, Count: new(0)}, true, false, `text:Items status:404: matched 0, expected exactly 0`},
		{client.Expectation{Operation: "create-upsell", AtOnce: new(1)}, true, false, "create-upsell: matched 1"},
		{client.Expectation{Operation: "create-upsell", Query: `text:Nam`, Count: new(1)}, true, false, `create-upsell text:Nam: matched 1, expected exactly 1`},
	} {
		got, err := reader().Verify(t.Context(), ring, test.e)
		if err != nil || got.Verified != test.verified || got.Uncertain != test.uncertain || got.Message != test.message {
			t.Errorf("%s%s: got %t, uncertain %t, %s (%v)", test.e.Where, test.e.Query, got.Verified, got.Uncertain, got.Message, err)
		}
	}
}

// TestTooManyAreListed lists the first calls of those that are too many, and none otherwise.
func TestTooManyAreListed(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	ring := j.Ring("A")
	for range maxListed + 2 {
		created.record(j, ring)
	}
	for _, test := range []struct {
		e    client.Expectation
		want int
	}{
		{client.Expectation{Operation: "create-upsell", Count: new(maxListed + 2)}, 0},
		{client.Expectation{Operation: "create-upsell", AtLeast: new(maxListed + 3)}, 0},
		{client.Expectation{Operation: "create-upsell", AtMost: new(maxListed)}, maxListed},
		{client.Expectation{Query: "id:A-1,A-2,A-3", Operation: "create-upsell", Count: new(0)}, 3},
	} {
		got, err := reader().Verify(t.Context(), ring, test.e)
		if err != nil || len(got.Matched) != test.want {
			t.Fatalf("%+v: got %d calls, want %d (%v)", test.e, len(got.Matched), test.want, err)
		}
		for i, line := range got.Matched {
			if want := fmt.Sprint("A-", i+1); line.ID != want {
				t.Errorf("%+v: got %s, want %s", test.e, line.ID, want)
			}
		}
	}
}
