package account_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// TestSecrets reads the secrets of all accounts, and those of deleted ones: an account that is
// opened again by a call has its former secret, one that is opened in another way does not.
func TestSecrets(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	r := e.start(t, account.Baseline{Secret: "shared"})
	open := func(code, secret string) {
		t.Helper()
		must(t, errorOf(r.Open(t.Context(), account.OpenRequest{Code: code, Document: account.Document{Secret: secret}})))
	}
	remove := func(code string) {
		t.Helper()
		must(t, errorOf(r.Delete(t.Context(), code)))
	}
	for _, code := range []string{"A", "B", "PLAIN", "C"} {
		e.now = e.now.Add(1)
		open(code, map[string]string{"A": "a", "B": "b", "C": "c"}[code])
	}
	for name, test := range map[string]struct {
		secrets iter.Seq[string]
		want    []string
	}{
		"all": {r.Secrets(), []string{"a", "b", "c", "shared"}}, "recent": {r.RecentSecrets(), []string{"c", "shared", "b", "a"}},
	} {
		if got := slices.Collect(test.secrets); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
		test.secrets(func(secret string) bool { // as a signature that was found does
			if secret != test.want[0] {
				t.Errorf("%s: got %s after its end", name, secret)
			}
			return false
		})
	}
	former := func(code string, absence credential.Absence, secret string) {
		t.Helper()
		if got := r.Absence(code); got != absence {
			t.Errorf("%s is absent for %v, want %v", code, got, absence)
		}
		if got := r.NewSettings(code).Secret; got != secret {
			t.Errorf("%s: got secret %q, want %q", code, got, secret)
		}
	}
	for _, code := range []string{"A", "B", "PLAIN"} {
		remove(code)
	}
	former("A", credential.Deleted, "a")
	former("B", credential.Deleted, "b")
	former("PLAIN", credential.NoAccount, "shared")
	if got := r.DefaultSettings().Secret; got != "shared" {
		t.Errorf("got secret %q of all accounts", got)
	}
	if preview, err := r.Preview("A"); err != nil || preview.Settings().Secret != "a" || find(t, r, "A").Settings().Secret != "a" {
		t.Errorf("got error %v, want the former secret again", err)
	}
	open("B", "")
	remove("B")
	former("B", credential.NoAccount, "shared")
}
