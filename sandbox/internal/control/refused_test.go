package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestRefused explains the refused calls of an account, and those of no account.
func TestRefused(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/0/sale/?SaleId=a")
	s.Get("/orders/0/sale/?SaleId=%E2%80%AEb%0A")
	s.Get("/orders/")
	s.As("?").Get("/orders/")
	play(t, s, []step{
		{"GET", "/accounts/DEMO/refused?limit=1&format=text", "", 200, `GET /rest/6.0/orders/0/sale/?SaleId=%E2%80%AEb%0A: 400 INVALID_SALE_ID
  SaleId: SaleId must be a whole number, got "\u202eb\n"
    given    SaleId "\u202eb\n"
    expected a whole number
  page: http://HOST/ui/a/DEMO/calls/DEMO-2
GET /rest/6.0/orders/: 401 AUTHENTICATION_ERROR
  account: Wrong hash or vendor code: no account has the vendor code "?"; a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got "?".
  account: none; the call names no account of the sandbox, or carries no credential
  page: http://HOST/ui/a/DEMO/calls/none-1`},
		{"GET", "/accounts/DEMO/refused?limit=0", "", 400, `{"error":"limit must be a whole number of at least 1, got \"0\"","hint":"10 without it"}`},
		{"GET", "/accounts/DEMO/refused?format=xml", "", 400, `{"error":"unknown format \"xml\"","hint":"known: json, text"}`},
	})
}
