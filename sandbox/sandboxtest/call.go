package sandboxtest

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
)

// Answer is the answer to a REST call.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Get calls an operation by its path and query below the REST base address,
// such as /orders/?Limit=1. The call is signed and accepts JSON.
func (r *Running) Get(path string) Answer {
	r.t.Helper()
	return r.Do(http.MethodGet, path, "")
}

// Do calls an operation with any method and body. The call is signed and accepts
// JSON. A call without an answer fails the test; any answer is returned.
func (r *Running) Do(method, path, body string) Answer {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), method, r.REST()+path, strings.NewReader(body))
	if err != nil {
		r.t.Errorf("sandboxtest: %v", err)
		return Answer{}
	}
	response, err := r.Client().Do(request)
	if err != nil {
		r.t.Errorf("sandboxtest: %v", err)
		return Answer{}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Errorf("sandboxtest: %s %s: %v", method, path, err)
	}
	return Answer{response.StatusCode, response.Header, string(text)}
}

// Sign returns the value of the credential header (section 5), signed with
// SHA-256 for a call made now.
func (r *Running) Sign() string {
	return credential.Header(r.code, r.Now().Format(record.MomentFormat), r.secret, credential.SHA256)
}

// Client returns an HTTP client for signed REST calls to the sandbox. It accepts
// JSON. Headers already in a request stay. It trusts the certificate of the
// sandbox.
func (r *Running) Client() *http.Client {
	return &http.Client{Transport: &signer{running: r}}
}

// signer is the transport of Client.
type signer struct{ running *Running }

// RoundTrip signs a copy of the request, unless it goes to another server.
func (s *signer) RoundTrip(request *http.Request) (*http.Response, error) {
	if strings.TrimPrefix(s.running.URL(), request.URL.Scheme+"://") == request.URL.Host {
		request = request.Clone(request.Context())
		if !carriesAny(request.Header, rest.CredentialHeaders()) {
			request.Header.Set(sandbox.AuthHeader, s.running.Sign())
		}
		if !carriesAny(request.Header, []string{"Accept"}) {
			request.Header.Set("Accept", "application/json")
		}
	}
	return cmp.Or(s.running.http.Transport, http.DefaultTransport).RoundTrip(request)
}

func carriesAny(header http.Header, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return len(header.Values(name)) > 0 })
}

// trusting returns a client that trusts a certificate, or the default one if
// there is none.
func trusting(certificate *x509.Certificate) *http.Client {
	if certificate == nil {
		return http.DefaultClient
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(certificate)
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12}}}
}
