package report_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

// TestRecordings writes what was learned as text and in Markdown: questions, what else differs,
// and what was not read.
func TestRecordings(t *testing.T) {
	t.Parallel()
	learned := client.Learned{Entries: 9, Notes: []string{"Left out: a call of another service (1 time)"}, Faults: []string{"shop.har: it ends within entry 10"}, Services: []client.LearnedService{{
		Host: "api.example.com", Calls: 8, Lines: []string{"create-upsell: Code is text\x1b in the recording"},
		Questions: []client.LearnedQuestion{{ID: "nulls", Result: client.Agrees, Line: "shown; ours: shown"}, {ID: "yes-body", Result: client.NotSeen, Line: "to see it, cancel; ours: true"}},
		Failures:  []client.LearnedFailure{{Line: "create-upsell: 429 is a failure; this rule gives it:", Scenario: "summary: a\nrules: []\n"}},
	}}}
	for format, want := range map[client.Format]string{
		client.AsText: `api.example.com, vendor code unknown: 8 calls
  nulls     agrees    shown; ours: shown
  yes-body  not seen  to see it, cancel; ours: true
  create-upsell: Code is text  in the recording
  create-upsell: 429 is a failure; this rule gives it:
      summary: a
      rules: []

Left out: a call of another service (1 time)
shop.har: it ends within entry 10
`,
		client.AsMarkdown: "## api.example.com, vendor code unknown: 8 calls\n\n| Question | Result | Seen |\n|---|---|---|\n" +
			"| `nulls` | agrees | shown; ours: shown |\n| `yes-body` | not seen | to see it, cancel; ours: true |\n\n" +
			"- create-upsell: Code is text  in the recording\n- create-upsell: 429 is a failure; this rule gives it:\n\n      summary: a\n      rules: []\n\n" +
			"\nLeft out: a call of another service (1 time)\n\nshop.har: it ends within entry 10\n",
	} {
		if got, err := report.Recordings(learned, format); got != want || err != nil {
			t.Errorf("%s: got %v and\n%s", format, err, got)
		}
	}
}
