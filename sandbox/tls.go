package sandbox

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// A self-signed certificate is valid from a day before its making, for clients
// whose clock is behind.
const (
	certificateLead = 24 * time.Hour
	certificateLife = 365 * 24 * time.Hour
)

// tlsConfig returns how to serve TLS, nil for plain HTTP. It offers HTTP/1.1
// only, because a scenario that cuts a connection must not cut other calls.
func (o Options) tlsConfig() (*tls.Config, error) {
	var certificate tls.Certificate
	var err error
	switch certFile, keyFile, isPair := strings.Cut(o.TLS, ","); {
	case o.TLS == TLSOff:
		return nil, nil
	case o.TLS == TLSSelfSigned:
		certificate, err = selfSigned(clock.System()) // of the machine, because clients compare it with theirs
	case isPair:
		certificate, err = tls.LoadX509KeyPair(certFile, keyFile)
	default:
		return nil, fmt.Errorf("tls must be %s, %s or CERT,KEY, got %q", TLSOff, TLSSelfSigned, o.TLS)
	}
	if err != nil {
		return nil, fmt.Errorf("tls: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12}, nil
}

// selfSigned returns a new certificate for this machine.
func selfSigned(now time.Time) (tls.Certificate, error) {
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
		DNSNames:     []string{"localhost", "commerce-sandbox"},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},

		BasicConstraintsValid: true,
		IsCA:                  true, // so that a client can trust it by itself
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(der)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, err
}
