package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestActivation activates and deactivates scenarios and bare error codes.
func TestActivation(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/accounts/DEMO/scenarios", ``, 200,
			`{"scenarios":[],"total":0}`},
		{"PUT", "/accounts/DEMO/scenarios/slow", ``, 200,
			`{"name":"slow","summary":"Every call takes two seconds longer","baseline":false,"matched":0,"affected":0,"remaining":null,"until":null}`},
		{"PUT", "/accounts/DEMO/scenarios/FORBIDDEN", `{"times":2,"for":"10m"}`, 200,
			`{"name":"FORBIDDEN","summary":"The called operation fails with FORBIDDEN","baseline":false,"matched":0,"affected":0,"remaining":2,"until":"2026-10-09T12:10:00Z"}`},
		{"GET", "/accounts/DEMO/scenarios", ``, 200,
			`{"scenarios":[{"name":"FORBIDDEN","summary":"The called operation fails with FORBIDDEN","baseline":false,"matched":0,"affected":0,"remaining":2,"until":"2026-10-09T12:10:00Z"},{"name":"slow","summary":"Every call takes two seconds longer","baseline":false,"matched":0,"affected":0,"remaining":null,"until":null}],"total":2}`},
		{"DELETE", "/accounts/DEMO/scenarios/slow", ``, 204,
			``},
		{"DELETE", "/accounts/DEMO/scenarios/slow", ``, 404,
			`{"error":"scenario \"slow\" is not active","hint":"active: FORBIDDEN"}`},
		{"PUT", "/accounts/DEMO/scenarios/customer-order-forbidden", ``, 404,
			`{"error":"unknown scenario \"customer-order-forbidden\"","hint":"did you mean customer-orders-forbidden or FORBIDDEN?"}`},
		{"PUT", "/accounts/DEMO/scenarios/slow", `{"times":0,"for":"-1s"}`, 400,
			`{"error":"times: must be at least 1, got 0; for: must be longer than 0s, got \"-1s\"","hint":"correct the fields that are named"}`},
		{"PUT", "/accounts/DEMO/scenarios/slow", `{"time":1}`, 400,
			`{"error":"unknown field time; did you mean times?","hint":"send one JSON object with the documented fields"}`},
		{"PUT", "/accounts/DEMO/scenarios/slow", `{"for":"soon"}`, 400,
			`{"error":"for: duration \"soon\": expected a number at \"soon\": write numbers with units, such as 8d, -7d+1s or 1d12h (units: d = 24 h, h, m, s, ms, us, ns)","hint":"correct the fields that are named"}`},
		{"DELETE", "/accounts/DEMO/scenarios", ``, 204,
			``},
		{"GET", "/accounts/DEMO/scenarios", ``, 200,
			`{"scenarios":[],"total":0}`},
	})
}
