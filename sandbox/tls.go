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
)

// certificateLife is how long a self-signed certificate holds, from a day
// before the start, for clients whose clock is behind.
const certificateLife = 365 * 24 * time.Hour

// tlsConfig returns what to serve TLS with, nil for plain HTTP. Only HTTP/1.1
// is offered, because scenarios that cut connections mean just that.
func (o Options) tlsConfig() (*tls.Config, error) {
	var certificate tls.Certificate
	var err error
	switch certFile, keyFile, isPair := strings.Cut(o.TLS, ","); {
	case o.TLS == TLSOff:
		return nil, nil
	case o.TLS == TLSSelfSigned:
		certificate, err = selfSigned(o.Wall())
	case isPair:
		certificate, err = tls.LoadX509KeyPair(certFile, keyFile)
	default:
		err = fmt.Errorf("it must be %s, %s or CERT,KEY, got %q", TLSOff, TLSSelfSigned, o.TLS)
	}
	if err != nil {
		return nil, fmt.Errorf("tls: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12}, nil
}

// selfSigned makes a certificate for this machine.
func selfSigned(now time.Time) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()),
		Subject:      pkix.Name{CommonName: "commerce-sandbox"},
		NotBefore:    now.Add(-24 * time.Hour),
		NotAfter:     now.Add(certificateLife),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:     []string{"localhost", "commerce-sandbox"},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},

		BasicConstraintsValid: true,
		IsCA:                  true, // so that a client can be told to trust it
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}
