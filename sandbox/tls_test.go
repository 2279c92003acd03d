package sandbox_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestCertificateIsKept verifies that the self-signed certificate is kept beside a
// lasting data file, readable by its owner only, served, and renewed when it has
// expired or when its files are gone.
func TestCertificateIsKept(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data.db")
	begin := func() (served string) {
		t.Helper()
		s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Data: data, World: "empty", TLS: sandbox.TLSSelfSigned})
		if err == nil {
			err = s.Start(t.Context())
		}
		must(t, err)
		defer stop(t, s)
		return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}))
	}
	first := begin()
	if got := begin(); got != first {
		t.Error("a restart has another certificate")
	}
	for _, file := range []string{data + ".cert.pem", data + ".key.pem"} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: got %v %v, want a file for its owner only", file, info, err)
		}
	}
	must(t, os.Chmod(data+".key.pem", 0o644))
	if got := begin(); got != first {
		t.Error("a restart has another certificate")
	}
	if info, err := os.Stat(data + ".key.pem"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v %v, want the key for its owner only again", info, err)
	}
	if kept, err := os.ReadFile(data + ".cert.pem"); string(kept) != first {
		t.Errorf("got %s %v, want the certificate", kept, err)
	}
	own := conn.SelfSigned{Beside: data}
	expires, err := own.New(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC))
	if err == nil {
		err = own.Keep(expires)
	}
	must(t, err)
	renewed := begin()
	if expired, _ := os.ReadFile(data + ".cert.pem"); renewed == first || string(expired) != renewed {
		t.Error("the expired certificate was not renewed")
	}
	must(t, os.Remove(data+".key.pem"))
	if got := begin(); got == renewed || got != begin() {
		t.Error("got the certificate without its key, or no lasting one")
	}
	must(t, os.WriteFile(data+".key.pem", []byte("nonsense"), 0o600))
	_, err = sandbox.New(sandbox.Options{Data: data, TLS: sandbox.TLSSelfSigned})
	want := "tls: cannot read the kept certificate; delete " + data + ".cert.pem and " + data + ".key.pem to get a new one: "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s…", err, want)
	}
}

// TestCertificateNames verifies that the self-signed certificate is for every name
// under which the sandbox may be called, and that a kept one that lacks a name is
// replaced.
func TestCertificateNames(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data.db")
	begin := func(listen string, hosts ...string) *x509.Certificate {
		t.Helper()
		s, err := sandbox.New(sandbox.Options{Listen: listen, Data: data, World: "empty", TLS: sandbox.TLSSelfSigned, AllowedHosts: hosts})
		if err == nil {
			err = s.Start(t.Context())
		}
		must(t, err)
		stop(t, s)
		return s.Certificate()
	}
	first := begin("127.0.0.1:0")
	named := begin("127.0.0.1:0", "Sandbox.example.com.", "10.0.0.1")
	for name, want := range map[string][2]bool{
		"localhost": {true, true}, "commerce-sandbox": {true, true}, "127.0.0.1": {true, true}, "::1": {true, true},
		"sandbox.example.com": {false, true}, "10.0.0.1": {false, true}, "other.example.com": {false, false},
	} {
		if got := [2]bool{first.VerifyHostname(name) == nil, named.VerifyHostname(name) == nil}; got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	if again := begin("localhost:0", "10.0.0.1", "sandbox.example.com"); !again.Equal(named) {
		t.Error("a restart with the same names has another certificate")
	}
	if fewer := begin("localhost:0", "sandbox.example.com"); fewer.VerifyHostname("10.0.0.1") == nil || fewer.VerifyHostname("sandbox.example.com") != nil {
		t.Error("the certificate is for a name that the options have no longer")
	}
}

// TestOldProtocolByTLS verifies that a client of HTTP/1.0 agrees with the sandbox on
// its protocol.
func TestOldProtocolByTLS(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.TLS, sandboxtest.Frozen)
	conn, err := tls.Dial("tcp", strings.TrimPrefix(s.URL(), "https://"), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.0"}})
	must(t, err)
	defer conn.Close()
	must(t, errorOf(io.WriteString(conn, "GET /_sandbox/live HTTP/1.0\r\n\r\n")))
	if got, err := io.ReadAll(conn); err != nil || !strings.HasSuffix(string(got), "{\"live\":true}\n") {
		t.Errorf("got %q %v", got, err)
	}
}

// TestNewProtocolByTLS verifies that a client which offers HTTP/2 agrees on HTTP/1.1, and
// one that offers nothing else fails in the handshake.
func TestNewProtocolByTLS(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.TLS, sandboxtest.Frozen)
	dial := func(offers ...string) (agreed string, err error) {
		conn, err := tls.Dial("tcp", strings.TrimPrefix(s.URL(), "https://"), &tls.Config{InsecureSkipVerify: true, NextProtos: offers})
		if err != nil {
			return "", err
		}
		return conn.ConnectionState().NegotiatedProtocol, conn.Close()
	}
	if agreed, err := dial("h2", "http/1.1"); agreed != "http/1.1" || err != nil {
		t.Errorf("got %q, %v", agreed, err)
	}
	if agreed, err := dial("h2"); err == nil || !strings.Contains(err.Error(), "no application protocol") {
		t.Errorf("got %q, %v", agreed, err)
	}
}

// TestCertificateIsServed verifies that a client can get the self-signed
// certificate, and what it gets when there is none.
func TestCertificateIsServed(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.TLS, sandboxtest.Frozen)
	answer, err := s.Client().Get(s.URL() + "/_sandbox/certificate.pem")
	must(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	want := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Sandbox().Certificate().Raw}))
	if answer.StatusCode != http.StatusOK || string(body) != want {
		t.Errorf("got %s, want %s", body, want)
	}
	plain := sandboxtest.Start(t, sandboxtest.Frozen)
	const none = `{"error":"the sandbox has no self-signed certificate","hint":"start the sandbox with --tls self-signed"}`
	if got, body := roundTrip(t, "GET", plain.URL()+"/_sandbox/certificate.pem", ""); got != http.StatusNotFound || strings.TrimSpace(body) != none {
		t.Errorf("got %d %s, want 404 %s", got, body, none)
	}
}
