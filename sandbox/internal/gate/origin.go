package gate

import (
	"net"
	"net/http"
	"strings"
)

// Origin returns the address of the sandbox as the client reaches it, without a
// path. A proxy that speaks TLS says so in X-Forwarded-Proto; of several values
// the first is that of the proxy nearest to the client.
func Origin(r *http.Request) string {
	scheme, host := "http", r.Host
	outermost, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",")
	if r.TLS != nil || strings.EqualFold(strings.TrimSpace(outermost), "https") {
		scheme = "https"
	}
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok && host == "" {
		host = local.String()
	}
	return scheme + "://" + host
}
