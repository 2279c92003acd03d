package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func listedQuestions(t *testing.T) []answeredQuestion {
	t.Helper()
	var all struct{ Questions []answeredQuestion }
	must(t, json.Unmarshal([]byte(reach(t).call("questions", "--format", "json").stdout), &all))
	return all.Questions
}

// TestQuestionsAreCounted compares the numbers of the guide with the questions.
func TestQuestionsAreCounted(t *testing.T) {
	t.Parallel()
	all := listedQuestions(t)
	choices := 0
	for _, q := range all {
		if q.HasChoice {
			choices++
		}
	}
	want := fmt.Sprintf("one of %d named questions with the answer that\nthe sandbox gives. %d of them have a choice,", len(all), choices)
	if text := read(t, "../../web/guide/open-questions.md"); !strings.Contains(text, want) {
		t.Errorf("open-questions.md does not say: %s", want)
	}
}

// TestAnswersOfTheRealService compares the answers that a page shows with the questions.
func TestAnswersOfTheRealService(t *testing.T) {
	t.Parallel()
	rows := map[string]string{}
	for _, q := range listedQuestions(t) {
		var others []string
		for _, c := range q.Choices {
			if c.Answer != q.Default {
				others = append(others, c.Answer)
			}
		}
		if q.Duration {
			others = append(others, "a duration such as 90s")
		}
		rows[q.ID] = q.Default + " | " + strings.Join(others, ", ") + " | " + strings.ReplaceAll(q.Advice, "`", "") + " |"
	}
	text := strings.ReplaceAll(read(t, "../../web/guide/real-service.md"), "`", "")
	_, table, _ := strings.Cut(text, "| So your code |\n|---|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for row := range strings.SplitSeq(table, "\n") {
		id, answers, _ := strings.Cut(strings.TrimPrefix(row, "| "), " | ")
		if want := rows[id]; want == "" || answers != want {
			t.Errorf("real-service.md: got %q, want %q", row, want)
		}
	}
}

// TestCommandTable compares the table of commands in the guide with the commands. With
// -update it writes the table.
func TestCommandTable(t *testing.T) {
	t.Parallel()
	const path = "../../web/guide/commands.md"
	const begin, end = "<!-- commands: made by go test ./cmd/commerce-sandbox -run TestCommandTable -update -->\n", "<!-- end of commands -->\n"
	page := read(t, path)
	before, rest, begun := strings.Cut(page, begin)
	_, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s must have the lines %q and %q", path, begin, end)
	}
	want := before + begin + commandTable() + end + after
	if *update {
		must(t, os.WriteFile(path, []byte(want), 0o644))
		return
	}
	if page != want {
		t.Errorf("the table of commands in %s is stale; run this test with -update", path)
	}
}

// commandTable returns a row for each command, with its subcommands.
func commandTable() string {
	var b strings.Builder
	b.WriteString("\n| Command | What it does |\n|---|---|\n")
	for _, c := range (&program{stdout: io.Discard, stderr: io.Discard}).command(nil).Commands() {
		if c.Name() == "help" || c.Name() == "completion" { // cobra adds them when a command runs
			continue
		}
		names := []string{"`" + c.Name() + "`"}
		for _, below := range c.Commands() {
			names = append(names, "`"+c.Name()+" "+below.Name()+"`")
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(names, ", "), plainShort(c))
	}
	return b.String() + "\n"
}

// plainShort returns the summary of a command, as a cell of a table.
func plainShort(c *cobra.Command) string { return strings.ReplaceAll(c.Short, "|", `\|`) }
