package gate

import (
	"bytes"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestDeliver verifies what part of an answer of 2,500 bytes is sent, in which pieces, and
// when the connection ends.
func TestDeliver(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	type sent struct {
		lost, broken, stale  bool
		head, body           int
		length, piece, notes int
		between              time.Duration
	}
	whole := sent{head: -1, body: 2500, length: 2500, piece: 2500}
	but := func(change func(*sent)) sent {
		s := whole
		change(&s)
		return s
	}
	for name, test := range map[string]struct {
		how    scenario.Delivery
		effect scenario.Effect
		want   sent
	}{
		"whole":       {want: whole},
		"reset":       {effect: scenario.Effect{Cut: scenario.Reset}, want: but(func(s *sent) { s.lost = true })},
		"in the head": {effect: scenario.Effect{Cut: scenario.InHead, At: 20}, want: but(func(s *sent) { s.lost, s.head = true, 20 })},
		"in the body": {effect: scenario.Effect{Cut: scenario.InBody, At: 7}, want: but(func(s *sent) { s.body, s.piece, s.broken = 7, 7, true })},
		"behind it":   {effect: scenario.Effect{Cut: scenario.InBody, At: 2501}, want: but(func(s *sent) { s.broken, s.notes = true, 1 })},
		"at its end":  {effect: scenario.Effect{Cut: scenario.InBody, At: 2500}, want: but(func(s *sent) { s.broken = true })},
		"half":        {effect: scenario.Effect{Cut: scenario.Truncate}, want: but(func(s *sent) { s.body, s.piece, s.broken = 1250, 1250, true })},
		"drip":        {effect: scenario.Effect{Cut: scenario.Drip}, want: but(func(s *sent) { s.piece, s.between = 126, 100*ms })},
		"longer":      {how: scenario.Delivery{Length: 10}, want: but(func(s *sent) { s.length, s.broken = 2510, true })},
		"shorter":     {how: scenario.Delivery{Length: -10}, want: but(func(s *sent) { s.length, s.broken = 2490, true })},
		"far shorter": {how: scenario.Delivery{Length: -3000}, want: but(func(s *sent) { s.length, s.broken = 0, true })},
		"paced":       {how: scenario.Delivery{Pace: 5000}, want: but(func(s *sent) { s.piece, s.between = 500, 100*ms })},
		"slowly":      {how: scenario.Delivery{Pace: 5}, want: but(func(s *sent) { s.piece, s.between = 1, 200*ms })},
		"stale":       {how: scenario.Delivery{Stale: true}, want: but(func(s *sent) { s.stale = true })},
	} {
		c := &Call{Input: Input{Recorder: &journal.Recorder{}}}
		c.decided = &scenario.Decision{Delivery: test.how, Effect: test.effect}
		d := c.deliver(httptest.NewRequest("GET", "/", nil), make([]byte, 2500))
		got := sent{d.lost, d.broken, d.stale, d.head, len(d.body), d.length, d.piece, len(c.Recorder.Notes), d.between}
		if got != test.want {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}

// TestDeliverAnHour verifies that a paced answer is cut after an hour, and one that takes an
// hour is not.
func TestDeliverAnHour(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]delivery{
		3601: {head: -1, length: 3601, piece: 1, between: time.Second, stale: true},
		3602: {head: -1, length: 3602, piece: 1, between: time.Second, stale: true, broken: true},
	} {
		decided := &scenario.Decision{Delivery: scenario.Delivery{Pace: 1, Stale: true}}
		c := &Call{Input: Input{Recorder: &journal.Recorder{}}, Admission: Admission{decided: decided}}
		got := c.deliver(httptest.NewRequest("GET", "/", nil), make([]byte, size))
		if sent := len(got.body); sent != 3601 {
			t.Errorf("%d bytes: got %d", size, sent)
		}
		if got.body = nil; !reflect.DeepEqual(got, want) {
			t.Errorf("%d bytes: got %+v, want %+v", size, got, want)
		}
	}
}

// TestDeliverNothing verifies that a cut body without bytes announces one, so that the client
// sees the cut, and that a client that ends its connection leaves none open.
func TestDeliverNothing(t *testing.T) {
	t.Parallel()
	c := &Call{Input: Input{Recorder: &journal.Recorder{}}}
	c.decided = &scenario.Decision{Effect: scenario.Effect{Cut: scenario.Truncate}, Delivery: scenario.Delivery{Stale: true}}
	r := httptest.NewRequest("GET", "/", nil)
	r.Close = true
	if d := c.deliver(r, nil); d.length != 1 || !d.broken || d.stale || d.piece != 1 {
		t.Errorf("got %+v", d)
	}
}

// TestHeadOfAnAnswer compares the head of an answer that a scenario delivers with what
// the server writes.
func TestHeadOfAnAnswer(t *testing.T) {
	t.Parallel()
	date := http.Header{"Date": {"Fri, 09 Oct 2026 12:00:00 GMT"}}
	for _, test := range []struct {
		minor, status int
		header        http.Header
		body, want    string
	}{
		{1, 200, http.Header{"Content-Type": {"application/json"}}, "{}", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"},
		{0, 299, nil, "", "HTTP/1.0 299 status code 299\r\n"},
		{1, 404, nil, "<p>", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html; charset=utf-8\r\n"},
		{7, 503, http.Header{"Content-Type": nil}, "x", "HTTP/1.1 503 Service Unavailable\r\n"},
	} {
		header := date.Clone()
		maps.Copy(header, test.header)
		got := string(headOf(&http.Request{ProtoMinor: test.minor}, test.status, header, []byte(test.body)))
		if want := test.want + "Date: Fri, 09 Oct 2026 12:00:00 GMT\r\n\r\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := headOf(&http.Request{}, 200, http.Header{}, nil); !bytes.Contains(got, []byte("\r\nDate: ")) {
		t.Errorf("got %q, want a date", got)
	}
}
