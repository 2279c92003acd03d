package catalog_test

import (
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

func TestQuestionsAreWhole(t *testing.T) {
	t.Parallel()
	seen := map[catalog.QuestionID]bool{}
	grounds := []catalog.Basis{catalog.Known, catalog.Likely, catalog.Chosen, catalog.Documented, catalog.Tested}
	for _, q := range catalog.Questions() {
		if !kebab.MatchString(string(q.ID)) || seen[q.ID] {
			t.Errorf("%q is repeated or not spelled in kebab case", q.ID)
		}
		seen[q.ID] = true
		if q.Section == "" || q.Question == "" || q.Answer == "" || !slices.Contains(grounds, q.Basis) {
			t.Errorf("%s is not whole: %+v", q.ID, q)
		}
		if found, ok := catalog.FindQuestion(q.ID); !ok || found.Question != q.Question {
			t.Errorf("%s is found as %+v", q.ID, found)
		}
	}
	if len(seen) != 71 {
		t.Errorf("got %d questions, want 71", len(seen))
	}
	if q, ok := catalog.FindQuestion("null"); ok {
		t.Errorf("found %+v under an id that is none", q)
	}
}

func TestDefaultsOfQuestionsWithChoice(t *testing.T) {
	t.Parallel()
	want := []string{
		"nulls shown omitted", "search-status 201 200", "page-totals right running", "page-count filtered all",
		"page-stability stable grows shrinks", "page-depth any 200", "refund-money positive negative",
		"lookup-body json text", "retrieve-unknown 404 400", "yes-body true empty", "campaign-update replace merge",
		"create-status 201 200", "campaign-statuses all enabled", "ended-campaigns expired both", "recommended-not-found 404 null 204",
		"rest-hash any sha256 sha3-256 md5", "rest-skew 5m 1m off …", "rest-auth all documented", "accept 406 lenient",
		"session-life 10m 1m …", "session-fault FORBIDDEN INVALID_SESSION", "soap-headers checked ignored", "option-groups single several",
		"future-orders hidden shown", "progress manual clock",
	}
	var got []string
	for _, q := range catalog.Questions() {
		if !q.HasChoice() {
			continue
		}
		line := string(q.ID)
		for _, answer := range q.Choices {
			line += " " + answer.Answer
			if err := q.Accepts(answer.Answer); err != nil || answer.Meaning == "" {
				t.Errorf("%s %s: meaning %q, error %v", q.ID, answer.Answer, answer.Meaning, err)
			}
		}
		if q.Duration {
			line += " …"
		}
		if q.Default != q.Choices[0].Answer {
			t.Errorf("%s: the default is %q, the first choice %q", q.ID, q.Default, q.Choices[0].Answer)
		}
		got = append(got, line)
	}
	if !slices.Equal(got, want) {
		t.Errorf("with a choice:\n got %q\nwant %q", got, want)
	}
}

func TestAcceptsNamesTheAnswers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id           catalog.QuestionID
		answer, want string
	}{
		{catalog.RESTSkew, "8d", ""},
		{catalog.RESTSkew, "1h30m", ""},
		{catalog.RESTSkew, "106751d", ""},
		{catalog.RESTSkew, "off", ""},
		{catalog.SessionLife, "1s", ""},
		{catalog.SessionLife, "off",
			`the answer to session-life must be 10m, 1m or a positive duration such as 90s, 5m or 8d, got "off"`},
		{catalog.RESTSkew, "0s",
			`the answer to rest-skew must be 5m, 1m, off or a positive duration such as 90s, 5m or 8d, got "0s"`},
		{catalog.RESTSkew, "-8d",
			`the answer to rest-skew must be 5m, 1m, off or a positive duration such as 90s, 5m or 8d, got "-8d"`},
		{catalog.RESTSkew, "106752d",
			`the answer to rest-skew must be 5m, 1m, off or a positive duration such as 90s, 5m or 8d, got "106752d"`},
		{catalog.SearchStatus, "202", `the answer to search-status must be 201 or 200, got "202"`},
		{catalog.Nulls, "", `the answer to nulls must be shown or omitted, got ""`},
		{catalog.Times, "local", "open question times has only one answer"},
	}
	for _, test := range tests {
		q, _ := catalog.FindQuestion(test.id)
		got := ""
		if err := q.Accepts(test.answer); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s %q:\n got %s\nwant %s", test.id, test.answer, got, test.want)
		}
	}
}

// A caller would never see a question without an answer that depends on it; the few
// questions about no single answer are named here.
func TestEveryQuestionIsUsedAndKnown(t *testing.T) {
	t.Parallel()
	used := map[catalog.QuestionID]bool{catalog.Events: true, catalog.RateLimits: true, catalog.Progress: true}
	note := func(where string, ids ...catalog.QuestionID) {
		for _, id := range ids {
			if _, ok := catalog.FindQuestion(id); !ok {
				t.Errorf("%s names %q, which is no question", where, id)
			}
			used[id] = true
		}
	}
	outcomes := append(catalog.GeneralFailures(catalog.REST), catalog.GeneralFailures(catalog.SOAP)...)
	for _, op := range catalog.Operations() {
		outcomes = append(append(outcomes, op.Success), op.Failures()...)
		for _, p := range op.Parameters() {
			if p.Question != "" {
				note(string(op.ID)+" "+p.Name, p.Question)
			}
		}
	}
	for _, o := range outcomes {
		ids := o.DependsOn()
		note(o.Condition, ids...)
		if o.Condition == "" || len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) {
			t.Errorf("outcome without a condition or with a question twice: %+v", o)
		}
		if o.StatusQuestion != "" && !slices.Contains(ids, o.StatusQuestion) {
			t.Errorf("%+v is switched by %s but does not depend on it", o, o.StatusQuestion)
		}
	}
	for _, q := range catalog.Questions() {
		if !used[q.ID] {
			t.Errorf("no outcome depends on %s", q.ID)
		}
	}
}

func TestQuestionsAreCopies(t *testing.T) {
	t.Parallel()
	q, _ := catalog.FindQuestion(catalog.Nulls)
	q.Choices[0].Answer = "changed"
	catalog.Questions()[0].Choices[1].Answer = "changed"
	again, _ := catalog.FindQuestion(catalog.Nulls)
	if again.Choices[0].Answer != "shown" || again.Choices[1].Answer != "omitted" {
		t.Errorf("the table changed: %+v", again.Choices)
	}
}
