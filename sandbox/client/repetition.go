package client

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// passing are the elements of an envelope that change with each login.
var passing = regexp.MustCompile(`<((?:\w+:)?(?:sessionID|date|hash))\b[^>]*>[^<]*<`)

// Sameness returns a text that is equal for calls made in the same way, in whatever session.
func (e Entry) Sameness() string {
	body := []byte(e.Request.Body)
	if e.Protocol == "soap" {
		body = passing.ReplaceAll(body, nil)
	}
	return strings.Join([]string{e.Operation, e.Request.Method, e.Request.URI, string(body)}, "\n")
}

// RetryAfter returns how long the answer asks the client to wait, false without a readable
// Retry-After. A date counts from the end of the call.
func (e Entry) RetryAfter() (time.Duration, bool) {
	text := strings.TrimSpace(e.Response.Header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(e.WallTime.Add(e.Duration))), true
	}
	return 0, false
}
