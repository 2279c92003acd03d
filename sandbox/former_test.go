package sandbox_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestDeletedAccountsKeepTheirSecret verifies by REST and by a login that only its own
// secret opens a deleted account again, and that no refusal names an account whose secret
// signed the call.
func TestDeletedAccountsKeepTheirSecret(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	date := s.Now().Format(record.MomentFormat)
	byREST := func(code, secret string) string {
		_, body := sendRaw(t, s, "GET /rest/6.0/orders/?Limit=1 HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nX-Service-Authentication: "+
			credential.Header(code, date, secret, credential.SHA256)+"\r\n\r\n")
		return body
	}
	byLogin := func(code, secret string) string {
		return post(t, s, fmt.Sprintf("<login><merchantCode>%s</merchantCode><date>%s</date><hash>%s</hash><algorithm>sha256</algorithm></login>",
			code, date, credential.Sign(credential.SHA256, code, date, secret)))
	}
	for n, call := range []func(code, secret string) string{byREST, byLogin} {
		own, plain := fmt.Sprintf("OWN-%d", n), fmt.Sprintf("PLAIN-%d", n)
		for code, secret := range map[string]string{own: "own-secret", plain: ""} {
			must(t, errorOf(s.Control().Open(t.Context(), client.NewAccount{VendorCode: code, Secret: secret})))
			must(t, s.Control().Account(code).Delete(t.Context()))
		}
		for _, try := range []struct {
			code, secret string
			opens        bool
		}{{own, s.Secret(), false}, {own, "", false}, {own, "own-secret", true}, {own, s.Secret(), false}, {plain, "own-secret", false}, {plain, s.Secret(), true}} {
			got := call(try.code, try.secret)
			if opened := strings.Contains(got, "Items") || strings.Contains(got, "loginReturn"); opened != try.opens || strings.Contains(got, "DEMO") {
				t.Errorf("%s with the secret %q: got %s", try.code, try.secret, got)
			}
		}
	}
}
