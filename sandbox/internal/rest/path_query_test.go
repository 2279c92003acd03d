package rest_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var placeholder = regexp.MustCompile(`\{\w+\}`)

// TestQueryInThePath encodes the query of each operation into its path. The answer names
// the mistake, whatever it is otherwise.
func TestQueryInThePath(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, op := range catalog.Operations() {
		if op.Protocol != catalog.REST {
			continue
		}
		path := placeholder.ReplaceAllString(op.Path, "x")
		got := s.Do(op.Method, path+"%3FPage%3D1%26Limit%3D2", "{}")
		want := "; the path holds the query, because its ? is encoded as %3F: write /rest/6.0" + path + "?Page=1&Limit=2"
		if got.Status < 400 || !strings.Contains(got.Body, want) {
			t.Errorf("%s: got %d %s, want %s", op.ID, got.Status, got.Body, want)
		}
	}
	for path, want := range map[string]string{
		"/orders/Status=COMPLETE&Limit=2/": "; the path holds the query, which a ? must begin: write /rest/6.0/orders/?Status=COMPLETE&Limit=2",
		"/orders/1%26Limit=2":              "; the path holds the query, which a ? must begin: write /rest/6.0/orders/1?Limit=2",
		"/orders/%3F":                      "; the path holds the query, because its ? is encoded as %3F: write /rest/6.0/orders/\"",
		"/orders/1%3F/":                    "; the path holds the query, because its ? is encoded as %3F: write /rest/6.0/orders/1\"",
		"/orders/1%3FPage":                 "; the path holds the query, because its ? is encoded as %3F: write /rest/6.0/orders/1?Page",
		"/leads/%3F":                       "; the path holds the query, because its ? is encoded as %3F: write /rest/6.0/leads/\"",
		"/leads/%3FPage=1":                 "; the path holds the query, because its ? is encoded as %3F: write /rest/6.0/leads/?Page=1",
	} {
		if got := s.Get(path); !strings.Contains(got.Body, want) {
			t.Errorf("%s: got %s, want %s", path, got.Body, want)
		}
	}
	for _, path := range []string{"/orders/1=2", "/orders/a&b", "/orders/myPage=1", "/orders/nope?Page=1"} {
		if got := s.Get(path); strings.Contains(got.Body, "query") {
			t.Errorf("%s: got %s", path, got.Body)
		}
	}
}

// TestEncodedMarksInTheQuery reports an & and an = that are a part of a value or a name.
func TestEncodedMarksInTheQuery(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for query, want := range map[string]string{
		"ExternalRefNo=a%26Limit%3D2": "the value of ExternalRefNo holds a parameter, because an & is encoded as %26: write ExternalRefNo=a&Limit=2",
		"Limit%3D2":                   `ignored query name "Limit=2", whose = is encoded as %3D`,
		"ExternalRefNo=a%26b=2":       "",
		"Page=1&amp;Limit=2":          "The query string cannot be read: &amp; is how HTML spells &; send &",
	} {
		got := s.Get("/orders/?" + query).Header.Get("X-Sandbox-Explain")
		if !strings.Contains(got, want) || want == "" && strings.Contains(got, "encoded") {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
}

// TestDeclaredCharset sends bodies that are no UTF-8, and declares in which charset they are.
func TestDeclaredCharset(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for contentType, want := range map[string]string{
		"application/json; charset=ISO-8859-1": "The body is not valid JSON because it is in ISO-8859-1, the charset of its Content-Type; send UTF-8",
		"application/json; charset=utf-8":      "invalid UTF-8",
		"application/json":                     "invalid UTF-8",
		"application/json; charset":            "invalid UTF-8",
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.REST()+"/upsell", strings.NewReader("{\"Name\":\"Caf\xe9\"}"))
		must(t, err)
		request.Header.Set("Content-Type", contentType)
		answer, err := s.Client().Do(request)
		must(t, err)
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), want) {
			t.Errorf("%s: got %d %s, %v, want %s", contentType, answer.StatusCode, text, err, want)
		}
	}
}
