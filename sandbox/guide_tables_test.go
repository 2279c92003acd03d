package sandbox_test

import (
	"cmp"
	"os"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// TestTablesOfTheGuide compares the guide with the tables that answers take their sentences
// from. With -update it writes them.
func TestTablesOfTheGuide(t *testing.T) {
	t.Parallel()
	departures := "| Spelling | What the call has, and what the document has |\n|---|---|\n"
	for _, d := range catalog.Departures(0xffff).List() {
		departures += "| `" + d.Name + "` | " + d.Sentence + " |\n"
	}
	mistakes := "| Mistake | Sentence |\n|---|---|\n"
	for _, row := range credential.Rows() {
		mistakes += "| `" + string(row.Mistake) + "` | `" + row.Sentence() + "` |\n"
	}
	questions := "| Question | Answers, the usual one first | What is open | How to find out |\n|---|---|---|---|\n"
	for _, q := range catalog.Questions() {
		if q.HasChoice() {
			questions += "| `" + string(q.ID) + "` | " + listAnswers(q) + " | " + q.Question + " | " + cmp.Or(q.ShownBy, "no recording shows it") + " |\n"
		}
	}
	const command = "go test ./sandbox -run TestTablesOfTheGuide -update"
	for name, table := range map[string]string{"verify-and-coverage.md departures": departures, "signing.md mistakes": mistakes, "open-questions.md questions": questions} {
		file, title, _ := strings.Cut(name, " ")
		path := "../web/guide/" + file
		page, err := os.ReadFile(path)
		must(t, err)
		begin, end := "<!-- "+title+": made by "+command+" -->\n", "<!-- end of "+title+" -->\n"
		before, rest, begins := strings.Cut(string(page), begin)
		_, after, ends := strings.Cut(rest, end)
		want := before + begin + "\n" + table + "\n" + end + after
		switch {
		case !begins || !ends:
			t.Errorf("%s has no %s…%s", path, begin, end)
		case want == string(page):
		case *update:
			must(t, os.WriteFile(path, []byte(want), 0o644))
		default:
			t.Errorf("%s is stale; run: %s", path, command)
		}
	}
}

// listAnswers lists the answers to a question, the default one first.
func listAnswers(q catalog.Question) string {
	answers := q.Default
	for _, choice := range q.Choices {
		if choice.Answer != q.Default {
			answers += ", " + choice.Answer
		}
	}
	if q.Duration {
		answers += ", a duration such as 90s"
	}
	return answers
}
