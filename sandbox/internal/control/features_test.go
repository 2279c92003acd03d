package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestFeatures switches a flag, and tries unknown ones.
func TestFeatures(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/accounts/DEMO/features", ``, 200,
			`{"features":[{"feature":"API_GET_CUSTOMER_ORDERS","enabled":true,"default":true,"section":"4.2","summary":"The account may list the orders of one customer."}],"total":1}`},
		{"PUT", "/accounts/DEMO/features/API_GET_CUSTOMER_ORDERS", `{"enabled":false}`, 200,
			`{"feature":"API_GET_CUSTOMER_ORDERS","enabled":false,"default":true,"section":"4.2","summary":"The account may list the orders of one customer."}`},
		{"PUT", "/accounts/DEMO/features/API_GET_CUSTOMER_ORDERS", `{}`, 400,
			`{"error":"enabled is required","hint":"send {\"enabled\": true} or {\"enabled\": false}"}`},
		{"PUT", "/accounts/DEMO/features/API_GET_CUSTOMER_ORDERS", `{"enabled":1}`, 400,
			`{"error":"enabled must be true or false, got a number","hint":"send one JSON object with the documented fields"}`},
		{"PUT", "/accounts/DEMO/features/API_GET_ORDERS", `{"enabled":true}`, 404,
			`{"error":"unknown feature \"API_GET_ORDERS\"","hint":"known: API_GET_CUSTOMER_ORDERS"}`},
		{"GET", "/accounts/DEMO/features", ``, 200,
			`{"features":[{"feature":"API_GET_CUSTOMER_ORDERS","enabled":false,"default":true,"section":"4.2","summary":"The account may list the orders of one customer."}],"total":1}`},
	})
}
