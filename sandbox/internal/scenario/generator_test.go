package scenario_test

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// generate writes the generated files again.
const generate = "go test ./sandbox/internal/scenario -update"

// mark is how the first line of a generated file begins.
const mark = "# Generated from the catalogue."

const firstLine = mark + " Copy this file to change it. To write it again: " + generate + "\n"

// generatedFiles returns the scenario files that follow from the catalogue, by their names: one
// for each failure of each operation, and one for each answer to an open question other than
// the default. So an operation, an error code or an answer needs no YAML by hand. Scenarios
// with another lesson (delays, outages, several rules) are written by hand.
func generatedFiles() map[string]string {
	files := map[string]string{}
	for _, op := range catalog.Operations() {
		for _, failure := range op.Failures() {
			files[catalog.FailureScenario(op.ID, failure.Code)+".yaml"] = failureFile(op, failure)
		}
	}
	for _, question := range catalog.Questions() {
		for _, choice := range question.Choices {
			if choice.Answer != question.Default && !question.PerAccount {
				files[answerName(question.ID, choice.Answer)+".yaml"] = answerFile(question, choice)
			}
		}
	}
	return files
}

// failureFile returns the scenario of a failure of the operation.
func failureFile(op *catalog.Operation, failure catalog.Outcome) string {
	summary := op.Subject + " fails: " + asClause(op, failure.Condition)
	return firstLine + fmt.Sprintf("summary: %q\nrules:\n  - on: %s\n    fail: %s\n", summary, op.ID, failure.Code)
}

// answerFile returns the scenario of the answer. It quotes it, because 200, off and null mean
// something else to YAML.
func answerFile(question catalog.Question, choice catalog.Choice) string {
	summary := withFirst(unicode.ToUpper, choice.Meaning)
	return firstLine + fmt.Sprintf("summary: %q\nassume:\n  %s: %q\n", summary, question.ID, choice.Answer)
}

// asClause returns a condition as the second half of a sentence. A name of an input
// at the beginning keeps its spelling.
func asClause(op *catalog.Operation, condition string) string {
	condition = strings.TrimSuffix(condition, ".")
	first, _, _ := strings.Cut(condition, " ")
	if first == "Accept" {
		return condition
	}
	for _, parameter := range op.Parameters() {
		if parameter.Name == first {
			return condition
		}
	}
	return withFirst(unicode.ToLower, condition)
}

func withFirst(change func(rune) rune, text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(change(first)) + text[size:]
}

// answerName returns the name of the scenario for the answer to the question, such
// as search-status-200.
func answerName(question catalog.QuestionID, answer string) string {
	for _, n := range named {
		if n.question == question && n.answer == answer {
			return n.name
		}
	}
	return string(question) + "-" + hyphenate(answer)
}

// named are the answers whose scenarios have a clearer name than question and
// answer would give.
var named = []struct {
	question catalog.QuestionID
	answer   string
	name     string
}{
	{catalog.PageStability, "grows", "page-grows"},
	{catalog.PageStability, "shrinks", "page-shrinks"},
	{catalog.RESTSkew, "1m", "rest-skew-one-minute"},
	{catalog.SessionLife, "1m", "session-life-one-minute"},
}

func hyphenate(word string) string { return strings.ReplaceAll(strings.ToLower(word), "_", "-") }
