package browser_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestDifferences compares a snapshot with the later state, field by field, and leaves a
// field out; then the account with another one.
func TestDifferences(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	account := s.Control().Account(s.Code())
	_, err := account.SaveSnapshot(t.Context(), "before")
	try(t, err)
	_, err = s.Control().Open(t.Context(), client.NewAccount{VendorCode: "OTHER"})
	try(t, err)
	try(t, account.ChangeOrder(t.Context(), "@order-pending", client.OrderChange{Status: "CANCELED"}))
	_, err = account.DeleteRecord(t.Context(), client.Orders, "@order-refund")
	try(t, err)
	pending, gone := s.ID("order-pending", "OrderReference"), s.ID("order-refund", "OrderReference")

	w := open(t, s, "/ui/a/DEMO/account")
	w.click("link", "Compare with now: before")
	w.at("/ui/a/DEMO/differences?from=before")
	w.heading("Orders: 1 changed, 1 only in before")
	w.heading("Subscriptions: 1 only in before")
	w.see(gone+" Ida Moreau only in before", pending, "ApproveStatus", `"PENDING" "CANCELED"`)
	w.everywhere()
	for _, field := range []string{"Status", "ApproveStatus", "ExtraInformation"} {
		w.click("button", "Ignore "+field)
	}
	w.heading("Orders: 1 only in before")
	w.see("1 more record differs in ignored fields alone.")
	w.click("button", "Swap")
	w.at("/ui/a/DEMO/differences?from=account%3ADEMO&…&to=before")
	w.heading("Orders: 1 only in before")

	w.open("/ui/accounts")
	w.click("link", "Compare OTHER with DEMO")
	w.at("/ui/a/DEMO/differences?from=account%3AOTHER")
	w.heading("Orders: 1 changed, 1 only in OTHER now")
	w.click("link", pending)
	w.at("/ui/a/DEMO/data/orders/" + pending)
}

// TestDifferencesOfDates compares accounts of different days: all their dates differ.
func TestDifferencesOfDates(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	account := s.Control().Account(s.Code())
	_, err := account.SaveSnapshot(t.Context(), "before")
	try(t, err)
	_, err = account.Advance(t.Context(), 24*time.Hour)
	try(t, err)
	_, err = account.Reset(t.Context(), "world", client.KeepClock)
	try(t, err)
	w := open(t, s, "/ui/a/DEMO/differences?from=before")
	w.see("6 records differ in more than dates, 525 in dates alone", "The account was seeded at 2026-10-09 12:00:00 for one side and at 2026-10-10 12:00:00 for the other", "In dates alone", "100 of")
	w.click("checkbox", "Ignore dates")
	w.at("/ui/a/DEMO/differences?from=before&dates=no")
	w.heading("6 records differ") // in the month of a card's expiration
	w.see("525 more records differ in ignored fields alone.", "100013319 Delilah Barker")
}
