package boltstore

import (
	"errors"
	"slices"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// A snapshot replaces an earlier one of its name, survives other snapshots, and
// ends with its account.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	doc := record{Code: theAccount, Document: []byte(`{}`)}
	save := func(name string) { t.Helper(); mustDo(t, db.SaveSnapshot(t.Context(), theAccount, name)) }
	names := func() []string { t.Helper(); list, err := db.Snapshots(theAccount); mustDo(t, err); return list }
	orders := func() []string { t.Helper(); return between(t, s, noon.AddDate(-1, 0, 0), noon) }

	update(t, s, put(anOrder(1)))
	save("one")
	update(t, s, put(anOrder(2)))
	save("two")
	save("one") // now with both orders
	mustDo(t, db.ReplaceAccount(t.Context(), doc, put(anOrder(3))))
	save("two") // now with the third order only
	if got, want := names(), []string{"one", "two"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, want := range map[string][]string{"one": {"200000001", "200000002"}, "two": {"200000003"}} {
		mustDo(t, db.RestoreSnapshot(t.Context(), doc, name))
		if got := orders(); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	mustDo(t, db.DeleteSnapshot(t.Context(), theAccount, "one"))
	before := orders()
	for what, err := range map[string]error{
		"restore":                 db.RestoreSnapshot(t.Context(), doc, "one"),
		"delete":                  db.DeleteSnapshot(t.Context(), theAccount, "one"),
		"delete of no account":    db.DeleteSnapshot(t.Context(), "NONE", "two"),
		"snapshot without a name": db.SaveSnapshot(t.Context(), theAccount, ""),
	} {
		if what != "snapshot without a name" && !errors.Is(err, accounts.ErrUnknownSnapshot) || err == nil {
			t.Errorf("%s: got error %v", what, err)
		}
	}
	if got := orders(); !slices.Equal(got, before) {
		t.Errorf("after a failed restore: got %q, want %q", got, before)
	}
	mustDo(t, db.DeleteAccount(t.Context(), theAccount))
	mustDo(t, db.CreateAccount(t.Context(), doc, nothing))
	if got := names(); got != nil {
		t.Errorf("the account that was created again has snapshots %q, want none", got)
	}
}
