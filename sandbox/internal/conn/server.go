package conn

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of a server. Writing may take longer than reading, so a client with a
// stalled body still gets an answer.
const (
	headerTimeout = 10 * time.Second // for the headers, and for a TLS handshake
	readTimeout   = 60 * time.Second
	writeTimeout  = readTimeout + 30*time.Second
	idleTimeout   = 120 * time.Second
	maxHeader     = 64 << 10 // bytes
)

// ServerOptions say how to serve an address.
type ServerOptions struct {
	Options
	Handler http.Handler
	Running context.Context // its end ends every call

	// Stopping is called when the server stops, before the calls under way have ended.
	// It may be nil.
	Stopping func()
	// Lost is called when a listener fails.
	Lost func(error)
}

// Server serves one address. A nil Server serves none.
type Server struct {
	Listeners []net.Listener // several for a host name with several addresses

	scheme string
	http   *http.Server
	served sync.WaitGroup // done when http has returned
	silent silent         // connections without a call

	end func() // ends the calls, those too that took their connection over
}

// Serve listens, and answers from then on. Every call has the values of ctx.
func Serve(ctx context.Context, o ServerOptions) (*Server, error) {
	listeners, err := listen(ctx, o.Options)
	if err != nil {
		return nil, err
	}
	v := &Server{Listeners: listeners, scheme: "http://"}
	if o.TLS != nil {
		v.scheme = "https://"
	}
	// A client following the journal must not keep the sandbox from stopping, so the
	// context of every call ends with Running, and at the latest with the server.
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(o.Running, cancel)
	v.end = func() {
		forget()
		cancel()
	}
	v.http = &http.Server{
		Handler:           guard(o.Handler),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(o.Log.Handler(), slog.LevelWarn),
		BaseContext:       func(net.Listener) context.Context { return base },
		ConnContext:       func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, guarded{}, c) },
		ConnState:         v.silent.track,

		DisableGeneralOptionsHandler: true, // it would come before the guard
	}
	v.http.RegisterOnShutdown(v.silent.close)
	if o.Stopping != nil {
		v.http.RegisterOnShutdown(o.Stopping)
	}
	for _, l := range listeners {
		v.served.Go(func() {
			if err := v.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				o.Lost(fmt.Errorf("cannot listen on %s any longer: %w", l.Addr(), err))
			}
		})
	}
	return v, nil
}

// URL returns scheme, host and port of the first listener, "" of a nil Server.
func (v *Server) URL() string {
	if v == nil {
		return ""
	}
	return v.scheme + v.Address()
}

// Address returns host and port of the first listener.
func (v *Server) Address() string { return v.Listeners[0].Addr().String() }

// Stop accepts no new calls and waits for the ones under way until ctx is done.
func (v *Server) Stop(ctx context.Context) error {
	if v == nil {
		return nil
	}
	err := v.http.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, v.http.Close())
	}
	v.served.Wait()
	v.end()
	return err
}

// silent are the connections without a call so far, such as the ones opened ahead by a
// browser or a pool. The server would wait up to 5 s for their first call when it stops. The
// zero value has none.
type silent struct {
	conns  sync.Map // its keys are net.Conn; it takes no lock for the calls of others
	closed atomic.Bool
}

// track follows the states of connections.
func (s *silent) track(c net.Conn, state http.ConnState) {
	if state != http.StateNew {
		s.conns.Delete(c)
		return
	}
	if s.conns.Store(c, nil); s.closed.Load() {
		_ = c.Close()
	}
}

// close closes these connections, and any later ones.
func (s *silent) close() {
	s.closed.Store(true)
	s.conns.Range(func(c, _ any) bool {
		_ = c.(net.Conn).Close()
		return true
	})
}
