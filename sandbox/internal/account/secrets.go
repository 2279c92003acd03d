package account

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// Secrets yields the secret of every account.
func (r *Registry) Secrets() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, a := range r.All() {
			if !yield(a.Settings().Secret) {
				return
			}
		}
	}
}

// recentAccounts is how many accounts RecentSecrets yields.
const recentAccounts = 16

// RecentSecrets yields the secrets of the accounts called last, so the cost of a
// wrong signature does not grow with the number of accounts.
func (r *Registry) RecentSecrets() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, a := range r.recent() {
			if !yield(a.Settings().Secret) {
				return
			}
		}
	}
}

// calledAccount is an account and when it was called last.
type calledAccount struct {
	*Account
	called int64
}

// recent returns the accounts called last, the latest first.
func (r *Registry) recent() []calledAccount {
	latest := make([]calledAccount, 0, recentAccounts+1)
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, a := range r.accounts {
		c := calledAccount{a, a.called.Load()}
		if len(latest) == recentAccounts && c.called < latest[recentAccounts-1].called {
			continue
		}
		at, _ := slices.BinarySearchFunc(latest, c, func(x, y calledAccount) int {
			return cmp.Or(cmp.Compare(y.called, x.called), strings.Compare(x.Code, y.Code))
		})
		if at < recentAccounts {
			latest = slices.Insert(latest, at, c)
			latest = latest[:min(len(latest), recentAccounts)]
		}
	}
	return latest
}

// formerAccount is a deleted account with a secret of its own.
type formerAccount struct{ code, secret string }

// maxFormer is how many of them a registry remembers, the last ones.
const maxFormer = 1000

// remember keeps the secret of an account at its deletion.
func (r *Registry) remember(code, secret string) {
	if secret != "" {
		r.former = append(r.former[max(0, len(r.former)+1-maxFormer):], formerAccount{code, secret})
	}
}

// formerSecret returns the secret of an account before its deletion, "" for the
// sandbox's own.
func (r *Registry) formerSecret(code string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, f := range slices.Backward(r.former) {
		if f.code == code {
			return f.secret
		}
	}
	return ""
}

// Absence says why a code without an account has none.
func (r *Registry) Absence(code string) credential.Absence {
	if r.formerSecret(code) != "" {
		return credential.Deleted
	}
	return credential.NoAccount
}

// NewSettings returns the settings for a call to open the account of a code. A deleted
// account gets its former secret, because otherwise the secret of the sandbox would open
// it.
func (r *Registry) NewSettings(code string) *Settings {
	secret := r.formerSecret(code)
	if secret == "" {
		return r.defaults
	}
	s := *r.defaults
	s.Secret = secret
	return &s
}
