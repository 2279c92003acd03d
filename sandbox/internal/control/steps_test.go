package control_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// step is one request of a test and the whole of its answer. In its path
// {handle.id} is replaced by an id of a handle.
type step struct {
	method, path, body string
	status             int
	want               string
}

var handleID = regexp.MustCompile(`\{([a-z0-9-]+)\.([A-Za-z]+)\}`)

// play makes the requests one after the other.
func play(t *testing.T, s *sandboxtest.Running, steps []step) {
	t.Helper()
	for _, now := range steps {
		path := handleID.ReplaceAllStringFunc(now.path, func(found string) string {
			names := handleID.FindStringSubmatch(found)
			return s.ID(names[1], names[2])
		})
		status, text := visit(t, s, now.method, path, now.body)
		if status != now.status || withoutPorts(text) != now.want {
			t.Errorf("%s %s %s:\ngot  %d %s\nwant %d %s", now.method, now.path, now.body, status, withoutPorts(text), now.status, now.want)
		}
	}
}

// do makes requests; each must succeed.
func do(t *testing.T, s *sandboxtest.Running, steps ...step) {
	t.Helper()
	for _, now := range steps {
		if status, text := visit(t, s, now.method, now.path, now.body); status >= 300 {
			t.Fatalf("%s %s: %d %s", now.method, now.path, status, text)
		}
	}
}

// exchange makes a request with headers, each a name and a value, and returns its answer
// and the body of it. Goroutines of a test may use it: a failure to send has status 0.
func exchange(t testing.TB, method, url, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return &http.Response{}, ""
	}
	for n := 0; n < len(headers); n += 2 {
		r.Header.Set(headers[n], headers[n+1])
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return &http.Response{}, ""
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Error(err)
	}
	return a, string(text)
}

// visitAt sends one request to the control interface at an address and returns the status
// and the body of the answer.
func visitAt(t testing.TB, url, method, path, body string) (status int, text string) {
	t.Helper()
	a, text := exchange(t, method, url+"/_sandbox"+path, body)
	return a.StatusCode, strings.TrimSuffix(text, "\n")
}

// visit does the same at the address of a sandbox.
func visit(t testing.TB, s *sandboxtest.Running, method, path, body string) (int, string) {
	t.Helper()
	return visitAt(t, s.URL(), method, path, body)
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
