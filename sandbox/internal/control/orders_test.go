package control_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestIllegalMoves reads the legal transitions in the error.
func TestIllegalMoves(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"PATCH", "/accounts/DEMO/orders/{order-pending.OrderReference}", `{"status":"COMPLETE"}`, 409,
			`{"error":"status cannot become COMPLETE: it is PENDING, which can become AUTHRECEIVED or CANCELED","hint":"legal: AUTHRECEIVED, CANCELED"}`},
		{"PATCH", "/accounts/DEMO/orders/{order-pending.OrderReference}", `{"status":"DONE","dispute":{"resolution":"MAYBE","reason":"WHIM"}}`, 400,
			`{"error":"status must be COMPLETE, PENDING, CANCELED, REFUND, AUTHRECEIVED or REVERSED, got \"DONE\"; dispute.resolution must be OPEN, WON, LOST or ACCEPTED, got \"MAYBE\"; dispute.reason must be MERCHANDISE_NOT_RECEIVED, NOT_AS_DESCRIBED, DUPLICATE_TRANSACTION, FRAUD, NOT_RECOGNIZED, CREDIT_NOT_PROCESSED, AUTHORIZATION_PROBLEM, INFO_REQUEST or UNKNOWN, got \"WHIM\"","hint":"correct the fields that are named"}`},
		{"PATCH", "/accounts/DEMO/orders/{order-pending.OrderReference}", `{"dispute":{"resolution":"OPEN","why":1}}`, 400,
			`{"error":"unknown field dispute.why; known: resolution, reason","hint":"send one JSON object with the documented fields"}`},
		{"PATCH", "/accounts/DEMO/orders/{order-pending.OrderReference}", `{"dispute":{"resolution":"OPEN"}}`, 409,
			`{"error":"dispute cannot become OPEN: the order is PENDING, and only a paid order has a dispute","hint":"no transition is legal here"}`},
		{"PATCH", "/accounts/DEMO/orders/{order-pending.OrderReference}", `{"dispute":{"reason":"FRAUD"}}`, 400,
			`{"error":"dispute.resolution is required","hint":"send {\"dispute\": {\"resolution\": \"OPEN\", \"reason\": \"FRAUD\"}}, or null to end the dispute"}`},
		{"PATCH", "/accounts/DEMO/orders/{order-pending.OrderReference}", `{}`, 400,
			`{"error":"status, approve_status, purchase_order, refund or dispute is required","hint":"send what is to change"}`},
		{"PATCH", "/accounts/DEMO/orders/{order-pending.OrderReference}", `{"purchase_order":"confirmed"}`, 409,
			`{"error":"purchase_order cannot become confirmed: the order is no purchase order","hint":"no transition is legal here"}`},
		{"PATCH", "/accounts/DEMO/orders/@order-pending", `{"approve_status":"FRAUD"}`, 409,
			`{"error":"approve_status cannot become FRAUD: FRAUD goes with the status CANCELED or REVERSED, this order is PENDING with WAITING","hint":"no transition is legal here"}`},
		{"PATCH", "/accounts/DEMO/orders/@order-pending", `{"approve_status":"fraud","status":null}`, 400,
			`{"error":"status must be a string, got null","hint":"send one JSON object with the documented fields"}`},
		{"PATCH", "/accounts/DEMO/orders/10003155", `{"status":"COMPLETE"}`, 404,
			`{"error":"unknown order \"10003155\"","hint":"did you mean 100031545, 100038555 or 100037153?"}`},
		{"PATCH", "/accounts/DEMO/orders/{purchase-order-awaiting-form.OrderReference}", `{"purchase_order":"awaiting_payment"}`, 409,
			`{"error":"purchase_order cannot become awaiting_payment: it is awaiting_form, which can become awaiting_confirmation or canceled","hint":"legal: awaiting_confirmation, canceled"}`},
		{"PATCH", "/accounts/DEMO/orders/{purchase-order-awaiting-form.OrderReference}", `{"status":"AUTHRECEIVED"}`, 409,
			`{"error":"status cannot become AUTHRECEIVED: it is PENDING, which can become CANCELED","hint":"legal: CANCELED"}`},
		{"PATCH", "/accounts/DEMO/orders/{order-pending.OrderReference}", `{"refund":{"amount":1e22}}`, 400,
			`{"error":"refund.amount must be an amount such as 12.50, got 10000000000000000000000","hint":"send {\"refund\": {\"amount\": 12.50, \"reason\": \"LATE\", \"comment\": \"Sorry\"}}, without amount for all that is left"}`},
		{"PATCH", "/accounts/DEMO/orders/{order-refund.OrderReference}", `{"status":"COMPLETE"}`, 409,
			`{"error":"status cannot become COMPLETE: it is REFUND","hint":"no transition is legal here"}`},
	})
}

// TestMoves confirms a purchase order: both interfaces show the same order.
func TestMoves(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	ref := s.ID("purchase-order-awaiting-payment", "OrderReference")
	_, text := visit(t, s, "PATCH", "/accounts/DEMO/orders/"+ref, `{"purchase_order":"confirmed","dispute":{"resolution":"OPEN","reason":"FRAUD"}}`)
	whole := s.Get("/orders/" + ref + "/").Body
	side := `{"sale":40000285,"invoice":"7000000285","purchase_order":{"state":"confirmed","forms":[{"file_name":"purchase-order-100039957.pdf",` +
		`"size":563,"sha256":"68cb5a01fceb0e281ae0aea22a0d076720fc7dfecc6053967245d19668df6352","client_time":"2026-10-09 04:00:00","uploaded_at":"2026-10-09 04:00:00"}]},"moves":[{"field":"dispute","to":"WON"},` +
		`{"field":"dispute","to":"LOST"},{"field":"dispute","to":"ACCEPTED"},{"field":"dispute","to":""}],"handles":["purchase-order-awaiting-payment"]}`
	if want := strings.TrimSuffix(whole, "}") + `,"sandbox":` + side + "}"; text != want {
		t.Errorf("got %s\nwant %s", text, want)
	}
	var order struct {
		Status, FinishDate, ChargebackResolution string
		OrderNo                                  int
		ExtraInformation                         *struct{}
		Items                                    []struct {
			ProductDetails struct {
				Subscriptions []struct{ SubscriptionReference string }
			}
		}
	}
	must(t, json.Unmarshal([]byte(whole), &order))
	if order.Status != "COMPLETE" || order.FinishDate != sandboxtest.Moment || order.ChargebackResolution != "OPEN" || order.OrderNo == 0 || order.ExtraInformation != nil {
		t.Errorf("got %+v", order)
	}
	reference := order.Items[0].ProductDetails.Subscriptions[0].SubscriptionReference
	play(t, s, []step{{"GET", "/accounts/DEMO/subscriptions/" + reference, "", 200,
		`{"reference":"` + reference + `","customer":410008,"partner":null,"order":"100039957","product":"STUDIO-TEAM-1Y","quantity":5,` +
			`"pricing_options":[],"upgradable":false,"why_not":"was not sold by a partner","upgrade_products":[],"start_date":"2026-10-09 12:00:00","expiration_date":"2027-10-09 12:00:00","enabled":true,"sandbox":{"handles":[]}}`}})
	for path, want := range map[string]string{"/orders/0/sale/?SaleId=40000285": `"100039957"`, "/orders/0/invoice/?InvoiceId=7000000285": `"100039957"`} {
		if got := s.Get(path).Body; got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// TestMovesAreLegal makes every move shown by an order. Every other one is refused or
// changes nothing, because it leads to the present state.
func TestMovesAreLegal(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, fewOrders)
	shop := s.Control().Account("DEMO")
	_, err := shop.SaveSnapshot(t.Context(), "before")
	must(t, err)
	orders := map[string]client.OrderNotes{}
	for name, handle := range s.Handles() {
		if handle.Kind == "order" {
			orders[name] = orderNotes(t, shop, name)
		}
	}
	for _, move := range allMoves() {
		for name, order := range orders {
			err := shop.ChangeOrder(t.Context(), "@"+name, changeOf(move))
			if legal := slices.Contains(order.Moves, move); legal && err != nil {
				t.Errorf("%s: %+v is shown and fails: %v", name, move, err)
			} else if !legal && err == nil && !reflect.DeepEqual(orderNotes(t, shop, name), order) {
				t.Errorf("%s: %+v is not shown and changes the order", name, move)
			}
		}
		_, err := shop.Reset(t.Context(), "before")
		must(t, err)
	}
}

// orderNotes returns the sandbox's notes about an order.
func orderNotes(t *testing.T, shop *client.Account, name string) client.OrderNotes {
	t.Helper()
	var order struct{ Sandbox client.OrderNotes }
	must(t, shop.Record(t.Context(), client.Orders, "@"+name, &order))
	return order.Sandbox
}

// allMoves returns every move between the names of states.
func allMoves() (moves []client.Move) {
	for _, status := range catalog.Status("").Values() {
		moves = append(moves, client.Move{Field: "status", To: string(status)})
	}
	for _, approval := range catalog.ApproveStatus("").Values() {
		moves = append(moves, client.Move{Field: "approve_status", To: string(approval)})
	}
	for _, state := range catalog.PurchaseOrderState("").Values() {
		moves = append(moves, client.Move{Field: "purchase_order", To: string(state)})
	}
	for _, resolution := range catalog.Resolution("").Values() {
		moves = append(moves, client.Move{Field: "dispute", To: string(resolution)})
	}
	return append(moves, client.Move{Field: "dispute"})
}
