package gate_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

const (
	opens   = "a call signed with the sandbox's own secret opens it, or open it with yours: commerce-sandbox account open "
	reopens = "its own secret opens it again, or open it with another one: commerce-sandbox account open "
)

// TestOneOwnCode calls with a code and a secret that the sandbox does not know. Each door says
// how they are used, names no right hash, and compares with the secret of no other account.
func TestOneOwnCode(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for code, secret := range map[string]string{"GONE": "secret of its own", "OTHER": "others-secret"} {
		_, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: code, Secret: secret})
		must(t, err)
	}
	must(t, s.Control().Account("GONE").Delete(t.Context()))
	for _, test := range []struct{ name, code, secret, mistake, says string }{
		{"own", "MYSHOP", "my own secret", "unknown-account", `no account has the vendor code "MYSHOP"; ` + opens + "MYSHOP --secret-file -."},
		{"of another account", "MYSHOP", "others-secret", "unknown-account", opens},
		{"the sandbox's, padded", "MYSHOP", `"demo-secret"`, "padded-secret", "blanks, quotes or a line break"},
		{"deleted", "GONE", "another secret", "deleted-account", `the account with the vendor code "GONE" was deleted; ` + reopens + "GONE --secret-file -."},
		{"deleted, its own, padded", "GONE", "secret of its own\n", "padded-secret", "blanks, quotes or a line break"},
	} {
		header := signedBy(test.code, test.secret, s.Now(), credential.SHA256)
		right := credential.Sign(credential.SHA256, test.code, sandboxtest.Moment, "demo-secret")
		rest, text, err := sent{path: "/orders/", header: credentialOf(header)}.do(t, s)
		must(t, err)
		id := rest.Header.Get("X-Sandbox-Request")
		login := logIn(t, s, header)
		diagnosis, err := s.Control().Diagnose(t.Context(), client.SignatureRequest{Header: header})
		if err != nil || diagnosis.Valid || diagnosis.Mistake != test.mistake || diagnosis.Expected != "" {
			t.Errorf("%s: got %+v, %v", test.name, diagnosis, err)
		}
		entry, err := s.Control().Request(t.Context(), id)
		if err != nil || entry.Checks[0].Expected != "" || rest.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: got %s, %+v, %v", test.name, rest.Status, entry.Checks, err)
		}
		recorded, err := s.Control().Diagnose(t.Context(), client.SignatureRequest{Call: id})
		must(t, err)
		whole, err := json.Marshal([]any{diagnosis, recorded, entry})
		must(t, err)
		for door, got := range map[string]string{"REST": text, "SOAP": login, "a header": diagnosis.Message, "a call": recorded.Message, "the entry": entry.Checks[0].Message} {
			plain := strings.NewReplacer("&#39;", "'", "&apos;", "'", "&#34;", `"`, "&quot;", `"`, `\"`, `"`).Replace(got)
			if !strings.Contains(plain, test.says) {
				t.Errorf("%s, %s: got %s", test.name, door, got)
			}
		}
		if strings.Contains(string(whole), right) || strings.Contains(text+login, right) {
			t.Errorf("%s: got the hash of the sandbox's secret", test.name)
		}
	}
	asked := client.SignatureRequest{Header: signedBy("MYSHOP", "mine-and-only", s.Now(), credential.SHA256), Secret: "mine-and-only\n"}
	if got, err := s.Control().Diagnose(t.Context(), asked); err != nil || got.Mistake != "padded-secret" && got.Expected == "" {
		t.Errorf("with a secret: got %+v, %v", got, err)
	}
}

// TestClosedSandboxNamesNoMistake says of a code without an account in a closed sandbox only
// that it has none.
func TestClosedSandboxNamesNoMistake(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Accounts = sandbox.ClosedAccounts })
	for code, want := range map[string]string{"MYSHOP": "the sandbox opens no accounts on demand", "DEMO": "blanks, quotes or a line break"} {
		header := signedBy(code, "demo-secret\n", s.Now(), credential.SHA256)
		if _, text, err := (sent{path: "/orders/", header: credentialOf(header)}).do(t, s); err != nil || !strings.Contains(text, want) || strings.Contains(text, "account open") {
			t.Errorf("%s: got %s", code, text)
		}
	}
}

// logIn makes a SOAP login with what a credential header has, and returns the answer.
func logIn(t *testing.T, s *sandboxtest.Running, header string) string {
	t.Helper()
	signed, err := sandbox.ParseSignature(header)
	must(t, err)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.SOAP(), strings.NewReader(signed.LoginEnvelope()))
	must(t, err)
	answer, err := http.DefaultClient.Do(request)
	must(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return string(text)
}
