package rest_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
)

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
