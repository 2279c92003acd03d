package sandbox

import (
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestNameWithSeveralAddresses listens on a name with addresses of both families, and one that
// no machine has.
func TestNameWithSeveralAddresses(t *testing.T) {
	t.Parallel()
	if l, err := net.Listen("tcp", "[::1]:0"); err != nil {
		t.Skip("the machine has no IPv6:", err)
	} else {
		_ = l.Close()
	}
	for _, tlsMode := range []string{TLSOff, TLSSelfSigned} {
		var log strings.Builder // read when the sandbox has stopped
		s, err := New(Options{Listen: "shop.test:0", ControlListen: "127.0.0.1:0", Ephemeral: true, World: "empty", TLS: tlsMode, Log: slog.New(slog.NewTextHandler(&log, nil))})
		must(t, err)
		s.lookup = func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("::1"), netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("::ffff:127.0.0.1"), netip.MustParseAddr("127.0.0.1")}, nil
		}
		must(t, s.Start(t.Context()))
		caller := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
		scheme, first, _ := strings.Cut(s.URL(), "://")
		_, port, _ := net.SplitHostPort(first)
		if got, want := s.Addresses(), []string{"127.0.0.1:" + port, "[::1]:" + port, strings.TrimPrefix(s.ControlURL(), scheme+"://")}; !slices.Equal(got, want) || first != want[0] {
			t.Errorf("%s: got %v and %s, want %v", tlsMode, got, first, want)
		}
		owner, err := client.New(s.ControlURL(), client.Options{HTTPClient: caller}).Open(t.Context(), client.NewAccount{Port: true})
		must(t, err)
		_, own, _ := net.SplitHostPort(strings.TrimPrefix(owner.Port, scheme+"://"))
		called := []string{"127.0.0.1:" + port, "[::1]:" + port, "127.0.0.1:" + own, "[::1]:" + own}
		for _, at := range called {
			answer, err := caller.Get(scheme + "://" + at + "/_sandbox/live")
			must(t, err)
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("%s: got %s", at, answer.Status)
			}
		}
		must(t, s.Stop(t.Context()))
		if got := log.String(); strings.Count(got, "left an address out") != 2 || !strings.Contains(got, "listen tcp 192.0.2.1:") {
			t.Errorf("%s: logged %s", tlsMode, got)
		}
		for _, at := range called {
			if c, err := net.Dial("tcp", at); err == nil {
				_ = c.Close()
				t.Errorf("%s is open after the end", at)
			}
		}
	}
}
