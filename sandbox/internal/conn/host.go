package conn

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// Limits of forwarded values, in bytes.
const (
	maxName = 253 // of the DNS
	maxPath = 200
)

var (
	hostName = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_.])?$`)
	pathName = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)
)

// splitHost returns the name and the port of host[:port]; the port is "" without
// one. An IPv6 address has brackets. ok is false for anything else.
func splitHost(text string) (name, port string, ok bool) {
	name = text
	end := strings.IndexByte(text, ']') + 1
	if colon := strings.LastIndexByte(text, ':'); colon >= end {
		name, port = text[:colon], text[colon+1:]
		if !isPort(port) {
			return "", "", false
		}
	}
	if inner, found := strings.CutPrefix(name, "["); found {
		ip, err := netip.ParseAddr(strings.TrimSuffix(inner, "]"))
		return name, port, err == nil && ip.Is6() && ip.Zone() == "" && strings.HasSuffix(name, "]")
	}
	return name, port, len(name) <= maxName && hostName.MatchString(name)
}

// isPort reports whether text is a port from 1 to 65535, in digits.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0 && text[0] != '0' && text[0] != '+'
}

// isPath reports whether text is a path that can precede others.
func isPath(text string) bool { return len(text) <= maxPath && pathName.MatchString(text) }

// ParsePublic returns a public URL without the slash at its end. It must have a
// scheme and a host, and may have a port and a path.
func ParsePublic(text string) (string, error) {
	u, err := url.Parse(text)
	if err == nil && (u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "http" && u.Scheme != "https") {
		err = errors.New("not an address of a page")
	}
	if err == nil {
		path := strings.TrimRight(u.EscapedPath(), "/")
		if _, _, ok := splitHost(u.Host); ok && (path == "" || isPath(path)) {
			return u.Scheme + "://" + u.Host + path, nil
		}
	}
	return "", fmt.Errorf("must be scheme and host, with a port and a path if need be, such as https://shop.example.com/sandbox, got %q", text)
}

// HostOf returns the host of a public URL, without port and brackets.
func HostOf(public string) string {
	u, err := url.Parse(public)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
