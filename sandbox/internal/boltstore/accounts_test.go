package boltstore

import (
	"bytes"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

var errOwn = errors.New("a reason of the caller's own")

func TestAccountsAreKeptInAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	steps := []struct {
		what string
		do   func(*DB) error
		want []accountRecord
	}{
		{"created", func(db *DB) error {
			return errors.Join(db.CreateAccount(t.Context(), accountRecord{Code: "B", Document: []byte(`{"b":1}`)}, put(anOrder(1))),
				db.CreateAccount(t.Context(), accountRecord{Code: "A", Document: []byte(`{"a":1}`)}, nothing))
		}, []accountRecord{{Code: "A", Document: []byte(`{"a":1}`)}, {Code: "B", Document: []byte(`{"b":1}`)}}},
		{"saved", func(db *DB) error {
			return db.SaveAccount(t.Context(), accountRecord{Code: "A", Document: []byte(`{"a":2}`)})
		},
			[]accountRecord{{Code: "A", Document: []byte(`{"a":2}`)}, {Code: "B", Document: []byte(`{"b":1}`)}}},
		{"replaced", func(db *DB) error {
			return db.ReplaceAccount(t.Context(), accountRecord{Code: "B", Document: []byte(`{"b":1}`)}, put(anOrder(2)))
		},
			[]accountRecord{{Code: "A", Document: []byte(`{"a":2}`)}, {Code: "B", Document: []byte(`{"b":1}`)}}},
		{"deleted", func(db *DB) error { return db.DeleteAccount(t.Context(), "A") }, []accountRecord{{Code: "B", Document: []byte(`{"b":1}`)}}},
	}
	for _, step := range steps {
		db := openFile(t, Options{Path: path})
		if err := errors.Join(step.do(db), db.Check(), db.Close()); err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		db = openFile(t, Options{Path: path}) // every answered write must be in the file
		got, err := db.Accounts()
		if err := errors.Join(err, db.Check(), db.Close()); err != nil || !reflect.DeepEqual(got, step.want) {
			t.Errorf("%s: got %s (%v), want %s", step.what, got, err, step.want)
		}
	}
}

func TestAccountsThatExistOrDoNot(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	gone := db.Account("GONE")
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "GONE", Document: nil}, nothing))
	mustDo(t, db.DeleteAccount(t.Context(), "GONE"))
	_, updating := gone.Update(nothing)
	tests := []struct {
		what      string
		got, want error
	}{
		{"view", gone.View(nothing), accounts.ErrUnknown},
		{"update", updating, accounts.ErrUnknown},
		{"save", db.SaveAccount(t.Context(), accountRecord{Code: "GONE", Document: nil}), accounts.ErrUnknown},
		{"delete", db.DeleteAccount(t.Context(), "GONE"), accounts.ErrUnknown},
		{"replace", db.ReplaceAccount(t.Context(), accountRecord{Code: "GONE"}, nothing), accounts.ErrUnknown},
		{"no code", db.Account("").View(nothing), accounts.ErrUnknown},
		{"create twice", db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: nil}, nothing), accounts.ErrTaken},
		{"seed fails", db.CreateAccount(t.Context(), accountRecord{Code: "NEW", Document: nil}, func(commerce.Tx) error { return errOwn }), errOwn},
		{"and leaves nothing", db.Account("NEW").View(nothing), accounts.ErrUnknown},
		{"own error of a view", s.View(func(commerce.Tx) error { return errOwn }), errOwn},
	}
	for _, test := range tests {
		expectError(t, test.what, test.got, test.want)
	}
	for code, valid := range map[string]bool{"": false, strings.Repeat("X", textLimit): true, strings.Repeat("X", textLimit+1): false} {
		err := db.CreateAccount(t.Context(), accountRecord{Code: code}, nothing)
		if valid != (err == nil) || !valid && !strings.HasPrefix(err.Error(), "the code of an account must have 1 to 200 bytes") {
			t.Errorf("a code of %d bytes: got %v", len(code), err)
		}
	}
}

func TestReplaceStartsFromNothing(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	other := accountRecord{Code: "OTHER", Document: []byte(`{}`)}
	mustDo(t, db.CreateAccount(t.Context(), other, aWorld(40)))
	update(t, s, aWorld(40))
	fail := func(tx commerce.Tx) error { return errors.Join(put(anOrder(99))(tx), errOwn) }
	expectError(t, "a failed seed", db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, fail), errOwn)
	if got := len(between(t, s, noon.AddDate(-1, 0, 0), noon)); got != 40 {
		t.Errorf("after a failed seed: got %d orders, want 40", got)
	}
	first := uint64(0)
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, func(tx commerce.Tx) (err error) {
		if _, ok := tx.Orders().Body("200000001"); ok {
			t.Error("the old orders can be seen")
		}
		first, err = tx.Next(commerce.OrderReferences)
		return err
	}))
	if got := len(between(t, s, noon.AddDate(-1, 0, 0), noon)); got != 0 || first != 1 {
		t.Errorf("got %d orders and first number %d, want none and 1", got, first)
	}
	if got := len(between(t, db.Account("OTHER"), noon.AddDate(-1, 0, 0), noon)); got != 40 {
		t.Errorf("the other account has %d orders, want 40", got)
	}
}

func TestUpdateReturnsChanges(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	order, sub, camp, customer := anOrder(1), aSubscription("A", 7, anOrder(1)), aCampaign(1, "P", "R"), aCustomer(7, "x")
	encoded := func(v any) []byte {
		b, err := record.Encode(v)
		mustDo(t, err)
		return b
	}
	shown := func(r record.StoredOrder) []byte {
		body := encoded(&r.Order)
		return append(append(append(body[:len(body)-1], `,"sandbox":`...), encoded(r.OrderInternals)...), '}')
	}
	got := update(t, s, func(tx commerce.Tx) error {
		_, err := tx.Next(commerce.Creations)
		return errors.Join(err, put(order)(tx), subscribe(sub)(tx), campaign(camp)(tx), tx.Customers().Put(*customer))
	})
	want := []commerce.Change{
		{Kind: "order", ID: "200000001", After: shown(order)},
		{Kind: "subscription", ID: "A", After: encoded(sub)},
		{Kind: "campaign", ID: camp.Code, After: encoded(camp)},
		{Kind: "customer", ID: "7", After: encoded(customer)},
	}
	same(t, "new records", unnumbered(got), want)
	first := got[0].Update
	paid := order
	paid.Sale, paid.Order.Status = 12, catalog.Refund
	got = update(t, s, func(tx commerce.Tx) error {
		return errors.Join(put(paid, order)(tx), tx.Campaigns().Delete(camp.Code))
	})
	want = []commerce.Change{
		{Kind: "order", ID: "200000001", Before: shown(order), After: shown(paid)},
		{Kind: "order", ID: "200000001", Before: shown(paid), After: shown(order)},
		{Kind: "campaign", ID: camp.Code, Before: encoded(camp)},
	}
	same(t, "changed records", unnumbered(got), want)
	if first == 0 || got[0].Update != first+1 || got[2].Update != first+1 {
		t.Errorf("the updates have the numbers %d and then %d, %d", first, got[0].Update, got[2].Update)
	}
}

func TestAViewCannotWrite(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	update(t, s, put(anOrder(1)))
	before := bodyOf(t, s, "200000001")
	writes := map[string]func(commerce.Tx) error{
		"order": put(anOrder(1)), "campaign": campaign(aCampaign(1, "P", "R")), "subscription": subscribe(aSubscription("A", 7, anOrder(1))),
		"delete": func(tx commerce.Tx) error { return tx.Orders().Delete("200000001") },
		"number": func(tx commerce.Tx) error { _, err := tx.Next(commerce.Sales); return err },
	}
	for what, write := range writes {
		expectError(t, what, s.View(write), errReadOnly)
	}
	if got := bodyOf(t, s, "200000001"); !bytes.Equal(got, before) {
		t.Error("a view changed the order")
	}
}

// unnumbered returns changes without the number of their update.
func unnumbered(changes []commerce.Change) []commerce.Change {
	changes = slices.Clone(changes)
	for i := range changes {
		changes[i].Update = 0
	}
	return changes
}
