package conn

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// AddressPolicy says how the address of the sandbox is found. The zero value trusts no
// proxy.
type AddressPolicy struct {
	Public  string // scheme, host and path of every link, without a slash at the end; "" for none
	Trusted Trust  // peers whose forwarded addresses count
}

// Of returns scheme, host and path at which the client of a request reaches the sandbox,
// without a slash at the end. The public URL does not hold for the port of an account.
func (p AddressPolicy) Of(r *http.Request) string {
	if p.Public != "" && AccountOfPort(r.Context()) == "" {
		return p.Public
	}
	return p.RequestAddress(r)
}

// RequestAddress is Of without the public URL.
func (p AddressPolicy) RequestAddress(r *http.Request) string {
	f := p.readForwarded(r)
	return f.scheme(r) + "://" + f.address(r) + f.prefix
}

// At returns the address of the sandbox at another port than the request's. It keeps the
// host of the request, unless the sandbox listens for the port on one host only.
func (p AddressPolicy) At(r *http.Request, host, port string) string {
	if p.Public != "" {
		return p.Public
	}
	f := p.readForwarded(r)
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = f.address(r)
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
	}
	return f.scheme(r) + "://" + net.JoinHostPort(strings.Trim(host, "[]"), port)
}

// Prefix returns the path below which the client of a request reaches the sandbox,
// "" for the root.
func (p AddressPolicy) Prefix(r *http.Request) string {
	if p.Public != "" {
		return pathOf(p.Public)
	}
	return p.readForwarded(r).prefix
}

// IsDirect reports whether links lead to the sandbox itself, not to a proxy.
func (p AddressPolicy) IsDirect(r *http.Request) bool {
	return p.Public == "" && p.readForwarded(r) == forwarded{}
}

// IsOwn reports whether a page of an origin, such as https://shop.example.com, is one
// of the sandbox at its public URL. A browser may not say so itself, when a proxy
// replaces the Host of the request.
func (p AddressPolicy) IsOwn(origin string) bool {
	return p.Public != "" && origin == strings.TrimSuffix(p.Public, pathOf(p.Public))
}

// pathOf returns the path of an address.
func pathOf(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if slash := strings.IndexByte(rest, '/'); slash >= 0 {
		return rest[slash:]
	}
	return ""
}

// scheme returns http or https.
func (f forwarded) scheme(r *http.Request) string {
	switch {
	case f.proto != "":
		return f.proto
	case r.TLS != nil:
		return "https"
	}
	return "http"
}

// address returns host and port, without the default port of the scheme if a proxy
// forwards one of them.
func (f forwarded) address(r *http.Request) string {
	if f.host == "" && f.port == "" {
		return hostOf(r)
	}
	host, port := cmp.Or(f.host, hostOf(r)), f.port
	if name, own, ok := splitHost(host); ok {
		host, port = name, cmp.Or(own, port) // as the client wrote it; a proxy may listen behind another port
	}
	if port == "" || port == "443" && f.scheme(r) == "https" || port == "80" && f.scheme(r) == "http" {
		return host
	}
	return host + ":" + port
}

// hostOf returns the host of the request, or where it arrived when it names none.
func hostOf(r *http.Request) string {
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok && r.Host == "" {
		return local.String()
	}
	return r.Host
}
