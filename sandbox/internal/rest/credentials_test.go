package rest_test

import (
	"net/http"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestMisplacedCredentials sends credentials where the interface does not read them. The
// explanation says where they belong.
func TestMisplacedCredentials(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const missing = `account: Unreadable credentials: there are none; send code="VENDOR_CODE" date="Y-m-d H:i:s" hash="HEX", and algo="sha256" if you like.`
	for _, test := range []struct {
		query, header, want string
	}{
		{"", "", ""},
		{"", "Authorization", "account: Unreadable credentials: they are in Authorization; send them in X-Service-Authentication."},
		{"", "X-Avangate-Authentification", "; ignored header X-Avangate-Authentification, did you mean X-Avangate-Authentication?"},
		{"?hash=1", "", `; ignored query name "hash"; credentials belong in the header X-Service-Authentication`},
		{"?HASH=1", "", `; ignored query name "HASH"; credentials belong in the header X-Service-Authentication`},
		{"?x-avangate-authentication=1", "", `; ignored query name "x-avangate-authentication"; credentials belong in the header X-Service-Authentication`},
		{"?Page=1", "", ""},
		{"?hash", "", ""},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"/rest/6.0/orders/"+test.query, nil)
		must(t, err)
		if test.header != "" {
			r.Header.Set(test.header, "x")
		}
		answer, err := http.DefaultClient.Do(r)
		must(t, err)
		_ = answer.Body.Close()
		want := missing + test.want
		if test.header == "Authorization" {
			want = test.want
		}
		if got := answer.Header.Get("X-Sandbox-Explain"); got != want {
			t.Errorf("%s%s: got %s", test.query, test.header, got)
		}
	}
}

// TestServes verifies which paths belong to REST.
func TestServes(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"/rest/6.0/orders": true, "/rest/": true, "/rest": true, "/rpc/6.0": true, "/rpc": true, "/jsonrpc/2.0": true, "/jsonrpc": true,
		"/restful": false, "/rpcs/": false, "/": false, "": false, "/soap/6.0": false, "/a/rest/": false,
	} {
		if got := rest.Serves(path); got != want {
			t.Errorf("%q: got %t", path, got)
		}
	}
}
