package gate

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// OriginAt returns the address of the sandbox at another port than that of the
// request. The host is that of the request, unless the sandbox listens for the
// port on one host only.
func OriginAt(r *http.Request, host, port string) string {
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
	}
	scheme, _, _ := strings.Cut(Origin(r), "://")
	return scheme + "://" + net.JoinHostPort(strings.Trim(host, "[]"), port)
}

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
