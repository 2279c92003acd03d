package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestDelivery delivers answers of both protocols, with and without TLS, to connections that
// were used before, and reads what arrives.
func TestDelivery(t *testing.T) {
	t.Parallel()
	deliveries := map[string]struct {
		rule string
		want func(t *testing.T, c *connection, call operationCall, whole []byte)
	}{
		"in-head":      {"cut: {after: 20, in: head}", wantHead},
		"in-body":      {"cut: {after: 7, in: body}", wantSevenBytes},
		"behind-body":  {"cut: {after: 1000000, in: body}", wantWhole},
		"own-pace":     {"pace: 100KB/s", wantWhole},
		"longer":       {"length: +10", wantTooShort},
		"stale":        {"keep_alive: stale", wantStale},
		"pace-in-body": {"cut: {after: 7, in: body}, pace: 1KB/s", wantSevenBytes},
	}
	for _, mode := range []string{sandbox.TLSOff, sandbox.TLSSelfSigned} {
		for _, id := range []catalog.OperationID{catalog.RetrieveOrder, catalog.Login} {
			for name, d := range deliveries {
				t.Run(mode+"/"+string(id)+"/"+name, func(t *testing.T) {
					t.Parallel()
					s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.TLS = mode })
					must(t, s.Control().PutScenario(t.Context(), name, `rules: [{on: "*", ` + d.rule + `}]`))
					c, call := connect(t, s), goodCall(t, s, id)
					before := c.whole(call)
					c.send(call, name)
					d.want(t, c, call, before)
					connect(t, s).whole(call)
				})
			}
		}
	}
}

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
		must(t, s.Control().PutScenario(t.Context(), "long", `rules: [{on: "*", ` + rule + `}]`))
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
