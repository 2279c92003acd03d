package gate_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestDiagnose verifies signatures by the secret of their code, of another account, and of
// the request, now and at another time.
func TestDiagnose(t *testing.T) {
	t.Parallel()
	open := sandboxtest.Start(t, sandboxtest.Frozen)
	closed := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Accounts = sandbox.ClosedAccounts })
	now := open.Now()
	sign := func(code, secret string, off time.Duration) string {
		return signedBy(code, secret, now.Add(off), credential.SHA256)
	}
	for name, test := range map[string]struct {
		in    *sandboxtest.Running
		ask   client.SignatureRequest
		valid bool
		by    string // whose secret verified it
	}{
		"right":                      {open, client.SignatureRequest{Header: sign("DEMO", "demo-secret", 0)}, true, "DEMO"},
		"other secret":               {open, client.SignatureRequest{Header: sign("DEMO", "x", 0)}, false, "DEMO"},
		"late":                       {open, client.SignatureRequest{Header: sign("DEMO", "demo-secret", time.Hour)}, false, "DEMO"},
		"late, at its time":          {open, client.SignatureRequest{Header: sign("DEMO", "demo-secret", time.Hour), At: now.Add(time.Hour).Format(time.DateTime)}, true, "DEMO"},
		"right, at another time":     {open, client.SignatureRequest{Header: sign("DEMO", "demo-secret", 0), At: now.Add(time.Hour).Format(time.DateTime)}, false, "DEMO"},
		"of another account":         {open, client.SignatureRequest{Header: sign("OTHER", "demo-secret", 0), Account: "DEMO"}, false, "DEMO"},
		"by a secret":                {open, client.SignatureRequest{Header: sign("DEMO", "own", 0), Secret: "own"}, true, ""},
		"by a wrong secret":          {open, client.SignatureRequest{Header: sign("DEMO", "demo-secret", 0), Secret: "own"}, false, ""},
		"new code":                   {open, client.SignatureRequest{Header: sign("NEW", "demo-secret", 0)}, true, "NEW"},
		"new code, other secret":     {open, client.SignatureRequest{Header: sign("NEW", "x", 0)}, false, ""},
		"impossible code":            {open, client.SignatureRequest{Header: sign("N O", "demo-secret", 0)}, false, ""},
		"impossible code, a secret":  {open, client.SignatureRequest{Header: sign("N O", "own", 0), Secret: "own"}, true, ""},
		"closed":                     {closed, client.SignatureRequest{Header: sign("NEW", "demo-secret", 0)}, false, ""},
		"closed, by a secret":        {closed, client.SignatureRequest{Header: sign("NEW", "own", 0), Secret: "own"}, true, ""},
		"closed, by a wrong secret":  {closed, client.SignatureRequest{Header: sign("NEW", "x", 0), Secret: "own"}, false, ""},
		"closed, of another account": {closed, client.SignatureRequest{Header: sign("NEW", "demo-secret", 0), Account: "DEMO"}, false, "DEMO"},
	} {
		got, err := test.in.Control().Diagnose(t.Context(), test.ask)
		if err != nil || got.Valid != test.valid || got.Account != test.by {
			t.Errorf("%s: got %t by %q, %v: %s; want %t by %q", name, got.Valid, got.Account, err, got.Message, test.valid, test.by)
		}
	}
}
