package gate

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestRejected verifies the entry of bytes that are no request, which shows no secret.
func TestRejected(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ raw, method, uri, proto string }{
		{"GET /a HTTP/1.1\r\nAuthorization:  a-long-secret-of-mine \r\nX-Other: open\r\n\r\n", "GET", "/a", "HTTP/1.1"},
		{"GET /a b HTTP/1.1\nCookie: a-long-secret-of-mine\n", "", "", ""},
	} {
		var log strings.Builder
		entries := journal.New(journal.Defaults())
		g := &Gate{Journal: entries, Log: slog.New(slog.NewTextHandler(&log, nil)), Wall: func() time.Time { return time.Unix(0, 0) }}
		const answer = "HTTP/1.1 400 Bad Request\r\nContent-Type: x\r\n\r\n{}\r\n\r\n"
		got := g.Reject(conn.Rejected{Remote: "1.2.3.4:5", Raw: []byte(test.raw), Status: "431: Too Large", Reason: "its a-long-secret-of-mine is wrong"}, func(id string) ([]byte, string) {
			return []byte(answer), "CODE-" + id
		})
		all, _ := entries.Ring(journal.None).List(nil, 0, 1)
		e := all[0].View()
		line, _, _ := strings.Cut(strings.ReplaceAll(test.raw, "\r", ""), "\n")
		want := client.Check{Name: "request", Given: line, Expected: "an HTTP/1.1 request that can be read", Message: "its a-lo… is wrong"}
		if string(got) != answer || e.Request.Method != test.method || e.Request.URI != test.uri || e.Request.Proto != test.proto || e.Request.Remote != "1.2.3.4:5" ||
			len(e.Checks) != 1 || e.Checks[0] != want || e.Cause != client.ByClient || e.Why != "request: its a-lo… is wrong" ||
			fmt.Sprint(e.Notes) != "[this is not a readable request; the body shown is all that arrived]" ||
			e.Response.Status != 431 || e.Response.Code != "CODE-none-1" || string(e.Response.Body) != "{}\r\n\r\n" {
			t.Errorf("%q: got %+v\nanswered %s", test.raw, e, got)
		}
		if body := string(e.Request.Body); strings.Contains(body, "a-long-secret-of-mine") || !strings.HasSuffix(body, "\n") || !strings.HasPrefix(body, line) {
			t.Errorf("got the body %q", body)
		}
		const warning = `level=WARN msg="a request cannot be read" id=none-1 remote=1.2.3.4:5 reason="its a-lo… is wrong"`
		if !strings.Contains(log.String(), "msg=call id=none-1") || !strings.Contains(log.String(), warning) || strings.Contains(log.String(), "a-long-secret-of-mine") {
			t.Errorf("logged %s", log.String())
		}
	}
}

// flushing counts what a writer gets, and when.
type flushing struct {
	*httptest.ResponseRecorder
	pieces []string
	began  time.Time
	fails  int // the piece at which the client has left, from 1
}

func (f *flushing) FlushError() error {
	f.pieces = append(f.pieces, fmt.Sprint(f.Body.Len(), " after ", time.Since(f.began)))
	if len(f.pieces) == f.fails {
		return io.ErrClosedPipe
	}
	return nil
}

// TestDrip verifies that an answer that drips comes in pieces with a pause between them,
// that the rest comes at once when the call is over, and that it ends with the client.
func TestDrip(t *testing.T) {
	t.Parallel()
	body := bytes.Repeat([]byte("0123456789"), 5) // pieces of 3
	for name, test := range map[string]struct {
		method       string
		over         bool
		fails        int
		pieces       int
		first, last  string
		length, took time.Duration
	}{
		"in pieces": {"GET", false, 0, 17, "3 after 0s", "50 after 1.6s", 50, 1600 * time.Millisecond}, "over": {"GET", true, 0, 17, "3 after 0s", "50 after 0s", 50, 0},
		"left": {"GET", false, 2, 2, "3 after 0s", "6 after 100ms", 6, 100 * time.Millisecond}, "HEAD": {"HEAD", false, 0, 0, "", "", 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, end := context.WithCancel(t.Context())
			defer end()
			if test.over {
				end()
			}
			w := &flushing{ResponseRecorder: httptest.NewRecorder(), began: time.Now(), fails: test.fails}
			c, r := &Call{Input: Input{Writer: w, Context: ctx, Recorder: &journal.Recorder{}}}, httptest.NewRequest(test.method, "/", nil)
			c.decided = &scenario.Decision{Effect: scenario.Effect{Cut: scenario.Drip}}
			d := c.deliver(r, body)
			d.send(c, r, 200, &headers{Header: w.Header()})
			first, last := "", ""
			if len(w.pieces) > 0 {
				first, last = w.pieces[0], w.pieces[len(w.pieces)-1]
			}
			if len(w.pieces) != test.pieces || first != test.first || last != test.last || w.Body.Len() != int(test.length) || time.Since(w.began) != test.took {
				t.Errorf("%s: got %q in %s, %d bytes", name, w.pieces, time.Since(w.began), w.Body.Len())
			}
		})
	}
}

// TestProtect verifies that an answer says what browsers and caches may do, unless a
// scenario says it.
func TestProtect(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"": "map[Cache-Control:[no-store] X-Content-Type-Options:[nosniff]]",
		"Cache-Control": "map[Cache-Control:[own] X-Content-Type-Options:[nosniff]]", "X-Content-Type-Options": "map[Cache-Control:[no-store] X-Content-Type-Options:[own]]"} {
		h := http.Header{}
		if given != "" {
			h.Set(given, "own")
		}
		if Protect(h); fmt.Sprint(h) != want {
			t.Errorf("got %v, want %s", h, want)
		}
	}
}

// TestRoomOfABody verifies how much room a body gets: what it announced, otherwise as much
// again, up to the byte that is too much.
func TestRoomOfABody(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ length, announced, limit, want int }{
		{10, 100, 1000, 91}, {100, 100, 1000, 1}, {101, 100, 1000, 512}, {600, 0, 10_000, 600}, {600, 0, 700, 101}, {0, 0, 10_000, 1}, {1, 0, 10_000, 512},
	} {
		if got := room(test.length, test.announced, test.limit); got != test.want {
			t.Errorf("%+v: got %d", test, got)
		}
	}
}

// TestReadBodyLimits verifies the limit of a body, announced or not, and what is left of one
// that broke off.
func TestReadBodyLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		size      int
		announced int64
		broken    bool
		read      int
		err       error
	}{
		{10, 10, false, 10, nil}, {10, -1, false, 10, nil}, {11, 11, false, 0, ErrTooLarge}, {11, -1, false, 0, ErrTooLarge}, {10, 11, false, 0, ErrTooLarge}, {5, 10, true, 5, io.ErrUnexpectedEOF}, {0, 0, false, 0, nil},
	} {
		var from io.Reader = bytes.NewReader(make([]byte, test.size))
		if test.broken {
			from = io.MultiReader(from, iotest.ErrReader(io.ErrUnexpectedEOF))
		}
		r := httptest.NewRequest("POST", "/", io.MultiReader(from))
		r.ContentLength = test.announced
		j := journal.New(journal.Defaults())
		entry := j.Begin(r, time.Time{})
		body, err := ReadBody(r, entry, 10)
		if len(body) != test.read || err != test.err || (r.Body == http.NoBody) != (err == nil) || err == nil && entry.Request.BodySize != int64(test.size) {
			t.Errorf("%+v: got %d bytes, %v, recorded %d", test, len(body), err, entry.Request.BodySize)
		}
		before := entry.Request.BodySize
		if Discard(r, entry); test.err == ErrTooLarge && entry.Request.BodySize != int64(test.size) || err == nil && entry.Request.BodySize != before {
			t.Errorf("%+v: recorded %d after discarding", test, entry.Request.BodySize)
		}
	}
	turns := NewTurns(64) // a large body has to wait for all its room
	large := httptest.NewRequest("POST", "/", bytes.NewReader(make([]byte, smallBody+1)))
	large, _ = turns.Begin(httptest.NewRecorder(), large)
	entry := journal.New(journal.Defaults()).Begin(large, time.Time{})
	if Discard(large, entry); entry.Request.BodySize != smallBody+1 || !turns.room.TryAcquire(1) {
		t.Errorf("got %d bytes of a large body, or they took a turn", entry.Request.BodySize)
	}
	waiting := httptest.NewRequest("POST", "/", strings.NewReader("x"))
	waiting.Header.Set("Expect", "100-continue")
	entry = journal.New(journal.Defaults()).Begin(waiting, time.Time{})
	if Discard(waiting, entry); entry.Request.BodySize != 0 {
		t.Error("a client that waits for 100 Continue got one")
	}
}

// TestRecover verifies that a panic becomes the error of the call, with the place of it.
func TestRecover(t *testing.T) {
	t.Parallel()
	a, err := Recover(func() (Answer, error) { panic("broken") })
	if a.Status != 0 || err == nil || !strings.Contains(err.Error(), "panic: broken\ngoroutine") {
		t.Errorf("got %+v, %v", a, err)
	}
}

// plain is a shape of answers in text.
type plain struct{}

func (plain) Failure(code catalog.Code, message string) (string, []byte) {
	return "text/plain", []byte(string(code) + ": " + message)
}

func (plain) Edit(edit.List, *edit.Answer) []string { return nil }

// TestReplacement verifies which body an answer of a scenario has.
func TestReplacement(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		effect   scenario.Effect
		replaces bool
		want     string
	}{
		{scenario.Effect{Answer: &scenario.Answer{Status: 503, Code: "C", Message: "m"}}, true, "503 C text/plain C: m"},
		{scenario.Effect{Answer: &scenario.Answer{Status: 502, Body: new("<p>")}}, true, "502   <p>"},
		{scenario.Effect{Answer: &scenario.Answer{Status: 204}}, true, "204   "},
		{scenario.Effect{Cut: scenario.Reset}, true, "0   "}, {scenario.Effect{}, false, "0   "},
	} {
		c := &Call{}
		c.decided = &scenario.Decision{Effect: test.effect}
		a, replaces := c.Replacement(plain{})
		if got := fmt.Sprintf("%d %s %s %s", a.Status, a.Code(), a.ContentType, a.Body); got != test.want || replaces != test.replaces {
			t.Errorf("%+v: got %q, %t, want %q", test.effect, got, replaces, test.want)
		}
	}
}
