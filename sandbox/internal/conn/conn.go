// Package conn serves addresses, with or without TLS, and makes and keeps a self-signed
// certificate. It finds requests answered by package net/http before any handler: broken
// request lines, endless headers, HTTP without TLS at an address of https. It reads and
// replaces those answers in the bytes of a connection, because the server reports them to
// nobody. A function of the caller writes and records the new ones.
//
// It also says at which address clients reach the sandbox: the public URL of its options, the
// address forwarded by a trusted proxy (Forwarded of RFC 7239, X-Forwarded-Host, -Port, -Proto
// and -Prefix), or the Host of the request. All links of the sandbox begin with it. A forwarded
// value with a character foreign to hosts, ports and paths is ignored, so that an address is
// safe in XML, JSON and a shell. Only links depend on these headers; package control decides
// the names under which the sandbox is served.
//
// Ports are ports of their own for accounts, at the host of the main address; the caller gives
// the handler, and the paths of requests that are no calls.
package conn

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
)

// Lookup returns the addresses of a host name in the network "ip".
type Lookup func(ctx context.Context, network, host string) ([]netip.Addr, error)

// Options say how to listen.
type Options struct {
	Address string      // host:port
	TLS     *tls.Config // nil for plain HTTP

	Lookup Lookup // nil for the machine's

	// Reject returns the whole answer to a rejected request, or nil for the one of
	// package net/http. It must not keep Raw.
	Reject func(Rejected) []byte

	Log *slog.Logger // receives failed handshakes, and the addresses left out
}

// listen binds the address, or all addresses of a host's name, on one port. It leaves out
// addresses missing on the machine, such as ::1 without IPv6.
func listen(ctx context.Context, o Options) ([]net.Listener, error) {
	host, port, err := net.SplitHostPort(o.Address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", o.Address, err)
	}
	var from net.ListenConfig
	bind := binder(func(address string) (net.Listener, error) { return from.Listen(ctx, "tcp", address) })
	bound, lacking, err := bind.each(o.addresses(ctx, host), port)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", o.Address, err)
	}
	for _, err := range lacking {
		o.Log.Info("left an address out, because the machine does not have it", slog.String("of", o.Address), slog.Any("error", err))
	}
	for i, l := range bound {
		bound[i] = &listener{Listener: l, options: o}
	}
	return bound, nil
}

type listener struct {
	net.Listener
	options Options
}

// Accept returns the next connection as a watched one, with TLS before its handshake.
func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if l.options.TLS != nil {
		return newSecured(c, l.options), nil
	}
	return &watched{Conn: c, plain: c, reject: l.options.Reject}, nil
}
