package control

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/gin-gonic/gin"
)

// Hosts are further names under which the control interface is served. If the author of a
// page points a name of his own at the sandbox (DNS rebinding), the page is of the same
// origin as the sandbox, and a browser sends neither Origin nor Sec-Fetch-Site with its
// reads. Only the called name distinguishes them, so it must be one that no stranger can
// own.
type Hosts []string

// localSuffixes end names outside the public DNS.
var localSuffixes = []string{".localhost", ".local", ".internal", ".test"}

// hostName matches the name of a further host.
var hostName = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?$`)

// CheckHost returns the fault of a further host, nil if it is valid.
func CheckHost(name string) error {
	if !hostName.MatchString(name) {
		return fmt.Errorf("a host must be a name without scheme and port, such as sandbox.example.com, got %q", name)
	}
	return nil
}

// Guard returns a middleware that refuses requests under other hosts. It lets the probes
// pass, and the calls of a protocol.
func (h Hosts) Guard(isProtocol func(*gin.Context) bool) gin.HandlerFunc {
	return func(c *gin.Context) {
		if isProbe(strings.TrimPrefix(c.FullPath(), base)) || isProtocol(c) || h.allow(c.Request.Host) {
			return
		}
		name := phrase.Shorten(plainHost(c.Request.Host), 80)
		refuse(c, problem(http.StatusForbidden, "if the name is yours, start the sandbox with --allowed-host "+name,
			"the sandbox is not served as %q", name))
	}
}

// allow reports whether the value of the Host header, or the host of a request
// target with a scheme, is an IP address, a name that no stranger can own, or one
// of the further names. Only requests of HTTP/1.0 have none, and browsers send
// none of these.
func (h Hosts) allow(host string) bool {
	name := plainHost(host)
	if _, err := netip.ParseAddr(name); err == nil || !strings.Contains(name, ".") {
		return true
	}
	return slices.ContainsFunc(localSuffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) }) ||
		slices.ContainsFunc(h, func(further string) bool { return plainHost(further) == name })
}

// plainHost returns a host in lower case, without port, brackets and the dot at
// the end.
func plainHost(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}
