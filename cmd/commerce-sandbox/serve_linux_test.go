package main

import (
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestServeEnds shuts the listener of a running sandbox down, as a failing
// network would.
func TestServeEnds(t *testing.T) {
	t.Parallel()
	r := serve(t, nil, "--ephemeral", "--world", "empty", "--listen", "127.0.0.1:0")
	_, base, _ := strings.Cut(r.line("REST base"), "http")
	u, err := url.Parse("http" + base)
	must(t, err)
	port, err := strconv.Atoi(u.Port())
	must(t, err)
	for fd := range 1024 {
		listens, err := syscall.GetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_ACCEPTCONN)
		if err != nil || listens == 0 {
			continue
		}
		if at, err := syscall.Getsockname(fd); err == nil {
			if at, ok := at.(*syscall.SockaddrInet4); ok && at.Port == port {
				_ = syscall.Shutdown(fd, syscall.SHUT_RDWR) // otherwise the program does not end
			}
		}
	}
	got := <-r.ended
	if got.code != exitFailed || !strings.Contains(got.stderr, name+": ") || !strings.Contains(got.stderr, "accept") {
		t.Errorf("got %+v, want %d and the reason", got, exitFailed)
	}
}
