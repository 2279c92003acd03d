package gate

import (
	"net"
	"net/http"
	"strings"
)

// Origin returns the address of the sandbox as the caller reaches it, without a
// path. A proxy in front that speaks TLS says so in X-Forwarded-Proto; of several
// in a row the first is the one that the caller speaks to.
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
