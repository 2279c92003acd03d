package gate

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// taken is a writer with a connection to take over.
type taken struct {
	*httptest.ResponseRecorder
	connection net.Conn
}

func (w *taken) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return w.connection, bufio.NewReadWriter(bufio.NewReader(w.connection), nil), nil
}

// readAll returns what a client reads from its connection, and when. It waits behind the
// first part.
func readAll(client net.Conn, waits time.Duration) string {
	var all []string
	buffer, began := make([]byte, 4096), time.Now()
	for {
		n, err := client.Read(buffer)
		what := fmt.Sprint(n)
		if head := buffer[:n]; bytes.HasPrefix(head, []byte("HTTP/1.1 200 OK\r\n")) && bytes.HasSuffix(head, []byte("\r\n\r\n")) {
			what = "head"
		}
		if err != nil {
			return strings.Join(append(all, fmt.Sprint("end ", time.Since(began))), ", ")
		}
		all = append(all, fmt.Sprint(what, " ", time.Since(began)))
		time.Sleep(waits)
		waits = 0
	}
}

// TestAnswersOverTheConnection verifies what a client reads of an answer that the server does
// not write, and when the connection ends.
func TestAnswersOverTheConnection(t *testing.T) {
	t.Parallel()
	const sec = time.Second
	sends := func(client net.Conn, _ func()) { _, _ = client.Write([]byte("GET")) }
	leaves := func(client net.Conn, _ func()) { _ = client.Close() }
	stops := func(_ net.Conn, over func()) { over() }
	packets := scenario.Delivery{Pace: 10240, Length: 10}
	for name, test := range map[string]struct {
		how    scenario.Delivery
		effect scenario.Effect
		waits  time.Duration // the client, behind the head
		does   func(client net.Conn, over func())
		at     time.Duration // when it does so
		want   string
	}{
		"half":                 {effect: scenario.Effect{Cut: scenario.Truncate}, want: "head 0s, 1250 0s, end 0s; over 0s"},
		"a part of the head":   {effect: scenario.Effect{Cut: scenario.InHead, At: 20}, want: "20 0s, end 0s; over 0s"},
		"the head":             {effect: scenario.Effect{Cut: scenario.InHead, At: 4096}, want: "head 0s, end 0s; over 0s"},
		"nothing":              {effect: scenario.Effect{Cut: scenario.Empty}, want: "end 0s; over 0s"},
		"reset":                {effect: scenario.Effect{Cut: scenario.Reset}, want: "end 0s; over 0s"},
		"another length":       {how: scenario.Delivery{Length: 10}, want: "head 0s, 2500 0s, end 0s; over 0s"},
		"half, in packets":     {how: scenario.Delivery{Pace: 10240}, effect: scenario.Effect{Cut: scenario.Truncate}, want: "head 0s, 1024 0s, 226 100ms, end 100ms; over 100ms"},
		"in packets":           {how: packets, want: "head 0s, 1024 0s, 1024 100ms, 452 200ms, end 200ms; over 200ms"},
		"what follows is read": {how: packets, does: sends, at: sec / 20, want: "head 0s, 1024 0s, 1024 100ms, 452 200ms, end 200ms; over 200ms"},
		"the client leaves":    {how: packets, does: leaves, at: 3 * sec / 20, want: "head 0s, 1024 0s, 1024 100ms, end 150ms; over 150ms"},
		"stops in a pause":     {how: packets, does: stops, at: 3 * sec / 20, want: "head 0s, 1024 0s, 1024 100ms, end 150ms; over 150ms"},
		"the client waits":     {how: packets, waits: 50 * sec, want: "head 0s, 1024 50s, 1024 50.1s, 452 50.2s, end 50.2s; over 50.2s"},
		"waits too long":       {how: packets, waits: 70 * sec, want: "head 0s, end 1m10s; over 1m0s"},
		"stale":                {how: scenario.Delivery{Stale: true}, does: sends, at: time.Hour / 2, want: "head 0s, 2500 0s, end 30m0s; over 30m0s"},
		"stale for ever":       {how: scenario.Delivery{Stale: true}, want: "head 0s, 2500 0s, end 1h0m0s; over 1h0m0s"},
		"stale, half":          {how: scenario.Delivery{Stale: true}, effect: scenario.Effect{Cut: scenario.Truncate}, want: "head 0s, 1250 0s, end 0s; over 0s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			client, server := net.Pipe()
			ctx, over := context.WithCancel(t.Context())
			defer over()
			w, r := &taken{httptest.NewRecorder(), server}, httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx)
			c := &Call{Input: Input{Context: ctx, Writer: w, Recorder: &journal.Recorder{}}}
			c.decided = &scenario.Decision{Delivery: test.how, Effect: test.effect}
			if test.does != nil {
				time.AfterFunc(test.at, func() { test.does(client, over) })
			}
			var began, ended = time.Now(), make(chan time.Duration, 1)
			go func() {
				defer func() {
					if fault := recover(); fault != http.ErrAbortHandler {
						t.Errorf("%s: got the panic %v", name, fault)
					}
					ended <- time.Since(began)
				}()
				d := c.deliver(r, make([]byte, 2500))
				d.send(c, r, 200, &headers{Header: w.Header()})
			}()
			got := readAll(client, test.waits)
			if got += fmt.Sprint("; over ", <-ended); got != test.want {
				t.Errorf("%s:\ngot  %s\nwant %s", name, got, test.want)
			}
		})
	}
}

// TestNoConnectionToTakeOver verifies that the server ends an answer whose connection cannot
// be taken over, as of HTTP/2.
func TestNoConnectionToTakeOver(t *testing.T) {
	t.Parallel()
	defer func() {
		if fault := recover(); fault != http.ErrAbortHandler {
			t.Errorf("got the panic %v", fault)
		}
	}()
	takeOver(httptest.NewRecorder())
}
