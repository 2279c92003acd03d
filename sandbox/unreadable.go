package sandbox

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

const expectationReason = "Expect must be 100-continue or absent"

// reject records a request that no handler sees, and returns its answer: a fault for
// SOAP, a text for the control interface and the pages, and otherwise the shape of
// section 2.5, because a client of REST may have mistaken the path too.
func reject(g *gate.Gate, remote string, raw []byte, status, reason string) []byte {
	reason = explained(raw, reason)
	method, path := targetOf(raw)
	return g.Reject(gate.Rejected{Remote: remote, Raw: raw, Status: status, Reason: reason}, func(id string) ([]byte, string) {
		contentType, body, code := "text/plain; charset=utf-8", []byte(reason), ""
		switch {
		case isBelow(path, soap.Path):
			contentType, body, code = soap.Rejected(reason, id)
		case !control.Serves(path) && !isBelow(path, web.Base):
			contentType, body, code = rest.Rejected(status, reason)
		}
		return written(method, status, contentType, id, body), code
	})
}

// isBelow reports whether a path is that of a folder, or below it.
func isBelow(path, folder string) bool { return strings.HasPrefix(path+"/", folder+"/") }

// written returns an answer that ends its connection.
func written(method, status, contentType, id string, body []byte) []byte {
	answer := fmt.Appendf(nil, "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nCache-Control: no-store\r\n"+
		"X-Content-Type-Options: nosniff\r\nX-Sandbox-Request: %s\r\nConnection: close\r\n\r\n", status, contentType, len(body), id)
	if method == http.MethodHead {
		return answer
	}
	return append(answer, body...)
}

// targetOf returns method and path of a request line, "" for what it lacks. A path
// may lack its slash.
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

// unexplained is what package net/http says about any request that it cannot read.
const unexplained = "400 Bad Request"

// explained returns why a request cannot be read, more exactly than package net/http
// says it.
func explained(raw []byte, reason string) string {
	if reason != unexplained {
		return strings.TrimPrefix(reason, unexplained+": ")
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	words := strings.Split(strings.TrimRight(line, "\r"), " ")
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
