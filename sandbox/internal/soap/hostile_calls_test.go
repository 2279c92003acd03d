package soap_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// exchange writes bytes to a connection of its own and returns what comes back
// until the sandbox closes it.
func exchange(t *testing.T, s *sandboxtest.Running, raw string) string {
	t.Helper()
	connection := dial(t, s)
	go func() { _, _ = io.WriteString(connection, raw) }() // what is not read by then is no fault
	answer, err := io.ReadAll(connection)
	if err != nil {
		t.Errorf("after %q: %v", answer, err)
	}
	return string(answer)
}

func dial(t *testing.T, s *sandboxtest.Running) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
	must(t, err)
	t.Cleanup(func() { connection.Close() })
	return connection
}

const head = "POST /soap/6.0 HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml\r\nConnection: close\r\n"

// whole is a call with a body of that length.
func whole(body string) string {
	return fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(body), body)
}

func chunked(body string) string {
	var b strings.Builder
	b.WriteString(head + "Transfer-Encoding: chunked\r\n\r\n")
	for len(body) > 0 {
		n := min(len(body), 1<<16)
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	return b.String() + "0\r\n\r\n"
}

// hostileBodies are documents that are made to do harm.
func hostileBodies() map[string]string {
	login := func(inner string) string { return envelope("<n:login>" + inner + "</n:login>") }
	laughs := `<!DOCTYPE e [<!ENTITY a0 "ha">`
	for i := range 30 {
		laughs += fmt.Sprintf(`<!ENTITY a%d "&a%d;&a%d;">`, i+1, i, i)
	}
	nested := `<n:login><a href="#d0"/></n:login>`
	for i := range 30 {
		nested += fmt.Sprintf(`<m id="d%d"><a href="#d%d"/><a href="#d%d"/></m>`, i, i+1, i+1)
	}
	return map[string]string{
		"an external entity":          `<!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + login("<hash>&x;</hash>"),
		"an external subset":          `<!DOCTYPE e SYSTEM "http://127.0.0.1:1/e.dtd">` + login(""),
		"a billion laughs":            laughs + "]>" + login("<hash>&a30;</hash>"),
		"references that double":      envelope(nested + `<m id="d30">x</m>`),
		"a million attributes":        login("<a" + strings.Repeat(` b=""`, 800_000) + "/>"),
		"elements within elements":    strings.Repeat("<a>", 1_000_000),
		"a processing instruction":    login(`<?xml-stylesheet href="http://127.0.0.1:1/"?>`),
		"a wrong encoding":            `<?xml version="1.0" encoding="UTF-8"?>` + login("<hash>\xEB</hash>"),
		"an unknown encoding":         `<?xml version="1.0" encoding="EBCDIC-37"?>` + login(""),
		"half of UTF-16":              "\xFE\xFF\x00<\x00e\x00",
		"NUL":                         login("<hash>\x00</hash>"),
		"a NUL alone":                 "\x00",
		"no document":                 "",
		"blanks":                      "   \r\n",
		"JSON":                        `{"login": true}`,
		"an envelope cut off":         envelope("<n:login>")[:150],
		"a tag that is open":          `<e:Envelope xmlns:e="`,
		"a body without an operation": envelope(""),
		"an undeclared prefix":        envelope("<x:login/>"),
		"another root":                "<html><body>login</body></html>",
		"an envelope of no version":   strings.Replace(login(""), "/soap/envelope/", "/soap/9/", 1),
		"two roots":                   login("") + login(""),
		"text after the root":         login("") + "x",
		"comments without end":        envelope(strings.Repeat("<!---->", 500_000)),
		"a character that is none":    login("<hash>&#0;</hash>"),
		"an entity that is not known": login("<hash>&nbsp;</hash>"),
		"ten thousand namespaces":     login(strings.Repeat(`<a xmlns:q="urn:q"><b/></a>`, 9_990) + "<"),
		"a value within itself":       envelope(`<n:login id="x"><hash href="#x"/></n:login>`),
		"deep references":             envelope(`<n:login><hash href="#x"/></n:login>` + strings.Repeat(`<m id="x">`, 60) + strings.Repeat(`</m>`, 59)),
	}
}

// TestHostileDocuments checks that each document gets a fault, in a
// whole body and in chunks, and that the memory of concurrent calls is bounded.
func TestHostileDocuments(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for name, body := range hostileBodies() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for how, raw := range map[string]string{"whole": whole(body), "chunked": chunked(body)} {
				answer := exchange(t, s, raw)
				if got := faultIn(t, answer); got.status != 500 || got.code != "INVALID_REQUEST_BODY" || got.text == "" {
					t.Errorf("%s: got %+v of %.300q, want INVALID_REQUEST_BODY", how, got, answer)
				}
			}
		})
	}
}

// faultIn reads an answer as it travels.
func faultIn(t *testing.T, raw string) outcome {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(raw)), nil)
	if err != nil {
		t.Errorf("%.200q: %v", raw, err)
		return outcome{}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/xml") {
		t.Errorf("%.200q: got %v, want XML", raw, err)
	}
	return outcomeOf(response.StatusCode, string(body))
}

// TestTooLarge checks that a client that sends all of 10 MB before it reads gets the
// fault.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	body := envelope("<n:login><hash>" + strings.Repeat("x", 10_000_000) + "</hash></n:login>")
	want := outcome{500, "REQUEST_TOO_LARGE", "The envelope is larger than 4 MiB."}
	for how, raw := range map[string]string{"whole": whole(body), "chunked": chunked(body)} {
		connection := dial(t, s)
		if _, err := io.WriteString(connection, raw); err != nil {
			t.Errorf("%s: %v", how, err)
		}
		answer, err := io.ReadAll(connection)
		if got := faultIn(t, string(answer)); got != want || err != nil {
			t.Errorf("%s: got %+v (%v), want %+v", how, got, err, want)
		}
	}
	compressed := outcome{500, "INVALID_REQUEST_BODY", `The envelope has the Content-Encoding "gzip": send it uncompressed.`}
	for _, test := range []struct {
		length int
		header string
		want   outcome
	}{
		{len(body), "", want},
		{catalog.MaxSOAPBody, "Content-Encoding: gzip\r\n", compressed},
		{catalog.MaxSOAPBody + 1, "Content-Encoding: gzip\r\n", want},
	} {
		waits := fmt.Sprintf("%sContent-Length: %d\r\n%sExpect: 100-continue\r\n\r\n", head, test.length, test.header)
		if got := faultIn(t, exchange(t, s, waits)); got != test.want {
			t.Errorf("before it is sent: got %+v, want %+v without a 100 Continue", got, test.want)
		}
	}
}

// TestTransports checks that a call gets its answer over every kind of HTTP.
func TestTransports(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	body := envelope("<n:upgradePartnerSubscriptions><sessionID>x</sessionID></n:upgradePartnerSubscriptions>")
	want := outcome{500, "FORBIDDEN", refused("", forged).text}
	for how, raw := range map[string]string{
		"close":    whole(body),
		"chunked":  chunked(body),
		"HTTP/1.0": fmt.Sprintf("POST /soap/6.0/ HTTP/1.0\r\nContent-Length: %d\r\n\r\n%s", len(body), body),
	} {
		if got := faultIn(t, exchange(t, s, raw)); got != want {
			t.Errorf("%s: got %+v, want %+v", how, got, want)
		}
	}
	connection := dial(t, s)
	from := bufio.NewReader(connection)
	fmt.Fprintf(connection, "%sContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", head, len(body))
	if line, err := from.ReadString('\n'); err != nil || line != "HTTP/1.1 100 Continue\r\n" {
		t.Errorf("got %q and %v, want 100 Continue", line, err)
	}
	_, _ = from.ReadString('\n')
	_, _ = io.WriteString(connection, body)
	answer, _ := io.ReadAll(from)
	if got := faultIn(t, string(answer)); got != want {
		t.Errorf("expect: got %+v, want %+v", got, want)
	}
}

// TestBrokenOff checks that a client that stops sending gets a fault that says so,
// in its own version of SOAP.
func TestBrokenOff(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	body := strings.ReplaceAll(envelope("<n:login>"), "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope")[:200]
	for _, contentType := range []string{"application/soap+xml", "text/xml"} {
		connection := dial(t, s).(*net.TCPConn)
		fmt.Fprintf(connection, "%sContent-Length: 5000\r\n\r\n%s", strings.Replace(head, "text/xml", contentType, 1), body)
		must(t, connection.CloseWrite())
		answer, err := io.ReadAll(connection)
		if err != nil || !bytes.Contains(answer, []byte("<env:Value>INVALID_REQUEST_BODY</env:Value>")) ||
			!bytes.Contains(answer, []byte("The envelope broke off after 200 bytes: unexpected EOF.")) {
			t.Errorf("%s: got %s and %v, want a fault", contentType, answer, err)
		}
	}
}

// BenchmarkHostileMemory reports the largest heap that one hostile document
// after the other makes.
func BenchmarkHostileMemory(b *testing.B) {
	s := sandboxtest.Start(b, sandboxtest.Frozen)
	bodies := hostileBodies()
	bodies["10 MB of text"] = envelope("<n:login><hash>" + strings.Repeat("x", 10_000_000) + "</hash></n:login>")
	for name, body := range bodies {
		b.Run(name, func(b *testing.B) {
			var before, after runtime.MemStats
			for b.Loop() {
				runtime.ReadMemStats(&before)
				response, err := http.Post(s.URL()+"/soap/6.0", "text/xml", strings.NewReader(body))
				must(b, err)
				_, _ = io.Copy(io.Discard, response.Body)
				response.Body.Close()
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/(1<<20), "MB-allocated")
			}
		})
	}
}
