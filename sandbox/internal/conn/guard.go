package conn

import (
	"net/http"
)

// guarded is the key of the connection in the context of a request.
type guarded struct{}

// guard returns a handler that rejects, in front of another one, requests that package
// net/http would accept: other versions of HTTP, and bodies with two ends, because a proxy may
// see another request behind the first end.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor != 1 || r.ProtoMinor != 1 || len(r.TransferEncoding) > 0 {
			c := r.Context().Value(guarded{}).(interface {
				refuse(*http.Request) (int, string)
			})
			if status, reason := c.refuse(r); reason != "" {
				w.Header().Set("Connection", "close")
				http.Error(w, reason, status)
				return
			}
		}
		if r.RequestURI == "*" && r.Method == http.MethodOptions { // it asks for the server itself
			w.Header().Set("Content-Length", "0")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuse returns the status and the reason for rejecting a request, "" if it is accepted.
// The next answer then belongs to it.
func (c *watched) refuse(r *http.Request) (status int, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch h := headOf(c.raw); {
	case r.ProtoMajor != 1:
		status, c.reason = http.StatusHTTPVersionNotSupported, otherVersion
	case h.chunked && h.sized:
		status, c.reason = http.StatusBadRequest, "Content-Length and Transfer-Encoding must not come together, because they give the body two ends"
	case h.chunked && r.ProtoMinor == 0:
		status, c.reason = http.StatusBadRequest, "Transfer-Encoding must come with HTTP/1.1, got HTTP/1.0"
	}
	return status, c.reason
}
