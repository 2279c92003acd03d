package control_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestReload reads the folder of scenarios, where there is one.
func TestReload(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"POST", "/scenarios/reload", ``, 409,
			`{"error":"there is no folder of scenarios","hint":"start the sandbox with --scenarios FOLDER"}`},
	})
	folder := filepath.Join(t.TempDir(), "scenarios")
	must(t, os.Mkdir(folder, 0o755))
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.ScenarioFolder = folder })
	play(t, s, []step{{"POST", "/scenarios/reload", ``, 200, `{"changes":[],"total":0}`}})
	must(t, os.Remove(folder))
	play(t, s, []step{{"POST", "/scenarios/reload", ``, 409,
		`{"error":"reading the scenario folder: open ` + folder + `: no such file or directory","hint":"its scenarios stay as they were"}`}})
}

// TestLibrary shows scenarios, and saves and deletes a user's own.
func TestLibrary(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/scenarios/FORBIDDEN", ``, 200,
			`{"name":"FORBIDDEN","summary":"The called operation fails with FORBIDDEN","operations":["customer-orders","upgrade-partner-subscriptions"],"source":"code","group":"codes","effects":[{"operation":"customer-orders","act":"fail","status":403,"code":"FORBIDDEN","text":"403 FORBIDDEN"},{"operation":"upgrade-partner-subscriptions","act":"fail","status":500,"code":"FORBIDDEN","text":"500 FORBIDDEN"}],"does":["403/500 FORBIDDEN"],"yaml":""}`},
		{"GET", "/scenarios/slow", ``, 200,
			`{"name":"slow","summary":"Every call takes two seconds longer","operations":["search-orders","customer-orders","order-by-sale","order-by-invoice","retrieve-order","cancel-order","upload-order-form","search-upsell","create-upsell","recommended-upsell","update-upsell","delete-upsell","read-upsell-settings","change-upsell-settings","login","upgrade-partner-subscriptions"],"source":"shipped","group":"connection","effects":[{"operation":"search-orders","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"customer-orders","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"order-by-sale","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"order-by-invoice","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"retrieve-order","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"cancel-order","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"upload-order-form","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"search-upsell","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"create-upsell","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"recommended-upsell","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"update-upsell","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"delete-upsell","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"read-upsell-settings","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"change-upsell-settings","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"login","act":"delay","delay":"2s","text":"delay 2 s"},{"operation":"upgrade-partner-subscriptions","act":"delay","delay":"2s","text":"delay 2 s"}],"does":["delay 2 s"],"yaml":"# Teaches a fixed delay: the answer is the ordinary one, only later.\nsummary: Every call takes two seconds longer\nrules:\n  - on: \"*\"\n    delay: 2s\n"}`},
		{"GET", "/scenarios/throtled", ``, 404,
			`{"error":"unknown scenario \"throtled\"","hint":"did you mean throttled?"}`},
		{"PUT", "/scenarios/mine", "summary: My own\nrules:\n  - on: login\n    fail: FORBIDEN\n", 400,
			`{"error":"[4:11] unknown error code FORBIDEN; did you mean FORBIDDEN?\n   1 | summary: My own\n   2 | rules:\n   3 |   - on: login\n>  4 |     fail: FORBIDEN\n                 ^","hint":"GET /_sandbox/scenario.schema.json describes the language","faults":[{"line":4,"column":11,"message":"unknown error code FORBIDEN; did you mean FORBIDDEN?","suggestion":"FORBIDDEN"}]}`},
		{"PUT", "/scenarios/mine", "summary: My own\nassume: {nulls: omitted}\n", 200,
			`{"name":"mine","summary":"My own","operations":["search-orders","customer-orders","retrieve-order"],"source":"own","group":"own","effects":[{"operation":"search-orders","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"},{"operation":"customer-orders","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"},{"operation":"retrieve-order","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"}],"does":["nulls = omitted"],"assume":{"nulls":"omitted"},"yaml":"summary: My own\nassume: {nulls: omitted}\n"}`},
		{"GET", "/scenarios/mine", ``, 200,
			`{"name":"mine","summary":"My own","operations":["search-orders","customer-orders","retrieve-order"],"source":"own","group":"own","effects":[{"operation":"search-orders","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"},{"operation":"customer-orders","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"},{"operation":"retrieve-order","act":"answer-to-question","question":"nulls","answer":"omitted","text":"nulls = omitted"}],"does":["nulls = omitted"],"assume":{"nulls":"omitted"},"yaml":"summary: My own\nassume: {nulls: omitted}\n"}`},
		{"PUT", "/scenarios/twice", "rules: [{on: login, cut: drip}, {on: login, cut: drip}]", 200,
			`{"name":"twice","summary":"","operations":["login"],"source":"own","group":"own","effects":[{"operation":"login","act":"cut","cut":"drip","text":"answer in drips"},{"operation":"login","act":"cut","cut":"drip","text":"answer in drips"}],"does":["answer in drips"],"warnings":[{"line":1,"column":34,"message":"rule 2 can never act, because rule 1 ends every call that it is on; put rule 2 first"}],"yaml":"rules: [{on: login, cut: drip}, {on: login, cut: drip}]"}`},
		{"PUT", "/scenarios/a%20b", "assume: {nulls: omitted}\n", 400,
			`{"error":"scenario name must consist of a-z, 0-9 and -, and must not begin with -, got \"a b\"","hint":"GET /_sandbox/scenario.schema.json describes the language","faults":[{"line":0,"column":0,"message":"scenario name must consist of a-z, 0-9 and -, and must not begin with -, got \"a b\""}]}`},
		{"PUT", "/scenarios/slow", "assume: {nulls: omitted}\n", 409,
			`{"error":"scenario slow ships with the sandbox: choose another name","hint":"choose another name for your own scenario"}`},
		{"DELETE", "/scenarios/slow", ``, 409,
			`{"error":"scenario slow ships with the sandbox: choose another name","hint":"choose another name for your own scenario"}`},
		{"DELETE", "/scenarios/mine", ``, 204,
			``},
		{"DELETE", "/scenarios/mine", ``, 404,
			`{"error":"unknown scenario \"mine\"","hint":"GET /_sandbox/scenarios lists the scenarios, with those of the folder that --scenarios names; a documented error code is a name too"}`},
	})
}
