package account

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRecent returns the latest called accounts first, and no more than the limit.
func TestRecent(t *testing.T) {
	t.Parallel()
	r := &Registry{accounts: map[string]*Account{}}
	var want []string
	for n := range 3 * recentAccounts {
		a := &Account{lasting: &lasting{Code: fmt.Sprintf("A%02d", n)}}
		a.called.Store(int64(n / 2 * 7 % 24)) // two accounts at each moment
		r.accounts[a.Code] = a
		want = append(want, fmt.Sprintf("%02d %s", 99-a.called.Load(), a.Code))
	}
	slices.Sort(want)
	var got []string
	for _, a := range r.recent() {
		got = append(got, fmt.Sprintf("%02d %s", 99-a.Account.called.Load(), a.Code))
	}
	if !slices.Equal(got, want[:recentAccounts]) {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), strings.Join(want[:recentAccounts], ", "))
	}
}

// TestFormer remembers the secrets of the accounts deleted last.
func TestFormer(t *testing.T) {
	t.Parallel()
	r := &Registry{}
	for n := range maxFormer + 1 {
		r.remember(fmt.Sprint(n), fmt.Sprint("secret ", n))
	}
	for n, want := range map[int]string{0: "", 1: "secret 1", maxFormer: "secret 1000"} {
		if got := r.formerSecret(fmt.Sprint(n)); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

// BenchmarkRecent measures the cost of a wrong signature beside its hashes when there are
// many accounts.
func BenchmarkRecent(b *testing.B) {
	for _, count := range []int{2, 2000} {
		r := &Registry{accounts: map[string]*Account{}}
		for n := range count {
			a := &Account{lasting: &lasting{Code: fmt.Sprint("A", n)}}
			a.called.Store(int64(n * 7919 % 1000))
			r.accounts[a.Code] = a
		}
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			for b.Loop() {
				r.recent()
			}
		})
	}
}
