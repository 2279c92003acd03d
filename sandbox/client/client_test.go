package client_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// start runs a sandbox and returns it with a client of it and its first account.
func start(t *testing.T, options ...func(*sandbox.Options)) (*sandboxtest.Running, *client.Client, *client.Account) {
	t.Helper()
	s := sandboxtest.Start(t, append(options, sandboxtest.Frozen)...)
	c := client.New(s.URL()+"/", client.Options{})
	return s, c, c.Account(s.Code())
}

// check ends the test at an error, and compares.
func check[T any](t *testing.T, got T, err error, want T) {
	t.Helper()
	done(t, err)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// done ends the test at an error.
func done(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fails compares an error with the expected *Error.
func fails(t *testing.T, err error, want client.Error) {
	t.Helper()
	var got *client.Error
	if !errors.As(err, &got) {
		t.Fatalf("got %v, want %+v", err, want)
	}
	if !reflect.DeepEqual(*got, want) {
		t.Errorf("got %+v, want %+v", *got, want)
	}
}

func TestErrorReads(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  client.Error
		want string
	}{
		{client.Error{Status: 404, Text: "unknown world \"x\"", Hint: "known: empty"}, `unknown world "x"; known: empty`},
		{client.Error{Status: 500, Text: "it broke"}, "it broke"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestToken calls a sandbox that requires a token.
func TestToken(t *testing.T) {
	t.Parallel()
	s, c, _ := start(t, func(o *sandbox.Options) { o.ControlToken = "letmein" })
	_, err := c.Accounts(t.Context())
	fails(t, err, client.Error{Status: http.StatusUnauthorized, Text: "the control token is missing or wrong", Hint: "send the header Authorization: Bearer TOKEN"})
	_, err = client.New(s.URL(), client.Options{Token: "letmein"}).Accounts(t.Context())
	done(t, err)
}

// TestNamesAreEscaped uses names that an address cannot have as they are.
func TestNamesAreEscaped(t *testing.T) {
	t.Parallel()
	_, c, _ := start(t)
	_, err := c.Account("A/B?c").State(t.Context())
	fails(t, err, client.Error{Status: http.StatusNotFound, Text: `unknown account "A/B?c"`, Hint: "known: DEMO"})
}

// TestCallWithoutTLS calls a sandbox by http, while it serves https.
func TestCallWithoutTLS(t *testing.T) {
	t.Parallel()
	secure := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Sandbox-Request", "none-1")
		http.Error(w, "this address serves https; the request came without TLS", http.StatusBadRequest)
	}))
	t.Cleanup(secure.Close)
	_, err := client.New(secure.URL, client.Options{}).Accounts(t.Context())
	fails(t, err, client.Error{Status: http.StatusBadRequest, Text: secure.URL + " answers 400 Bad Request: this address serves https; the request came without TLS"})
}

// TestOthers calls servers other than a sandbox, and a starting one.
func TestOthers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		status int
		body   string
		want   client.Error
	}{
		{"starting", 503, `{"error":"not ready","hint":"waiting for the store to open"}`,
			client.Error{Status: 503, Text: "not ready", Hint: "waiting for the store to open"}},
		{"other server", 404, "<html>", client.Error{Text: "URL answers 404 Not Found, but not as a sandbox does"}},
		{"other interface", 403, `{"message":"no"}`, client.Error{Text: "URL answers 403 Forbidden, but not as a sandbox does"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(test.status)
				_, _ = w.Write([]byte(test.body))
			}))
			t.Cleanup(other.Close)
			_, err := client.New(other.URL, client.Options{}).Accounts(t.Context())
			test.want.Text = strings.ReplaceAll(test.want.Text, "URL", other.URL)
			fails(t, err, test.want)
		})
	}
}

// TestProxy calls a sandbox by a name unknown to a company's proxy, and by a proxy that is
// gone.
func TestProxy(t *testing.T) {
	t.Parallel()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	t.Cleanup(proxy.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for address, want := range map[string]string{
		proxy.URL: "http://commerce:8080 answers 403 Forbidden, but not as a sandbox does; ",
		gone.URL:  "nothing answers at http://commerce:8080: proxyconnect tcp: dial tcp " + strings.TrimPrefix(gone.URL, "http://") + ": connect: connection refused; ",
	} {
		through, err := url.Parse(address)
		done(t, err)
		through.User = url.UserPassword("me", "secret")
		_, err = client.New("http://commerce:8080", client.Options{HTTPClient: &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(through)}}}).Accounts(t.Context())
		want += "the request went to the proxy " + through.Redacted() + "; NO_PROXY=commerce goes past it"
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestUnreadableAnswer(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok")) }))
	t.Cleanup(other.Close)
	_, err := client.New(other.URL, client.Options{}).Accounts(t.Context())
	want := "GET " + other.URL + "/_sandbox/accounts: the answer cannot be read: invalid character 'o' looking for beginning of value"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestNobody(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	_, err := client.New(gone.URL, client.Options{}).Accounts(t.Context())
	want := "nothing answers at " + gone.URL + ": dial tcp " + strings.TrimPrefix(gone.URL, "http://") + ": connect: connection refused"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
