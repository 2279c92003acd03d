package conn

import (
	"context"
	"net"
	"net/netip"
	"slices"
)

// addresses returns the IP addresses of a host, IPv4 first, or the host itself if it is
// no name or has none.
func (o Options) addresses(ctx context.Context, host string) []string {
	if _, err := netip.ParseAddr(host); err == nil || host == "" {
		return []string{host}
	}
	lookup := o.Lookup
	if lookup == nil {
		lookup = net.DefaultResolver.LookupNetIP
	}
	found, _ := lookup(ctx, "ip", host) // to listen on the host itself fails with a better error
	if len(found) == 0 {
		return []string{host}
	}
	for i, ip := range found {
		found[i] = ip.Unmap()
	}
	slices.SortFunc(found, netip.Addr.Compare)
	var all []string
	for _, ip := range slices.Compact(found) {
		all = append(all, ip.String())
	}
	return all
}

// binder binds an address.
type binder func(address string) (net.Listener, error)

// tries is how often a port chosen by the system for one host may be taken at another.
const tries = 10

// each binds hosts on one port, and returns why it left out hosts missing on the machine.
// It fails if it lacks all of them, or if the port is taken at one.
func (bind binder) each(hosts []string, port string) (bound []net.Listener, lacking []error, err error) {
	for range tries {
		bound, lacking, err = bind.once(hosts, port)
		if err == nil || port != "0" {
			break
		}
	}
	return bound, lacking, err
}

func (bind binder) once(hosts []string, port string) (bound []net.Listener, lacking []error, err error) {
	for _, host := range hosts {
		l, err := bind(net.JoinHostPort(host, port))
		switch {
		case err == nil:
			bound = append(bound, l)
			_, port, _ = net.SplitHostPort(l.Addr().String())
		case bind.lacks(host):
			lacking = append(lacking, err)
		default:
			for _, l := range bound {
				_ = l.Close()
			}
			return nil, nil, err
		}
	}
	if len(bound) == 0 {
		return nil, nil, lacking[0]
	}
	return bound, lacking, nil
}

// lacks reports whether the machine lacks a host: whether no port is free there.
func (bind binder) lacks(host string) bool {
	l, err := bind(net.JoinHostPort(host, "0"))
	if err != nil {
		return true
	}
	_ = l.Close()
	return false
}
