package control_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestDifferences compares a snapshot with later changes, removals and creations, and two
// accounts.
func TestDifferences(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	a := s.Control().Account("DEMO")
	_, err := a.SaveSnapshot(t.Context(), "before")
	must(t, err)
	if got, err := a.Differences(t.Context(), "before", "", 0); err != nil || got.Total != 0 || len(got.Records) != 0 || got.From != "before" || got.To != "account:DEMO" {
		t.Errorf("nothing changed: got %+v, %v", got, err)
	}
	name := "Ida Maria"
	must(t, a.ChangeCustomer(t.Context(), "@customer-without-orders", client.CustomerChange{FirstName: &name}))
	must(t, a.ChangeOrder(t.Context(), "@purchase-order-awaiting-confirmation", client.OrderChange{PurchaseOrder: "awaiting_payment"}))
	_, err = a.DeleteRecord(t.Context(), client.Campaigns, "@campaign-enabled")
	must(t, err)
	s.Do("POST", "/upsell", `{"Name":"New","Enabled":true,"DisplayForManualRenewals":false,"Discount":{"Type":"PERCENT","Value":5},"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"}}`)
	got, err := a.Differences(t.Context(), "before", "", 0)
	must(t, err)
	shown := map[string]client.ChangedRecord{}
	for _, r := range got.Records {
		shown[r.Kind+" "+string(r.Change)] = r
	}
	if got.Total != 4 || len(shown) != 4 || len(shown["campaign removed"].Fields)+len(shown["campaign added"].Fields) != 0 {
		t.Errorf("got %+v", got)
	}
	if f := shown["customer changed"].Fields; len(f) != 1 || f[0].Path != "FirstName" || *f[0].B != `"Ida Maria"` {
		t.Errorf("the customer: got %+v", f)
	}
	if f := shown["order changed"].Fields; len(f) != 1 || !strings.HasPrefix(f[0].Path, "sandbox.purchase_order") {
		t.Errorf("the order: got %+v", f)
	}
	back, err := a.Differences(t.Context(), "account:DEMO", "before", 1)
	must(t, err)
	if back.Total != 4 || len(back.Records) != 1 {
		t.Errorf("back, one of them: got %+v", back)
	}
	if got, err := a.Differences(t.Context(), "before", "before", 0); err != nil || got.Total != 0 {
		t.Errorf("with itself: got %+v, %v", got, err)
	}
	_, err = s.Control().Open(t.Context(), client.NewAccount{VendorCode: "OTHER"})
	must(t, err)
	if got, err := a.Differences(t.Context(), "account:OTHER", "", 0); err != nil || got.Total != 4 {
		t.Errorf("another account: got %+v, %v", got, err)
	}
	for from, want := range map[string]int{"": http.StatusBadRequest, "befor": http.StatusNotFound, "account:NOPE": http.StatusNotFound} {
		_, err := a.Differences(t.Context(), from, "", 0)
		var refused *client.Error
		if !errors.As(err, &refused) || refused.Status != want {
			t.Errorf("from %q: got %v", from, err)
		}
	}
}

// TestDifferencesOfSeedings compares a snapshot with the world seeded again a day later: what
// differs in more than dates comes first, within any limit.
func TestDifferencesOfSeedings(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	a := s.Control().Account("DEMO")
	_, err := a.SaveSnapshot(t.Context(), "before")
	must(t, err)
	_, err = a.Advance(t.Context(), time.Hour)
	must(t, err)
	_, err = a.Reset(t.Context(), client.ToWorld, client.KeepClock)
	must(t, err)
	name := "Ida Maria"
	must(t, a.ChangeCustomer(t.Context(), "@customer-without-orders", client.CustomerChange{FirstName: &name}))
	got, err := a.Differences(t.Context(), "before", "", 1000)
	must(t, err)
	beyond := got.Total - got.DatesAlone
	const note = "The account was seeded at 2026-10-09 12:00:00 for one side and at 2026-10-09 13:00:00 for the other, on its clock, so most records differ in their dates."
	if got.DatesAlone < 400 || beyond < 1 || len(got.Records) != got.Total || len(got.Notes) != 1 || got.Notes[0] != note {
		t.Fatalf("got %d records, %d in dates alone, %q", got.Total, got.DatesAlone, got.Notes)
	}
	for i, r := range got.Records {
		if r.DatesAlone != (i >= beyond) || len(r.Fields) == 0 {
			t.Errorf("record %d of %d: got %+v", i, beyond, r)
		}
	}
	few, err := a.Differences(t.Context(), "before", "", beyond)
	must(t, err)
	if last := few.Records[len(few.Records)-1]; len(few.Records) != beyond || last.Kind != "customer" || last.Name != "Ida Maria Joseph" {
		t.Errorf("got %d records, the last of them %+v", len(few.Records), last)
	}
}
