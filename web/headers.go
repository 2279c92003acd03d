package web

import (
	"net"
	"net/http"
	"net/netip"
	"path"
	"strings"
)

// policy allows a page to load and call nothing but its own origin, and to turn
// no text into HTML or script.
const policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// HardenHandler returns a handler that gives every answer for the path / and below Base
// the headers of a page, whoever makes the answer.
func HardenHandler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if at := path.Clean(strings.TrimSuffix(r.URL.Path, "/")); at == "/" || at == "." || isBelow(at, Base) || isBelow(r.URL.Path, Base) {
			harden(w.Header(), r)
		}
		next.ServeHTTP(w, r)
	})
}

// isBelow reports whether a path is a folder, or below it.
func isBelow(at, folder string) bool {
	rest, ok := strings.CutPrefix(at, folder)
	return ok && (rest == "" || rest[0] == '/')
}

// harden sets the headers of every answer, and further ones for documents alone, because
// the first page has some 50 files.
func harden(h http.Header, r *http.Request) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if isBelow(r.URL.Path, Base+"/"+assetsFolder) {
		return
	}
	h.Set("X-Frame-Options", "DENY")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	if isTrustworthy(r) {
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
}

// isTrustworthy reports whether browsers trust the origin. For another one they ignore
// Cross-Origin-Opener-Policy and report an error of the page.
func isTrustworthy(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return r.TLS != nil || host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && ip.IsLoopback()
}
