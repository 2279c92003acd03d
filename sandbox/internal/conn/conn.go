// Package conn listens, with or without TLS, and finds the requests that package
// net/http answers before any handler sees them: broken request lines, endless headers,
// HTTP without TLS at an address of https. It reads and replaces those answers in the
// bytes of a connection, because the server reports them to nobody. What they say and
// where they are recorded is up to a function of the caller.
package conn

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
)

// Options say how to listen.
type Options struct {
	Address string      // host:port
	TLS     *tls.Config // nil for plain HTTP

	// Reject returns the whole answer to a rejected request, or nil for the one of
	// package net/http. It must not keep Raw.
	Reject func(Rejected) []byte

	Log *slog.Logger // receives failed handshakes
}

// Listen binds the address.
func Listen(ctx context.Context, o Options) (net.Listener, error) {
	var from net.ListenConfig
	bound, err := from.Listen(ctx, "tcp", o.Address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", o.Address, err)
	}
	return &listener{Listener: bound, options: o}, nil
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
	return &watched{Conn: &joined{Conn: c}, plain: c, reject: l.options.Reject}, nil
}
