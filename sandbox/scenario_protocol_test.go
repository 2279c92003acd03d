package sandbox_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// connection is a connection to a sandbox, for requests and answers byte by byte.
type connection struct {
	t *testing.T
	s *sandboxtest.Running
	net.Conn
	in   *bufio.Reader
	sent time.Time // when the latest request was
}

func connect(t *testing.T, s *sandboxtest.Running) *connection {
	t.Helper()
	scheme, address, _ := strings.Cut(s.URL(), "://")
	conn, err := net.Dial("tcp", address)
	must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	if scheme == "https" {
		conn = tls.Client(conn, &tls.Config{InsecureSkipVerify: true}) // the certificate is self-signed
	}
	return &connection{t: t, s: s, Conn: conn, in: bufio.NewReader(conn)}
}

// send writes a request with a scenario in its header, "" for none.
func (c *connection) send(call operationCall, scenario string) {
	c.t.Helper()
	_, rest, _ := strings.Cut(call.url, "://")
	host, path, _ := strings.Cut(rest, "/")
	head := fmt.Sprintf("%s /%s HTTP/1.1\r\nHost: %s\r\nContent-Type: text/xml\r\nContent-Length: %d\r\nAccept: application/json\r\nX-Service-Authentication: %s\r\n",
		call.method, path, host, len(call.body), c.s.Sign())
	if scenario != "" {
		head += "X-Sandbox-Scenario: " + scenario + "\r\n"
	}
	c.sent = time.Now()
	if _, err := io.WriteString(c, head+"\r\n"+call.body); err != nil {
		c.t.Fatal(err)
	}
}

// receive reads an answer and its body. The error is that of reading the body.
func (c *connection) receive(method string) (*http.Response, []byte, error) {
	c.t.Helper()
	answer, err := http.ReadResponse(c.in, &http.Request{Method: method})
	if err != nil {
		c.t.Fatalf("there is no answer: %v", err)
	}
	body, err := io.ReadAll(answer.Body)
	return answer, body, err
}

// whole makes an ordinary call on the connection and returns its body.
func (c *connection) whole(call operationCall) []byte {
	c.t.Helper()
	c.send(call, "")
	answer, body, err := c.receive(call.method)
	if err != nil || answer.StatusCode >= 300 || answer.Close {
		c.t.Fatalf("an ordinary call: got %s, %v, close %t", answer.Status, err, answer.Close)
	}
	return body
}

// TestCuts cuts answers, those of REST without TLS and those of SOAP with it, and delivers them
// at a pace or with a wrong length, on connections that answered a call before, and checks what
// arrives.
func TestCuts(t *testing.T) {
	t.Parallel()
	deliveries := map[string]struct {
		rule string // "" for a shipped scenario
		want func(t *testing.T, c *connection, call operationCall, whole []byte)
	}{
		"connection-reset": {"", wantReset},
		"empty-reply":      {"", wantEmpty},
		"truncated":        {"", wantTruncated},
		"garbage":          {"", wantGarbage},
		"drip":             {"", wantDrip},
		"in-head":          {"cut: {after: 20, in: head}", wantHead},
		"in-body":          {"cut: {after: 7, in: body}", wantSevenBytes},
		"behind-body":      {"cut: {after: 1000000, in: body}", wantWhole},
		"own-pace":         {"pace: 100KB/s", wantWhole},
		"longer":           {"length: +10", wantTooShort},
		"stale":            {"keep_alive: stale", wantStale},
		"pace-in-body":     {"cut: {after: 7, in: body}, pace: 1KB/s", wantSevenBytes},
	}
	for mode, id := range map[string]catalog.OperationID{sandbox.TLSOff: catalog.RetrieveOrder, sandbox.TLSSelfSigned: catalog.Login} {
		s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.TLS = mode })
		for name, d := range deliveries {
			if d.rule != "" {
				must(t, s.Control().PutScenario(t.Context(), name, `rules: [{on: "*", `+d.rule+`}]`))
			}
			t.Run(mode+"/"+name, func(t *testing.T) {
				t.Parallel()
				c, call := connect(t, s), goodCall(t, s, id)
				before := c.whole(call)
				c.send(call, name)
				d.want(t, c, call, before)
				connect(t, s).whole(call)
			})
		}
	}
}

func wantReset(t *testing.T, c *connection, _ operationCall, _ []byte) {
	if n, err := c.in.WriteTo(io.Discard); n != 0 || !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("got %d bytes, %v, want a reset", n, err)
	}
}

func wantEmpty(t *testing.T, c *connection, _ operationCall, _ []byte) {
	if n, err := c.in.WriteTo(io.Discard); n != 0 || err != nil {
		t.Errorf("got %d bytes, %v, want the end", n, err)
	}
}

func wantTruncated(t *testing.T, c *connection, call operationCall, whole []byte) {
	answer, body, err := c.receive(call.method)
	if !errors.Is(err, io.ErrUnexpectedEOF) || len(body) == 0 || len(body) >= len(whole) || answer.ContentLength != int64(len(whole)) {
		t.Errorf("got %d of %d bytes, %v", len(body), answer.ContentLength, err)
	}
}

func wantGarbage(t *testing.T, c *connection, call operationCall, _ []byte) {
	_, body, err := c.receive(call.method)
	if err != nil || len(body) == 0 || json.Valid(body) || xml.Unmarshal(body, new(struct{})) == nil {
		t.Errorf("got %q, %v", body, err)
	}
	c.whole(call)
}

// wantDrip checks for the ordinary answer in pieces, which take their time. Over TLS they
// take many reads; without it, a reader that stands still gets several pieces at once.
func wantDrip(t *testing.T, c *connection, call operationCall, whole []byte) {
	reads := 0
	c.in = bufio.NewReader(readFunc(func(p []byte) (int, error) {
		reads++
		return c.Read(p)
	}))
	_, body, err := c.receive(call.method)
	took := time.Since(c.sent)
	_, secured := c.Conn.(*tls.Conn)
	if err != nil || !bytes.Equal(body, whole) && call.method == http.MethodGet || took < 1500*time.Millisecond || secured && reads < 10 {
		t.Errorf("got %q in %s and %d reads, %v, want %q", body, took, reads, err, whole)
	}
	c.whole(call)
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

func wantHead(t *testing.T, c *connection, _ operationCall, _ []byte) {
	var got bytes.Buffer
	if _, err := c.in.WriteTo(&got); err != nil || got.Len() != 20 || !strings.HasPrefix(got.String(), "HTTP/1.1 200 OK\r\n") {
		t.Errorf("got %q, %v, want 20 bytes of the head", got.String(), err)
	}
}

func wantSevenBytes(t *testing.T, c *connection, call operationCall, whole []byte) {
	answer, body, err := c.receive(call.method)
	if !errors.Is(err, io.ErrUnexpectedEOF) || len(body) != 7 || answer.ContentLength != int64(len(whole)) {
		t.Errorf("got %q of %d bytes, %v", body, answer.ContentLength, err)
	}
}

func wantWhole(t *testing.T, c *connection, call operationCall, whole []byte) {
	if _, body, err := c.receive(call.method); err != nil || len(body) != len(whole) {
		t.Errorf("got %d of %d bytes, %v", len(body), len(whole), err)
	}
}

func wantTooShort(t *testing.T, c *connection, call operationCall, whole []byte) {
	answer, body, err := c.receive(call.method)
	if !errors.Is(err, io.ErrUnexpectedEOF) || len(body) != len(whole) || answer.ContentLength != int64(len(whole)+10) {
		t.Errorf("got %d of %d bytes, %v", len(body), answer.ContentLength, err)
	}
}

func wantStale(t *testing.T, c *connection, call operationCall, whole []byte) {
	wantWhole(t, c, call, whole)
	c.send(call, "")
	if n, err := c.in.WriteTo(io.Discard); n != 0 {
		t.Errorf("got %d bytes, %v, want none for a second request", n, err)
	}
}

// TestStopEndsDelivery stops a sandbox that sends an answer for an hour, and one that keeps a
// stale connection.
func TestStopEndsDelivery(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{"pace: 1B/s", "keep_alive: stale"} {
		s := sandboxtest.Start(t, sandboxtest.Frozen)
		must(t, s.Control().PutScenario(t.Context(), "long", `rules: [{on: "*", `+rule+`}]`))
		c, call := connect(t, s), goodCall(t, s, catalog.RetrieveOrder)
		c.send(call, "long")
		if _, err := c.in.Peek(1); err != nil {
			t.Errorf("%s: %v", rule, err)
		}
		soon, cancel := context.WithTimeout(t.Context(), time.Minute)
		if err := s.Sandbox().Stop(soon); err != nil {
			t.Errorf("%s: %v", rule, err)
		}
		cancel()
		if err := c.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { // a connection that stays open is a failure, not a test that hangs
			t.Error(err)
		}
		if _, err := io.Copy(io.Discard, c.in); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: the connection is still open after the stop", rule)
		}
	}
}

// TestCutsWithoutBody cuts answers that have no body. The call must not hang, and
// the answer must be one that HTTP allows.
func TestCutsWithoutBody(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	cancel := goodCall(t, s, catalog.CancelOrder)
	head := goodCall(t, s, catalog.RetrieveOrder)
	head.method = http.MethodHead
	none := operationCall{http.MethodGet, s.REST() + "/upsell/recommended?ProductCode=NONE", ""}

	c := connect(t, s)
	c.send(cancel, "yes-body-empty, truncated")
	if answer, body, err := c.receive(cancel.method); !errors.Is(err, io.ErrUnexpectedEOF) || len(body) != 0 {
		t.Errorf("an empty body: got %s %q, %v", answer.Status, body, err)
	}
	for _, call := range []struct {
		operationCall
		scenario string
		status   int
	}{
		{head, "garbage", 200}, {head, "drip", 200},
		{none, "recommended-not-found-204, garbage", 204}, {none, "recommended-not-found-204, drip", 204},
	} {
		c := connect(t, s)
		c.send(call.operationCall, call.scenario)
		answer, body, err := c.receive(call.method)
		if err != nil || len(body) != 0 || answer.StatusCode != call.status {
			t.Errorf("%s %s: got %s %q, %v", call.method, call.scenario, answer.Status, body, err)
		}
		c.whole(goodCall(t, s, catalog.RetrieveOrder))
	}
	for _, call := range []operationCall{head, none} { // only the connection can be cut
		c := connect(t, s)
		c.send(call, "recommended-not-found-204, truncated")
		if _, body, err := c.receive(call.method); err != nil || len(body) != 0 {
			t.Errorf("%s: got %q, %v", call.method, body, err)
		}
		if n, err := c.in.WriteTo(io.Discard); n != 0 || err != nil {
			t.Errorf("%s: got %d more bytes, %v, want the end", call.method, n, err)
		}
	}
}

// TestChangedTextLookup changes a lookup that is answered as text: it stays text.
func TestChangedTextLookup(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Answers = map[string]string{"lookup-body": "text"} })
	must(t, s.Control().PutScenario(t.Context(), "other", `rules: [{on: [order-by-sale, order-by-invoice], change: [{at: $, set: R-1}]}]`))
	got := makeCall(t, s, goodCall(t, s, catalog.OrderBySale), asking("other"))
	if kind := got.Header.Get("Content-Type"); got.Body != "R-1" || kind != "text/plain; charset=utf-8" {
		t.Errorf("got %s %s", kind, got.Body)
	}
}
