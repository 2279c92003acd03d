package catalog_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// TestClosedSets spells every closed set, because a changed value breaks
// clients.
func TestClosedSets(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		got, want []string
	}{
		{"statuses", spelled[catalog.Status](t), []string{"COMPLETE", "PENDING", "CANCELED", "REFUND", "AUTHRECEIVED", "REVERSED"}},
		{"statuses of the filter", catalog.Words(catalog.SearchStatuses()), []string{"COMPLETE", "PENDING", "CANCELED", "REFUND"}},
		{"approval statuses", spelled[catalog.ApproveStatus](t), []string{"WAITING", "OK", "FRAUD", "INVALIDDATA"}},
		{"flows", spelled[catalog.OrderFlow](t), []string{"REGULAR", "PURCHASE_ORDER"}},
		{"test orders", spelled[catalog.TestOrders](t), []string{"YES", "NO", "ONLY"}},
		{"purchase orders", spelled[catalog.PurchaseOrderState](t), []string{"awaiting_form", "awaiting_confirmation", "awaiting_payment", "confirmed", "canceled"}},
		{"resolutions", spelled[catalog.Resolution](t), []string{"OPEN", "WON", "LOST", "ACCEPTED"}},
		{"reasons", spelled[catalog.Reason](t), []string{"MERCHANDISE_NOT_RECEIVED", "NOT_AS_DESCRIBED", "DUPLICATE_TRANSACTION", "FRAUD",
			"NOT_RECOGNIZED", "CREDIT_NOT_PROCESSED", "AUTHORIZATION_PROBLEM", "INFO_REQUEST", "UNKNOWN"}},
		{"discounts", spelled[catalog.DiscountType](t), []string{"FIXED", "PERCENT"}},
		{"displays", spelled[catalog.DisplayType](t), []string{"overlay", "interstitial"}},
		{"campaign statuses", spelled[catalog.CampaignStatus](t), []string{"Enabled", "Disabled", "Expired"}},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, test.got, test.want)
		}
	}
}

// spelled returns the values of a type as texts. Each must be one.
func spelled[T catalog.ClosedSet[T]](t *testing.T) []string {
	t.Helper()
	var none T
	for _, value := range none.Values() {
		if !catalog.IsValue(value) {
			t.Errorf("%q is not a value of its type", value)
		}
	}
	if catalog.IsValue(none) || catalog.IsValue(T("other")) {
		t.Errorf("%T takes a value that it does not have", none)
	}
	return catalog.Words(none.Values())
}

// orderRules has the values allowed with a status, and with a state of a purchase order
// (open question transitions).
type orderRules struct {
	next     []string
	together []string
}

func TestTransitionsOfOrders(t *testing.T) {
	t.Parallel()
	got := map[string]orderRules{}
	for _, s := range catalog.Status("").Values() {
		got[string(s)] = orderRules{catalog.Words(s.Next()), catalog.Words(s.Approvals())}
	}
	for _, s := range catalog.PurchaseOrderState("").Values() {
		got[string(s)] = orderRules{catalog.Words(s.Next()), catalog.Words(s.Statuses())}
	}
	want := map[string]orderRules{
		"PENDING":               {[]string{"AUTHRECEIVED", "CANCELED"}, []string{"WAITING"}},
		"AUTHRECEIVED":          {[]string{"COMPLETE", "REVERSED"}, []string{"OK", "WAITING"}},
		"COMPLETE":              {[]string{"REFUND"}, []string{"OK"}},
		"REFUND":                {nil, []string{"OK"}},
		"REVERSED":              {nil, []string{"FRAUD"}},
		"CANCELED":              {nil, []string{"OK", "FRAUD", "INVALIDDATA"}},
		"awaiting_form":         {[]string{"awaiting_confirmation", "canceled"}, []string{"PENDING"}},
		"awaiting_confirmation": {[]string{"awaiting_payment", "canceled"}, []string{"PENDING"}},
		"awaiting_payment":      {[]string{"confirmed", "canceled"}, []string{"PENDING"}},
		"confirmed":             {nil, []string{"COMPLETE", "AUTHRECEIVED", "REFUND", "REVERSED"}},
		"canceled":              {nil, []string{"CANCELED"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if next, approvals := catalog.Status("DONE").Next(), catalog.Status("DONE").Approvals(); next != nil || approvals != nil {
		t.Errorf("an unknown status has %q and %q", next, approvals)
	}
	if next, statuses := catalog.PurchaseOrderState("lost").Next(), catalog.PurchaseOrderState("lost").Statuses(); next != nil || statuses != nil {
		t.Errorf("an unknown state has %q and %q", next, statuses)
	}
}

func TestDisputesOfOrders(t *testing.T) {
	t.Parallel()
	got := map[string][]string{}
	for _, s := range catalog.Status("").Values() {
		got[string(s)] = catalog.Words(s.Resolutions())
	}
	want := map[string][]string{
		"PENDING": nil, "AUTHRECEIVED": nil, "CANCELED": nil,
		"COMPLETE": {"OPEN", "WON"}, "REFUND": {"LOST", "ACCEPTED"}, "REVERSED": {"LOST", "ACCEPTED"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestValuesAreCopies(t *testing.T) {
	t.Parallel()
	catalog.Canceled.Approvals()[0] = "CHANGED"
	catalog.Pending.Next()[0] = "CHANGED"
	catalog.Confirmed.Statuses()[0] = "CHANGED"
	catalog.AwaitingForm.Next()[0] = "changed"
	catalog.BooleanWords()[0].Truth = false
	if catalog.Canceled.Approvals()[0] != catalog.Approved || catalog.Pending.Next()[0] != catalog.AuthReceived ||
		catalog.Confirmed.Statuses()[0] != catalog.Complete || catalog.AwaitingForm.Next()[0] != catalog.AwaitingConfirmation ||
		!catalog.BooleanWords()[0].Truth {
		t.Error("a caller changed the table")
	}
}
