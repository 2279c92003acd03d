package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestLibrary shows scenarios, and saves and deletes a user's own.
func TestLibrary(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/scenarios/FORBIDDEN", ``, 200,
			`{"name":"FORBIDDEN","summary":"The called operation fails with FORBIDDEN","operations":["customer-orders","upgrade-partner-subscriptions"],"source":"code","yaml":""}`},
		{"GET", "/scenarios/slow", ``, 200,
			`{"name":"slow","summary":"Every call takes two seconds longer","operations":["search-orders","customer-orders","order-by-sale","order-by-invoice","retrieve-order","cancel-order","upload-order-form","search-upsell","create-upsell","recommended-upsell","update-upsell","delete-upsell","read-upsell-settings","change-upsell-settings","login","upgrade-partner-subscriptions"],"source":"shipped","yaml":"# Teaches a fixed delay: the answer is the ordinary one, only later.\nsummary: Every call takes two seconds longer\nrules:\n  - on: \"*\"\n    delay: 2s\n"}`},
		{"GET", "/scenarios/throtled", ``, 404,
			`{"error":"unknown scenario \"throtled\"","hint":"did you mean throttled?"}`},
		{"PUT", "/scenarios/mine", "summary: My own\nrules:\n  - on: login\n    fail: FORBIDEN\n", 400,
			`{"error":"[4:11] unknown error code FORBIDEN; did you mean FORBIDDEN?\n   1 | summary: My own\n   2 | rules:\n   3 |   - on: login\n>  4 |     fail: FORBIDEN\n                 ^\n","hint":"GET /_sandbox/scenario.schema.json describes the language"}`},
		{"PUT", "/scenarios/mine", "summary: My own\nassume: {nulls: omitted}\n", 200,
			`{"name":"mine","summary":"My own","operations":["search-orders","customer-orders","retrieve-order"],"source":"own","assume":{"nulls":"omitted"},"yaml":"summary: My own\nassume: {nulls: omitted}\n"}`},
		{"GET", "/scenarios/mine", ``, 200,
			`{"name":"mine","summary":"My own","operations":["search-orders","customer-orders","retrieve-order"],"source":"own","assume":{"nulls":"omitted"},"yaml":"summary: My own\nassume: {nulls: omitted}\n"}`},
		{"PUT", "/scenarios/a%20b", "assume: {nulls: omitted}\n", 400,
			`{"error":"scenario name must consist of a-z, 0-9 and -, and must not begin with -, got \"a b\"","hint":"GET /_sandbox/scenario.schema.json describes the language"}`},
		{"PUT", "/scenarios/slow", "assume: {nulls: omitted}\n", 409,
			`{"error":"scenario slow ships with the sandbox: choose another name","hint":"choose another name for your own scenario"}`},
		{"DELETE", "/scenarios/slow", ``, 409,
			`{"error":"scenario slow ships with the sandbox: choose another name","hint":"choose another name for your own scenario"}`},
		{"DELETE", "/scenarios/mine", ``, 204,
			``},
		{"DELETE", "/scenarios/mine", ``, 404,
			`{"error":"unknown scenario \"mine\"","hint":"GET /_sandbox/scenarios lists the scenarios; a documented error code is a name too"}`},
	})
}
