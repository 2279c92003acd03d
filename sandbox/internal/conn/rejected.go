package conn

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Rejected is a request rejected before any handler.
type Rejected struct {
	Remote       string // host:port
	Raw          []byte // the bytes of the request, without most of a body
	Method, Path string // "" when the request line lacks them
	Status       string // of its answer, such as "400 Bad Request"
	Reason       string
}

func newRejected(remote net.Addr, raw []byte, status, reason string) Rejected {
	method, path := targetOf(raw)
	return Rejected{Remote: remote.String(), Raw: raw, Method: method, Path: path, Status: status, Reason: explain(raw, reason)}
}

// Answer returns an answer that ends the connection. id is the journal's.
func (r Rejected) Answer(contentType, id string, body []byte) []byte {
	answer := fmt.Appendf(nil, "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nCache-Control: no-store\r\n"+
		"X-Content-Type-Options: nosniff\r\nX-Sandbox-Request: %s\r\nConnection: close\r\n\r\n", r.Status, contentType, len(body), id)
	if r.Method == http.MethodHead {
		return answer
	}
	return append(answer, body...)
}

// The marks of an answer that package net/http writes without a handler: no Date, or the
// status of an unknown Expect header, without an id of the journal.
var (
	unreadableMark  = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")
	expectationMark = []byte("HTTP/1.1 417 Expectation Failed\r\n")
	handledMark     = []byte("\r\nX-Sandbox-Request: ")
)

// rejectionIn returns the reason in an answer of package net/http itself.
func rejectionIn(answer []byte) (reason string, ok bool) {
	line, _, _ := bytes.Cut(answer, []byte("\r\n"))
	switch {
	case bytes.HasPrefix(answer[len(line):], unreadableMark):
		return string(answer[len(line)+len(unreadableMark):]), true
	case bytes.HasPrefix(answer, expectationMark) && !bytes.Contains(answer, handledMark):
		return "Expect must be 100-continue or absent", true
	}
	return "", false
}

// statusOf returns the status line of an answer without the version.
func statusOf(answer []byte) string {
	line, _, _ := bytes.Cut(answer, []byte("\r\n"))
	return string(line[len("HTTP/1.1 "):])
}

// targetOf returns method and path of a request line, "" for missing ones. A path may
// lack its slash.
func targetOf(raw []byte) (method, path string) {
	line, _, _ := strings.Cut(string(raw), "\n")
	words := strings.Fields(line)
	if len(words) < 2 {
		return "", ""
	}
	method, path = words[0], words[1]
	if _, after, absolute := strings.Cut(path, "://"); absolute {
		slash := strings.IndexByte(after, '/')
		path = after[max(0, slash):]
	}
	path, _, _ = strings.Cut(path, "?")
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return method, path
}

// The reasons of package net/http for a request that is unreadable, too long or of
// another version.
const (
	unexplained  = "400 Bad Request"
	tooLong      = "431 Request Header Fields Too Large"
	otherVersion = "505 HTTP Version Not Supported: unsupported protocol version"
)

// explain returns why a request cannot be read, more exactly than package net/http
// says it.
func explain(raw []byte, reason string) string {
	line, _, _ := strings.Cut(string(raw), "\n")
	words := strings.Split(strings.TrimRight(line, "\r"), " ")
	switch {
	case reason == tooLong:
		longer := "headers"
		if 2*len(line) > len(raw) {
			longer = "request line"
		}
		return fmt.Sprintf("request line and headers must have at most %d KiB together; the longer part is the %s", maxHeader>>10, longer)
	case reason == otherVersion:
		return "the version must be HTTP/1.1 or HTTP/1.0, got " + words[len(words)-1]
	case reason != unexplained:
		return strings.TrimPrefix(reason, unexplained+": ")
	}
	if len(words) != 3 || !strings.HasPrefix(words[2], "HTTP/") {
		return fmt.Sprintf("the first line must be METHOD PATH HTTP/1.1, got %q", phrase.Shorten(strings.TrimSpace(line), 80))
	}
	target := words[1]
	if words[0] != http.MethodConnect && !strings.HasPrefix(target, "/") && !strings.Contains(target, "://") && target != "*" {
		return fmt.Sprintf("the path must begin with a slash, got %q", phrase.Shorten(target, 80))
	}
	if _, err := url.ParseRequestURI(target); err != nil && words[0] != http.MethodConnect {
		return fmt.Sprintf("the path must be percent-encoded, got %q", phrase.Shorten(target, 80))
	}
	if _, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw))); err != nil && !strings.Contains(err.Error(), "EOF") {
		return phrase.Shorten(err.Error(), 120)
	}
	return reason
}
