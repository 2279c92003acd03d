package gate

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// Reject records bytes that are not a readable request, in an entry without an
// account: raw is what arrived, usual the answer of net/http to it, answer what the
// client gets.
func (g *Gate) Reject(remote string, raw, usual, answer []byte) {
	line, _, _ := strings.Cut(string(raw), "\r\n")
	_, reason, _ := bytes.Cut(usual, []byte("\r\n\r\n"))
	head, text, _ := bytes.Cut(answer, []byte("\r\n\r\n"))
	r := &http.Request{RemoteAddr: remote, URL: &url.URL{}}
	if words := strings.Fields(line); len(words) == 3 {
		r.Method, r.RequestURI, r.Proto = words[0], words[1], words[2]
	}
	entry := g.Journal.Begin(r, g.Wall())
	entry.RequestBody(raw)
	for _, secret := range secretsIn(string(raw)) {
		entry.Secret(secret)
	}
	entry.Check(journal.Check{Name: "request", Given: line, Expected: "an HTTP/1.1 request that can be read", Message: string(reason)})
	entry.Cause, entry.Why = client.ByClient, why(entry, "request: "+string(reason))
	entry.Note("this is not a readable request; the body shown is all that arrived")
	entry.ResponseHead(statusOf(string(head)), "", nil)
	entry.ResponseBody(text)
	g.close(r, entry)
}

// statusOf returns the status of an answer, from its status line, 0 without one.
func statusOf(head string) int {
	_, rest, _ := strings.Cut(head, " ")
	number, _, _ := strings.Cut(rest, " ")
	status, _ := strconv.Atoi(strings.TrimSuffix(number, ":"))
	return status
}

// secretsIn returns the values of the header lines that carry credentials. The
// journal masks hashes by itself, wherever they occur.
func secretsIn(raw string) []string {
	var secrets []string
	for line := range strings.Lines(raw) {
		name, value, _ := strings.Cut(line, ":")
		if client.Sensitive(strings.TrimSpace(name)) {
			secrets = append(secrets, strings.TrimSpace(value))
		}
	}
	return secrets
}
