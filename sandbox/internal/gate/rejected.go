package gate

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// Reject records the request in an entry without an account, warns in the log, and returns
// its answer. The function makes the answer and its code.
func (g *Gate) Reject(rejected conn.Rejected, answer func(id string) (text []byte, code string)) []byte {
	line, _, _ := strings.Cut(string(rejected.Raw), "\n")
	line = strings.TrimRight(line, "\r")
	r := &http.Request{RemoteAddr: rejected.Remote, URL: &url.URL{}}
	if words := strings.Fields(line); len(words) == 3 {
		r.Method, r.RequestURI, r.Proto = words[0], words[1], words[2]
	}
	entry := g.Journal.Begin(r, g.Wall())
	entry.RequestBody(rejected.Raw)
	for header := range strings.Lines(string(rejected.Raw)) { // the journal masks hashes by itself, wherever they occur
		if name, value, _ := strings.Cut(header, ":"); journal.Sensitive(strings.TrimSpace(name)) {
			entry.Secret(strings.TrimSpace(value))
		}
	}
	entry.Check(journal.Check{Name: "request", Given: line, Expected: "an HTTP/1.1 request that can be read", Message: rejected.Reason})
	entry.Cause, entry.Why = client.ByClient, why(entry, "request: "+rejected.Reason)
	entry.Note("this is not a readable request; the body shown is all that arrived")
	id := entry.IDWithoutAccount()
	text, code := answer(id)
	_, body, _ := bytes.Cut(text, []byte("\r\n\r\n"))
	entry.ResponseHead(statusOf(rejected.Status), code, nil)
	entry.ResponseBody(body)
	reason := entry.Mask.Text(rejected.Reason)
	g.close(r, entry)
	g.Log.Warn("a request cannot be read", slog.String("id", id), slog.String("remote", rejected.Remote), slog.String("reason", reason))
	return text
}

// statusOf returns the number of a status such as "400 Bad Request".
func statusOf(text string) int {
	number, _, _ := strings.Cut(text, " ")
	status, _ := strconv.Atoi(strings.TrimSuffix(number, ":"))
	return status
}
