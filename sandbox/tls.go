package sandbox

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// A self-signed certificate is valid from a day before its making, for clients with
// a slow clock.
const (
	certificateLead = 24 * time.Hour
	certificateLife = 365 * 24 * time.Hour
)

// tlsConfig returns how to serve TLS, nil for plain HTTP. It offers HTTP/1 only,
// because a scenario cutting a connection must not cut other calls.
func (o Options) tlsConfig() (*tls.Config, error) {
	var certificate tls.Certificate
	var err error
	switch certFile, keyFile, isPair := strings.Cut(o.TLS, ","); {
	case o.TLS == TLSOff:
		return nil, nil
	case o.TLS == TLSSelfSigned:
		certificate, err = o.selfSigned(clock.System()) // of the machine, because clients compare it with theirs
	case isPair:
		certificate, err = tls.LoadX509KeyPair(certFile, keyFile)
	default:
		return nil, fmt.Errorf("tls must be %s, %s or CERT,KEY, got %q", TLSOff, TLSSelfSigned, o.TLS)
	}
	if err != nil {
		return nil, fmt.Errorf("tls: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"http/1.1", "http/1.0"}, MinVersion: tls.VersionTLS12}, nil
}

// selfSigned returns the certificate kept beside a lasting data file, so clients
// need to trust it only once. It makes a new one when there is none, when it has
// expired, or when the options have other hosts.
func (o Options) selfSigned(now time.Time) (tls.Certificate, error) {
	certFile, keyFile := o.certificateFiles()
	names := o.certificateNames()
	if o.Ephemeral {
		return newCertificate(now, names)
	}
	kept, err := tls.LoadX509KeyPair(certFile, keyFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return newCertificate(now, names)
	case err != nil:
		return kept, fmt.Errorf("cannot read the kept certificate; delete %s and %s to get a new one: %w", certFile, keyFile, err)
	case now.After(kept.Leaf.NotAfter) || !isFor(kept.Leaf, names):
		return newCertificate(now, names)
	}
	return kept, nil
}

// isFor reports whether a certificate is for exactly these names and IP addresses.
func isFor(certificate *x509.Certificate, names []string) bool {
	has := slices.Clone(certificate.DNSNames)
	for _, ip := range certificate.IPAddresses {
		has = append(has, ip.String())
	}
	slices.Sort(has)
	return slices.Equal(has, slices.Sorted(slices.Values(names)))
}

// certificateNames returns the names and IP addresses of the sandbox for clients.
func (o Options) certificateNames() []string {
	names := []string{"localhost", "commerce-sandbox", "127.0.0.1", "::1"}
	for _, host := range o.hosts() {
		name := strings.TrimSuffix(strings.ToLower(host), ".")
		if ip := net.ParseIP(name); ip != nil {
			name = ip.String()
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// certificateFiles returns where the self-signed certificate and its key are kept.
func (o Options) certificateFiles() (certificate, key string) {
	return o.Data + ".cert.pem", o.Data + ".key.pem"
}

// keepCertificate writes the self-signed certificate beside a lasting data file.
func (s *Sandbox) keepCertificate() error {
	if s.options.TLS != TLSSelfSigned || s.options.Ephemeral {
		return nil
	}
	certFile, keyFile := s.options.certificateFiles()
	key, err := x509.MarshalPKCS8PrivateKey(s.tls.Certificates[0].PrivateKey)
	if err != nil {
		return err
	}
	// The certificate comes last, because without it a start makes a new pair.
	err = replaceFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}))
	if err == nil {
		err = replaceFile(certFile, s.ownCertificate())
	}
	if err != nil {
		return fmt.Errorf("cannot keep the self-signed certificate: %w", err)
	}
	return nil
}

// replaceFile writes a file for its owner alone. A copy readable by others becomes
// its owner's.
func replaceFile(path string, content []byte) error {
	if before, err := os.ReadFile(path); err == nil && bytes.Equal(before, content) {
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 == 0 {
			return nil
		}
		return os.Chmod(path, 0o600)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

// ownCertificate returns the self-signed certificate in PEM, nil without one.
func (s *Sandbox) ownCertificate() []byte {
	if s.options.TLS != TLSSelfSigned {
		return nil
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.tls.Certificates[0].Leaf.Raw})
}

// newCertificate returns a new certificate for names and IP addresses.
func newCertificate(now time.Time, names []string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()),
		Subject:      pkix.Name{CommonName: "commerce-sandbox"},
		NotBefore:    now.Add(-certificateLead),
		NotAfter:     now.Add(certificateLife),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},

		BasicConstraintsValid: true,
		IsCA:                  true, // so clients can trust it by itself
	}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(der)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, err
}
