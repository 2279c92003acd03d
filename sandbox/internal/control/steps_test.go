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

// visitAt sends one request to the control interface at an address. Goroutines of a test
// may use it: a failure to send has status 0.
func visitAt(t testing.TB, url, method, path, body string) (status int, text string) {
	r, err := http.NewRequestWithContext(t.Context(), method, url+"/_sandbox"+path, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer a.Body.Close()
	whole, err := io.ReadAll(a.Body)
	if err != nil {
		t.Error(err)
	}
	return a.StatusCode, strings.TrimSuffix(string(whole), "\n")
}
