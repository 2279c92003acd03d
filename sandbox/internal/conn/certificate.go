package conn

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
)

// A self-signed certificate is valid from a day before its making, for clients with
// a slow clock.
const (
	certificateLead = 24 * time.Hour
	certificateLife = 365 * 24 * time.Hour
)

// ServeTLS returns how to serve TLS with a certificate. It offers HTTP/1 only, because
// a scenario cutting a connection must not cut other calls.
func ServeTLS(certificate tls.Certificate) *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"http/1.1", "http/1.0"}, MinVersion: tls.VersionTLS12}
}

// SelfSigned describes a self-signed certificate.
type SelfSigned struct {
	Hosts  []string // of the sandbox for clients, besides the local ones
	Beside string   // the data file it is kept beside, "" if it is not kept
}

// Certificate returns the kept certificate, so clients need to trust it only once. It
// makes a new one when there is none, when it has expired, or when the hosts are others.
func (s SelfSigned) Certificate(now time.Time) (tls.Certificate, error) {
	if s.Beside == "" {
		return s.New(now)
	}
	certFile, keyFile := s.files()
	kept, err := tls.LoadX509KeyPair(certFile, keyFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s.New(now)
	case err != nil:
		return kept, fmt.Errorf("cannot read the kept certificate; delete %s and %s to get a new one: %w", certFile, keyFile, err)
	case now.After(kept.Leaf.NotAfter) || !isFor(kept.Leaf, s.names()):
		return s.New(now)
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

// names returns the names and IP addresses of the sandbox for clients.
func (s SelfSigned) names() []string {
	names := []string{"localhost", "commerce-sandbox", "127.0.0.1", "::1"}
	for _, host := range s.Hosts {
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

// files returns where the certificate and its key are kept.
func (s SelfSigned) files() (certificate, key string) {
	return s.Beside + ".cert.pem", s.Beside + ".key.pem"
}

// Keep writes a certificate beside the data file, if there is one.
func (s SelfSigned) Keep(certificate tls.Certificate) error {
	if s.Beside == "" {
		return nil
	}
	certFile, keyFile := s.files()
	key, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	if err != nil {
		return err
	}
	// The certificate comes last, because without it a start makes a new pair.
	err = replaceFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}))
	if err == nil {
		err = replaceFile(certFile, PEM(certificate))
	}
	if err != nil {
		return fmt.Errorf("cannot keep the self-signed certificate: %w", err)
	}
	return nil
}

// PEM returns a certificate in PEM, without its key.
func PEM(certificate tls.Certificate) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Leaf.Raw})
}

// replaceFile writes a file for its owner alone. It only takes an
// equal one from other readers.
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

// New returns a new certificate.
func (s SelfSigned) New(now time.Time) (tls.Certificate, error) {
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
	for _, name := range s.names() {
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
