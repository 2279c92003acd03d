package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// policy allows a page to load and call nothing but its own origin, and to turn
// no text into HTML or script.
const policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// Harden sets the headers that every answer below Base has.
func Harden(h http.Header, r *http.Request) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	if isTrustworthy(r) {
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
}

// isTrustworthy reports whether browsers trust the origin. For another one they
// ignore Cross-Origin-Opener-Policy and report that as an error of the page.
func isTrustworthy(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return r.TLS != nil || host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && ip.IsLoopback()
}
