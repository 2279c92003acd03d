package sandboxtest

import (
	"io"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/credential"
)

// Answer is what a REST call was answered.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// Get calls an operation by its path and query below the REST base address,
// such as /orders/?Limit=1, signed and with Accept.
func (r *Running) Get(path string) Answer {
	r.t.Helper()
	return r.Do(http.MethodGet, path, "")
}

// Do calls an operation with any method and body, signed and with Accept. A
// call that gets no answer fails the test.
func (r *Running) Do(method, path, body string) Answer {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), method, r.REST()+path, strings.NewReader(body))
	if err != nil {
		r.t.Errorf("sandboxtest: %v", err)
		return Answer{}
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-Service-Authentication", r.Sign(credential.SHA256))
	response, err := http.DefaultClient.Do(request)
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

// Sign returns the value of the credential header (section 5) for a call made
// now.
func (r *Running) Sign(alg credential.Algorithm) string {
	return credential.Header(r.code, r.Now().Format(commerce.MomentFormat), r.secret, alg)
}
