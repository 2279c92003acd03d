package client_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// order has the fields of an order for the tests.
type order struct {
	Status  string
	Sandbox struct {
		PurchaseOrder struct{ State string } `json:"purchase_order"`
	} `json:"sandbox"`
	ChargebackResolution string
}

func TestMoveOrder(t *testing.T) {
	t.Parallel()
	s, _, shop := start(t)
	complete, waiting := s.ID("order-complete", "OrderReference"), s.ID("purchase-order-awaiting-form", "OrderReference")
	steps := []struct {
		reference  string
		move       client.OrderChange
		status     string
		state      string
		resolution string
	}{
		{complete, client.OrderChange{Dispute: &client.Dispute{Resolution: "OPEN", Reason: "FRAUD"}}, "COMPLETE", "", "OPEN"},
		{complete, client.OrderChange{Dispute: &client.Dispute{}}, "COMPLETE", "", ""},
		{complete, client.OrderChange{Status: "REFUND"}, "REFUND", "", ""},
		{waiting, client.OrderChange{PurchaseOrder: "awaiting_confirmation"}, "PENDING", "awaiting_confirmation", ""},
	}
	for _, step := range steps {
		done(t, shop.ChangeOrder(t.Context(), step.reference, step.move))
		var got order
		err := shop.Record(t.Context(), client.Orders, step.reference, &got)
		check(t, []string{got.Status, got.Sandbox.PurchaseOrder.State, got.ChargebackResolution}, err, []string{step.status, step.state, step.resolution})
	}
	err := shop.ChangeOrder(t.Context(), complete, client.OrderChange{Status: "PENDING"})
	if refusal, ok := err.(*client.Error); !ok || refusal.Status != http.StatusConflict {
		t.Errorf("got %v, want a conflict", err)
	}
}

func TestRecords(t *testing.T) {
	t.Parallel()
	_, _, shop := start(t)
	for _, kind := range []client.Kind{client.Orders, client.Campaigns, client.Customers, client.Subscriptions, client.Products, client.Partners} {
		all, total, err := shop.Records(t.Context(), kind, client.Page{Limit: 2})
		check(t, len(all), err, 2)
		if total < 2 {
			t.Errorf("%s: got %d in all", kind, total)
		}
		second, _, err := shop.Records(t.Context(), kind, client.Page{Limit: 1, Offset: 1})
		check(t, second, err, []json.RawMessage{all[1]})
	}
	var refunds []client.OrderLine
	total, err := shop.RecordLines(t.Context(), client.Orders, client.Page{Query: "status:REFUND", Sort: "-date", Limit: 1}, &refunds)
	if err != nil || len(refunds) != 1 || refunds[0].Status != "REFUND" || total < 2 {
		t.Errorf("got %d of %d, %v", len(refunds), total, err)
	}
	err = shop.Record(t.Context(), client.Products, "STUDIO-BASIC-1", nil)
	if refusal, ok := err.(*client.Error); !ok || refusal.Status != http.StatusNotFound || !strings.Contains(refusal.Hint, "STUDIO-BASIC-1M") {
		t.Errorf("got %v, want the nearest", err)
	}
}

func TestAddWorld(t *testing.T) {
	t.Parallel()
	s, _, shop := start(t)
	done(t, shop.AddWorld(t.Context(), "customers: [{handle: ada, external: CRM-NEW}]\n"))
	handles, err := shop.Handles(t.Context())
	done(t, err)
	got := s.Get("/orders/customer/?CustomerReference=" + handles["ada"].IDs["CustomerReference"])
	check(t, got.Status, nil, http.StatusOK)
	err = shop.AddWorld(t.Context(), "customers: [{handel: ada}]\n")
	if refusal, ok := err.(*client.Error); !ok || refusal.Status != http.StatusBadRequest || !strings.Contains(refusal.Text, "handel") {
		t.Errorf("got %v, want it pointed at", err)
	}
}
