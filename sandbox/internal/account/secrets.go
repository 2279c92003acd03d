package account

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// Secrets yields the code and the secret of every account.
func (r *Registry) Secrets() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, a := range r.All() {
			if !yield(a.Code, a.Settings().Secret) {
				return
			}
		}
	}
}

// recentAccounts is how many accounts RecentSecrets yields.
const recentAccounts = 16

// RecentSecrets yields the code and the secret of the accounts that were called last,
// so that a wrong signature costs no more when there are many accounts.
func (r *Registry) RecentSecrets() iter.Seq2[string, string] { return r.recentSecrets }

func (r *Registry) yieldRecent(yield func(string, string) bool) {
	for _, a := range r.recent() {
		if !yield(a.Code, a.Settings().Secret) {
			return
		}
	}
}

// calledAccount is an account and when it was called last.
type calledAccount struct {
	*Account
	called int64
}

// recent returns the accounts that were called last, the latest first.
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
