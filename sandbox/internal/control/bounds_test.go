package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestTooManyAccounts opens an account beyond the limit, and accounts with vendor codes
// unfit for a path.
func TestTooManyAccounts(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.MaxAccounts = 1 })
	play(t, s, []step{
		{"POST", "/accounts", `{"vendor_code":"MORE"}`, 429, `{"error":"no further accounts are possible, because their limit of 1 is reached","hint":"delete one, or start the sandbox with a higher --max-accounts"}`},
		{"POST", "/accounts", `{"vendor_code":".."}`, 400, `{"error":"vendor_code: a vendor code must not be . or .., because no client can call an address that contains it, got \"..\"","hint":"correct the fields that are named"}`},
	})
}
