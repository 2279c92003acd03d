package bundle

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// arrived returns a recorded call with headers such as "Name: value".
func arrived(line, body string, headers ...string) client.Entry {
	words := strings.SplitN(line, " ", 3)
	e := client.Entry{Request: client.Request{Method: words[0], URI: words[1], Proto: words[2], Remote: "192.0.2.1:5", Body: client.Bytes(body), BodySize: int64(len(body))}}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		e.Request.Header = append(e.Request.Header, client.Field{Name: name, Value: value})
	}
	return e
}

// TestRequestOf verifies that a repeated call arrives as the recorded one did: its
// address, headers and body, also when the body came in chunks or broke off.
func TestRequestOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		call   client.Entry
		length int64 // -1 for chunks
		body   string
		err    error // of reading the body
	}{
		{"no body", arrived("GET /rest/6.0/orders/?Limit=1 HTTP/1.1", "", "Host: a.test"), 0, "", nil},
		{"a body", arrived("PUT /x HTTP/1.1", "{}", "Host: a.test", "Content-Length: 2"), 2, "{}", nil},
		{"chunks", arrived("PUT /x HTTP/1.1", "{}", "Host: a.test"), -1, "{}", nil},
		{"a body that broke off", arrived("PUT /x HTTP/1.1", "{", "Host: a.test", "Content-Length: 9"), 9, "{", io.ErrUnexpectedEOF},
		{"an older protocol", arrived("GET /x HTTP/1.0", "", "Host: a.test"), 0, "", nil},
	} {
		r, err := requestOf(t.Context(), test.call)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		body, err := io.ReadAll(r.Body)
		if r.ContentLength != test.length || string(body) != test.body || !errors.Is(err, test.err) {
			t.Errorf("%s: got %d bytes announced, %q and %v; want %d, %q and %v", test.name, r.ContentLength, body, err, test.length, test.body, test.err)
		}
		in := test.call.Request
		if r.Method != in.Method || r.RequestURI != in.URI || r.Proto != in.Proto || r.RemoteAddr != in.Remote || r.Host != "a.test" || r.Context() != t.Context() {
			t.Errorf("%s: got %+v", test.name, r)
		}
	}
}

// TestHeadersOfARequest verifies that headers keep their values and their number, and
// that a length follows a body which has other credentials.
func TestHeadersOfARequest(t *testing.T) {
	t.Parallel()
	r, err := requestOf(t.Context(), arrived("GET /x HTTP/1.1", "", "Host: a.test", "X-Two: 1", "X-Two: 2", "Accept: application/json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Header.Values("X-Two"); strings.Join(got, ",") != "1,2" || r.Header.Get("Accept") != "application/json" {
		t.Errorf("got %v", r.Header)
	}
	longer := arrived("POST /soap HTTP/1.1", "a longer body", "Host: a.test", "Content-Length: 6")
	longer.Request.BodySize = 6 // as it arrived
	r, err = requestOf(t.Context(), longer)
	if err != nil || r.ContentLength != 13 {
		t.Errorf("got %d %v, want the length of the new body", r.ContentLength, err)
	}
	for given, want := range map[string]string{"6": "9", "0": "3", "six": "six", "": ""} {
		if got := lengthAgain(given, 3); got != want {
			t.Errorf("%q: got %q, want %q", given, got, want)
		}
	}
	if got := lengthAgain("2", -5); got != "0" {
		t.Errorf("got %q, want no length below nothing", got)
	}
}

// TestRequestsThatCannotBeMade verifies that a bundle cannot smuggle a second request
// into a first one.
func TestRequestsThatCannotBeMade(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		call client.Entry
		want string
	}{
		"a header":     {arrived("GET /x HTTP/1.1", "", "Host: a.test", "X: 1\r\nY: 2"), "a header has a line break"},
		"a name":       {arrived("GET /x HTTP/1.1", "", "Host: a.test", "X\n: 1"), "a header has a line break"},
		"first line":   {arrived("GET /x HTTP/1.1\r\nX:1", ""), "its first line has a line break"},
		"a protocol":   {arrived("GET /x HTTP/x", ""), `malformed HTTP version "HTTP/x"`},
		"an address":   {arrived("GET :// HTTP/1.1", ""), `parse "://": missing protocol scheme`},
		"no operation": {arrived("G(T /x HTTP/1.1", ""), `invalid method "G(T"`},
	} {
		if _, err := requestOf(t.Context(), test.call); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
	}
}

// TestDiscarded verifies that a handler can do with the writer of a repeated call what
// it can do with that of a client.
func TestDiscarded(t *testing.T) {
	t.Parallel()
	w := discarded{http.Header{}}
	w.Header().Set("X", "1")
	w.WriteHeader(http.StatusTeapot)
	w.Flush()
	if n, err := w.Write([]byte("text")); n != 4 || err != nil || w.Header().Get("X") != "1" {
		t.Errorf("got %d %v %v", n, err, w.Header())
	}
	conn, _, err := w.Hijack()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte("x")); err == nil {
		t.Error("somebody reads the answer of a repeated call")
	}
}
