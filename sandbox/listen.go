package sandbox

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

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/address"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// Limits of a server. Writing may take longer than reading, so a client with a
// stalled body still gets an answer.
const (
	readTimeout  = 60 * time.Second
	writeTimeout = readTimeout + 30*time.Second
	idleTimeout  = 120 * time.Second
)

// server serves one address.
type server struct {
	front     *control.Front
	url       atomic.Pointer[string] // nil until it listens
	listeners []net.Listener         // several for a host name with several addresses
	http      *http.Server           // nil when it does not listen
	served    sync.WaitGroup         // done when http has returned
	calls     *underWay              // at the port of an account, otherwise nil
	silent    silent                 // connections without a call
}

// URL returns scheme, host and port of the first listener, "" before the server listens.
func (v *server) URL() string {
	if url := v.url.Load(); url != nil {
		return *url
	}
	return ""
}

// address returns host and port of the first listener.
func (v *server) address() string { return v.listeners[0].Addr().String() }

// listen binds an address and answers the probes from then on.
func (s *Sandbox) listen(ctx context.Context, v *server, at string) error {
	listeners, err := conn.Listen(ctx, conn.Options{Address: at, TLS: s.tls, Lookup: s.lookup, Reject: s.reject, Log: s.options.Log})
	if err != nil {
		return err
	}
	v.listeners = listeners
	url := "http://" + v.address()
	if s.tls != nil {
		url = "https://" + v.address()
	}
	v.url.Store(&url)
	// A client following the journal must not keep the sandbox from stopping: the
	// context of every call ends when the server shuts down.
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(s.running, cancel)
	handler := http.Handler(v.front)
	if v.calls != nil {
		handler = v.calls.around(handler)
	}
	v.http = &http.Server{
		Handler:      web.Hardened(handler),
		ReadTimeout:  readTimeout,
		WriteTimeout: writeTimeout,
		IdleTimeout:  idleTimeout,
		ErrorLog:     slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
		BaseContext:  func(net.Listener) context.Context { return base },
		ConnState:    v.silent.track,
	}
	conn.Guard(v.http)
	v.http.RegisterOnShutdown(v.silent.close)
	if address.Port(ctx) == "" { // the end of an account's port ends no other call
		v.http.RegisterOnShutdown(s.endCalls)
	}
	for _, l := range listeners {
		v.served.Go(func() { s.serve(v, l) })
	}
	return nil
}

// serve answers calls until Stop closes the listener, or until it fails.
func (s *Sandbox) serve(v *server, listener net.Listener) {
	if err := v.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		s.end(fmt.Errorf("cannot listen on %s any longer: %w", listener.Addr(), err))
	}
}

// stop accepts no new calls and waits for the ones under way until ctx is done.
func (v *server) stop(ctx context.Context) error {
	if v.http == nil {
		return nil
	}
	err := v.http.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, v.http.Close())
	}
	v.served.Wait()
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
