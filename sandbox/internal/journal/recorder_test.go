package journal_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// complete makes an entry with every part filled.
func complete(j *journal.Journal) *journal.Entry {
	in := httptest.NewRequest("PUT", "/rest/6.0/upsell/7?a=1", nil)
	in.RemoteAddr = "127.0.0.1:4711"
	in.Header = http.Header{"X-Two": {"b", "a"}, "Accept": {"application/json"}}
	d := j.Begin(in, noon)
	d.Protocol, d.Operation, d.AccountTime = client.REST, "update-upsell", noon.AddDate(0, 0, 8)
	r := j.Ring("DEMO")
	r.NextID(d)
	d.Scenarios, d.Questions = "slow", "campaign-update"
	d.RequestBody([]byte(`{"Name":"x"}`))
	d.Check(journal.Check{Name: "credential", Passed: true})
	d.Check(journal.Check{Name: "parameter", Field: "Limit", Given: "500", Expected: "1 to 200", Message: "too large"})
	d.Note("ignored: Naem")
	d.Line("signed", "4DEMO")
	d.Secret("s3cret")
	d.Change("campaign", "7", []byte(`{"Name":"w"}`), []byte(`{"Name":"x"}`))
	d.Change("campaign", "8", nil, []byte("no json"))
	d.ResponseHead(400, "INVALID_PARAMETER", http.Header{"Content-Type": {"application/json"}})
	d.ResponseBody([]byte("\xff\x00"))
	d.Close(noon.Add(1500 * time.Microsecond))
	e, _ := r.Latest()
	return e
}

func TestEntryIsWhatWasRecorded(t *testing.T) {
	t.Parallel()
	got := complete(journal.New(journal.Defaults()))
	want := client.Entry{
		ID: "DEMO-1", Number: 1, Account: "DEMO", Protocol: "rest", Operation: "update-upsell",
		WallTime: noon, AccountTime: noon.AddDate(0, 0, 8), Duration: 1500 * time.Microsecond,
		Request: client.Request{
			Method: "PUT", URI: "/rest/6.0/upsell/7?a=1", Proto: "HTTP/1.1", Remote: "127.0.0.1:4711",
			Header: client.Header{{Name: "Accept", Value: "application/json"}, {Name: "Host", Value: "example.com"}, {Name: "X-Two", Value: "b"}, {Name: "X-Two", Value: "a"}},
			Body:   client.Bytes(`{"Name":"x"}`), BodySize: 12,
		},
		Response: client.Response{
			Status: 400, Code: "INVALID_PARAMETER",
			Header: client.Header{{Name: "Content-Type", Value: "application/json"}},
			Body:   client.Bytes("\xff\x00"), BodySize: 2,
		},
		Checks: []journal.Check{
			{Name: "credential", Passed: true},
			{Name: "parameter", Field: "Limit", Given: "500", Expected: "1 to 200", Message: "too large"},
		},
		Scenarios: "slow", Questions: "campaign-update", Notes: []string{"ignored: Naem"},
		Changes: []client.Change{
			{Kind: "campaign", ID: "7", Before: client.Record(`{"Name":"w"}`), After: client.Record(`{"Name":"x"}`)},
			{Kind: "campaign", ID: "8", After: client.Record("no json")},
		},
		Explain: []client.Line{{Key: "signed", Value: "4DEMO"}},
	}
	if secrets := []string{"s3cret"}; !reflect.DeepEqual(got.Entry, want) || !reflect.DeepEqual(got.Mask.Secrets, secrets) {
		t.Errorf("got %+v and %q, want %+v and %q", got.Entry, got.Mask.Secrets, want, secrets)
	}
}

func TestEntryAsJSON(t *testing.T) {
	t.Parallel()
	e := complete(journal.New(journal.Defaults()))
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "JSON", string(data), `{"id":"DEMO-1","number":1,"account":"DEMO","protocol":"rest","operation":"update-upsell",`+
		`"wall_time":"2026-03-01T12:00:00Z","account_time":"2026-03-09T12:00:00Z","duration_ns":1500000,`+
		`"request":{"method":"PUT","uri":"/rest/6.0/upsell/7?a=1","proto":"HTTP/1.1","remote":"127.0.0.1:4711",`+
		`"header":[{"name":"Accept","value":"application/json"},{"name":"Host","value":"example.com"},`+
		`{"name":"X-Two","value":"b"},{"name":"X-Two","value":"a"}],"body":"{\"Name\":\"x\"}","body_size":12},`+
		`"response":{"status":400,"code":"INVALID_PARAMETER","header":[{"name":"Content-Type","value":"application/json"}],`+
		`"body":{"base64":"/wA="},"body_size":2},`+
		`"checks":[{"name":"credential","passed":true},`+
		`{"name":"parameter","passed":false,"field":"Limit","given":"500","expected":"1 to 200","message":"too large"}],`+
		`"scenario":["slow"],"assumptions":["campaign-update"],"notes":["ignored: Naem"],`+
		`"changes":[{"kind":"campaign","id":"7","before":{"Name":"w"},"after":{"Name":"x"}},`+
		`{"kind":"campaign","id":"8","after":"no json"}],"explain":[{"key":"signed","value":"4DEMO"}]}`)

	var back journal.Entry
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	want := e.Entry
	want.Changes = []client.Change{e.Changes[0], {Kind: "campaign", ID: "8", After: client.Record(`"no json"`)}}
	if !reflect.DeepEqual(back.Entry, want) || back.Mask.Secrets != nil {
		t.Errorf("decoded: got %+v and %q, want %+v and no secrets", back.Entry, back.Mask.Secrets, want)
	}
}

func TestTextsAreBounded(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	d := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
	d.Check(journal.Check{Name: "x", Given: strings.Repeat("ü", 5000)})
	for range 2000 {
		d.Note("n")
		d.Line("k", "v")
		d.Change("order", "1", nil, nil)
	}
	d.Close(noon)
	e, _ := j.Ring(journal.None).Latest()
	given := e.Checks[0].Given
	if want := strings.Repeat("ü", (len(given)-3)/2) + "…"; given != want || len(given) > 2048 || len(given) < 2046 {
		t.Errorf("a long text was cut to %d bytes: %q", len(given), given)
	}
	rows := len(e.Notes) + len(e.Explain) + len(e.Changes)
	equal(t, "rows kept and omitted", rows+e.Omitted, 6000)
	if rows < 300 || rows > 700 {
		t.Errorf("got %d rows, want what fits 64 KiB", rows)
	}
}

func TestValuesOfOneHeaderKeepTheirOrder(t *testing.T) {
	t.Parallel()
	in := &http.Request{Header: http.Header{}}
	var want client.Header
	for _, name := range []string{"A", "B", "C", "D"} {
		for n := range 40 {
			value := fmt.Sprint((n * 17) % 40)
			in.Header.Add(name, value)
			want = append(want, client.Field{Name: name, Value: value})
		}
	}
	j := journal.New(journal.Defaults())
	for range 20 { // a map has another order each time
		if got := j.Begin(in, noon).Request.Header; !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestRecordsAreBounded(t *testing.T) {
	t.Parallel()
	limits := journal.Defaults()
	limits.Body = 10
	j := journal.New(limits)
	d := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
	ten, eleven := []byte("1234567890"), []byte("12345678901")
	d.Change("order", "1", ten, ten)
	d.Change("order", "2", nil, eleven)
	d.Change("order", "3", ten, ten)
	d.Change("order", "4", nil, ten)
	d.Close(noon)
	e, _ := j.Ring(journal.None).Latest()
	want := []client.Change{
		{Kind: "order", ID: "1", Before: ten, After: ten},
		{Kind: "order", ID: "2", Truncated: true},
		{Kind: "order", ID: "3", Before: ten, After: ten},
		{Kind: "order", ID: "4", Truncated: true},
	}
	if !reflect.DeepEqual(e.Changes, want) {
		t.Errorf("got %+v, want %+v", e.Changes, want)
	}
}
