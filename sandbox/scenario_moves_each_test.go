package sandbox_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestMovesOfSingleRecords ends a dispute, approves an order, and removes a record of each
// kind, each by a rule before a call that shows it.
func TestMovesOfSingleRecords(t *testing.T) {
	t.Parallel()
	order := func(handle string) func(s *sandboxtest.Running) string {
		return func(s *sandboxtest.Running) string { return "/orders/" + s.ID(handle, "OrderReference") + "/" }
	}
	customer := func(s *sandboxtest.Running) string {
		return "/orders/customer/?CustomerReference=" + s.ID("customer-with-one-order", "CustomerReference")
	}
	for name, test := range map[string]struct {
		rule     string
		path     func(*sandboxtest.Running) string
		was, now string // in the answer without the rule, and with it
	}{
		"end_dispute":           {"on: retrieve-order, do: {before: {end_dispute: order}}", order("dispute-open"), `"ChargebackResolution":"OPEN"`, `"Status":"COMPLETE"`},
		"approve":               {"on: retrieve-order, do: {before: {approve: order}}", order("approve-waiting"), `"ApproveStatus":"WAITING"`, `"ApproveStatus":"OK"`},
		"remove an order":       {"on: retrieve-order, do: {before: {remove: order}}", order("order-complete"), `"Status":"COMPLETE"`, "ORDER_NOT_FOUND"},
		"remove a customer":     {"on: customer-orders, do: {before: {remove: customer}}", customer, `"Count":1`, "INVALID_CUSTOMER"},
		"remove a subscription": {"on: retrieve-order, do: {before: {remove: subscription subscription-trial}}", order("subscription-trial"), `"SubscriptionReference":"FWS8BEZJNR"`, `"Status":"COMPLETE"`},
		"remove a campaign":     {"on: recommended-upsell, do: {before: {remove: campaign}}", func(*sandboxtest.Running) string { return "/upsell/recommended?ProductCode=BACKUP-1Y" }, `"Name"`, ""},
	} {
		s := sandboxtest.Start(t, sandboxtest.Frozen)
		call := operationCall{http.MethodGet, s.REST() + test.path(s), ""}
		if got := makeCall(t, s, call, nil); !strings.Contains(got.Body, test.was) {
			t.Errorf("%s: got %d %s, want %s", name, got.Status, got.Body, test.was)
		}
		put(t, s, "moving", test.rule)
		got := makeCall(t, s, call, nil)
		if strings.Contains(got.Body, test.was) || !strings.Contains(got.Body, test.now) {
			t.Errorf("%s: got %d %s, want %s in place of %s", name, got.Status, got.Body, test.now, test.was)
		}
	}
}
