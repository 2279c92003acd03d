package transfer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// mustRefuse writes a batch that must be refused, and returns its error. Nothing of it is stored.
func mustRefuse(t *testing.T, s commerce.Store, b *transfer.Import, p transfer.Policy) error {
	t.Helper()
	shop := commerce.NewShop("DEMO", s)
	before, err := shop.Count()
	must(t, err)
	_, failed := s.Extend(t.Context(), b.Bytes(), func(tx commerce.Tx) error {
		_, err := b.Add(tx, p)
		return err
	})
	after, err := shop.Count()
	if failed == nil || err != nil || after != before {
		t.Fatalf("got error %v, counts %v and %v, %v", failed, before, after, err)
	}
	return failed
}

func subscriptionOf(t *testing.T, s commerce.Store, reference string) (found record.Subscription, known bool) {
	t.Helper()
	must(t, s.View(func(tx commerce.Tx) (err error) {
		found, known, err = tx.Subscriptions().Get(reference)
		return err
	}))
	return found, known
}

// The same text a second time is refused in one short message.
func TestTakenReferences(t *testing.T) {
	t.Parallel()
	s := openStore(t, nothing)
	text := many(t, 30)
	add(t, s, parse(t, "", text), strict)
	err := mustRefuse(t, s, parse(t, "", text), strict)
	var taken *transfer.TakenError
	want := "the account has 30 orders already: 300000000, 300000001, 300000002, 300000003, 300000004, 300000005, 300000006, 300000007, 300000008, 300000009 and 20 more"
	if !errors.As(err, &taken) || err.Error() != want || len(taken.Has(transfer.Orders)) != 30 {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := mustRefuse(t, s, parse(t, "", many(t, 10)), strict); strings.Contains(err.Error(), "more") {
		t.Errorf("got %v, which names them all", err)
	}
}

// A replaced order renews its implied records and leaves nothing of the earlier one.
func TestReplace(t *testing.T) {
	t.Parallel()
	s := openStore(t, nothing)
	replace := transfer.Policy{Now: noon, Replace: true}
	add(t, s, parse(t, "", foreign(t)), strict)
	var sale int64
	err := s.View(func(tx commerce.Tx) error {
		internals, _, err := tx.Orders().Internals("248810377")
		sale = internals.Sale
		return err
	})
	must(t, err)
	_, err = s.Update(func(tx commerce.Tx) error {
		return tx.Handles().Put("old", record.Handle{Kind: "subscription", IDs: map[string]string{"SubscriptionReference": "7KQ2M9XW4B"}})
	})
	must(t, err)
	changed := strings.NewReplacer("7KQ2M9XW4B", "OTHER", "2026-10-02 09:14:51", "2026-10-01 09:14:51", "CRM-77", "CRM-78", "781234", "781235").Replace(foreign(t))
	outcome := add(t, s, parse(t, "", changed), replace)
	if outcome.Replaced[transfer.Orders] != 1 || outcome.Implied[transfer.Customers] != 1 || outcome.Implied[transfer.Subscriptions] != 1 {
		t.Errorf("got %v", outcome)
	}
	if _, known := subscriptionOf(t, s, "7KQ2M9XW4B"); known {
		t.Error("the old subscription is still there")
	}
	if other, _ := subscriptionOf(t, s, "OTHER"); other.Customer != 781235 {
		t.Errorf("got %+v", other)
	}
	err = s.View(func(tx commerce.Tx) error {
		if _, known, _ := tx.Handles().Get("old"); known {
			t.Error("the handle of the old subscription is still there")
		}
		if internals, _, _ := tx.Orders().Internals("248810377"); internals.Sale != sale {
			t.Errorf("got sale %d, want %d", internals.Sale, sale)
		}
		return ledger.Invariants(tx, noon)
	})
	must(t, err)
}

// Records that break a rule, or name missing records, are refused by name or noted.
func TestRules(t *testing.T) {
	t.Parallel()
	with := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(foreign(t)) }
	subscription := `{"reference":"S1","order":"100000001","product":"P","quantity":1,"start_date":"2026-10-02 09:14:51","expiration_date":"2027-10-02 09:14:51"}`
	for _, c := range []struct{ name, text, want string }{
		{"sums", with(`"GrossPrice": 120.00,`, `"GrossPrice": 121.00,`), "order 248810377 breaks the rule order-totals"},
		{"states", with(`"ApproveStatus": "OK", "V`, `"ApproveStatus": "FRAUD", "V`), "order 248810377 breaks the rule approve-status"},
		{"the future", with("2026-10-02", "2026-12-02"), "order 248810377 breaks the rule order-present"},
		{"a subscription without its order", subscription, `subscription S1 names the order "100000001", which neither the account nor the text has`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := openStore(t, nothing)
			batch := parse(t, "", c.text)
			err := mustRefuse(t, s, batch, strict)
			var faulty *transfer.Error
			if !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "orders.json: $") || !errors.As(err, &faulty) || !faulty.Lenient {
				t.Errorf("got %v, want %s, which a lenient policy notes", err, c.want)
			} else if f := faulty.Faults[0]; f.Line == 0 || f.Column == 0 {
				t.Errorf("got no place of %v", f)
			}
			outcome := add(t, s, batch, transfer.Policy{Now: noon, Lenient: true})
			if !strings.Contains(fmt.Sprint(outcome.Notes), c.want) {
				t.Errorf("got notes %v, want %s", outcome.Notes, c.want)
			}
		})
	}
}

// A subscription shown by two orders belongs to the later one, in whatever order they
// come.
func TestRenewals(t *testing.T) {
	t.Parallel()
	page := foreign(t)
	later := strings.NewReplacer("248810377", "248810399", "51820", "51899", "2026-10-02 09:14:51", "2026-10-05 09:14:51", "2026-10-02 09:20:07\",\n    \"Source", "2026-10-05 09:20:07\",\n    \"Source").Replace(page)
	for name, texts := range map[string][]string{"together": {page + later}, "the other way": {later + page}, "one by one": {page, later}, "the later one first": {later, page}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openStore(t, nothing)
			for _, text := range texts {
				add(t, s, parse(t, "", text), transfer.Policy{Now: noon, Lenient: true})
			}
			if got, _ := subscriptionOf(t, s, "7KQ2M9XW4B"); got.Order != "248810399" {
				t.Errorf("got order %s, want 248810399", got.Order)
			}
		})
	}
}

// Numbers of another order are refused, because they find one order.
func TestTakenNumbers(t *testing.T) {
	t.Parallel()
	s := openStore(t, nothing)
	page := strings.Replace(foreign(t), `"Refunds": null`, `"Refunds": null, "sandbox": {"sale": 7, "invoice": "8"}`, 1)
	add(t, s, parse(t, "", page), strict)
	other := strings.NewReplacer("248810377", "248810399", "51820", "51899", "7KQ2M9XW4B", "B").Replace(page)
	err := mustRefuse(t, s, parse(t, "", other), strict)
	if want := "orders.json: $.Items[0].sandbox.sale: the account has the sale 7 already, of order 248810377"; err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
