package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestAnswers answers questions, and tries invalid answers.
func TestAnswers(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"PUT", "/accounts/DEMO/questions/search-status", `{"answer":200}`, 200,
			`{"id":"search-status","answer":"200","default":"201"}`},
		{"PUT", "/accounts/DEMO/questions/session-life", `{"answer":"90s"}`, 200,
			`{"id":"session-life","answer":"90s","default":"10m"}`},
		{"GET", "/accounts/DEMO/questions", ``, 200,
			`{"questions":[{"id":"nulls","answer":"shown","default":"shown"},{"id":"search-status","answer":"200","default":"201"},{"id":"page-totals","answer":"right","default":"right"},{"id":"page-count","answer":"filtered","default":"filtered"},{"id":"page-stability","answer":"stable","default":"stable"},{"id":"page-depth","answer":"any","default":"any"},{"id":"refund-money","answer":"positive","default":"positive"},{"id":"lookup-body","answer":"json","default":"json"},{"id":"retrieve-unknown","answer":"404","default":"404"},{"id":"yes-body","answer":"true","default":"true"},{"id":"campaign-update","answer":"replace","default":"replace"},{"id":"create-status","answer":"201","default":"201"},{"id":"campaign-statuses","answer":"all","default":"all"},{"id":"ended-campaigns","answer":"expired","default":"expired"},{"id":"recommended-not-found","answer":"404","default":"404"},{"id":"rest-hash","answer":"any","default":"any"},{"id":"rest-skew","answer":"5m","default":"5m"},{"id":"rest-auth","answer":"all","default":"all"},{"id":"accept","answer":"406","default":"406"},{"id":"session-life","answer":"90s","default":"10m"},{"id":"session-fault","answer":"FORBIDDEN","default":"FORBIDDEN"},{"id":"soap-headers","answer":"checked","default":"checked"},{"id":"option-groups","answer":"single","default":"single"},{"id":"future-orders","answer":"hidden","default":"hidden"},{"id":"progress","answer":"manual","default":"manual"}],"total":25}`},
		{"PUT", "/accounts/DEMO/questions/search-status", `{"answer":null}`, 200,
			`{"id":"search-status","answer":"201","default":"201"}`},
		{"PUT", "/accounts/DEMO/questions/search-status", `{"answer":"204"}`, 400,
			`{"error":"the answer to search-status must be 201 or 200, got \"204\"","hint":"GET /_sandbox/questions says what each answer means"}`},
		{"PUT", "/accounts/DEMO/questions/search-status", `{}`, 400,
			`{"error":"answer is required","hint":"send {\"answer\": \"ANSWER\"}, or {\"answer\": null} for the answer of the start flags"}`},
		{"PUT", "/accounts/DEMO/questions/search-status", `{"answer":{}}`, 400,
			`{"error":"answer must be a word, a number, true or false, got an object","hint":"send one JSON object with the documented fields"}`},
		{"PUT", "/accounts/DEMO/questions/transitions", `{"answer":"free"}`, 409,
			`{"error":"open question transitions has only one answer","hint":"GET /_sandbox/questions lists the questions with a choice"}`},
		{"PUT", "/accounts/DEMO/questions/serch-status", `{"answer":"200"}`, 404,
			`{"error":"unknown open question \"serch-status\"","hint":"did you mean search-status?"}`},
	})
}
