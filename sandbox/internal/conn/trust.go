package conn

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Words for the peers of a Trust besides networks.
const (
	TrustPrivate = "private" // loopback, link-local and private addresses
	TrustAll     = "all"
	TrustNone    = "none"
)

// Trust names the peers trusted as proxies. The zero value trusts none.
type Trust struct {
	private, all bool
	networks     []netip.Prefix
}

// ParseTrust reads words and networks. TrustNone stands alone.
func ParseTrust(texts []string) (Trust, error) {
	var t Trust
	for _, text := range texts {
		switch text {
		case TrustPrivate:
			t.private = true
		case TrustAll:
			t.all = true
		case TrustNone:
			if len(texts) > 1 {
				return Trust{}, fmt.Errorf("%s must be the only value, got %q", TrustNone, strings.Join(texts, ","))
			}
		default:
			network, err := parseNetwork(text)
			if err != nil {
				return Trust{}, err
			}
			t.networks = append(t.networks, network)
		}
	}
	return t, nil
}

// parseNetwork reads a network such as 10.0.0.0/8, or the address of one peer.
func parseNetwork(text string) (netip.Prefix, error) {
	if ip, err := netip.ParseAddr(text); err == nil && ip.Zone() == "" {
		ip = ip.Unmap()
		return netip.PrefixFrom(ip, ip.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil || network.Masked() != network {
		return netip.Prefix{}, fmt.Errorf("must be %s, %s, %s, an IP address or a network such as 10.0.0.0/8, got %q", TrustPrivate, TrustAll, TrustNone, text)
	}
	return network, nil
}

// sharedNetwork is the network of carriers, also used by some container networks.
var sharedNetwork = netip.MustParsePrefix("100.64.0.0/10")

// includes reports whether the peer of a request is trusted. A peer without an IP
// address came through a socket of this machine.
func (t Trust) includes(r *http.Request) bool {
	if t.all {
		return true
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return t.private
	}
	ip := peer.Addr().Unmap().WithZone("")
	return t.private && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || sharedNetwork.Contains(ip)) ||
		slices.ContainsFunc(t.networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}
