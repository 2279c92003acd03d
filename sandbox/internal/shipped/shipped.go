// Package shipped generates the scenario files from the catalogue: one for each
// failure of each operation, and one for each answer to an open question other than
// the default. So an operation, an error code or an answer needs no YAML by hand.
//
// The files lie in the folder scenarios, because testers read and copy them; the
// test of this package writes them and fails when one is stale. Scenarios with
// another lesson (delays, outages, cut connections, several rules) are written by
// hand and lie beside them.
package shipped

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Command writes the generated files again.
const Command = "go test ./sandbox/internal/shipped -update"

// Mark is how the first line of a generated file begins.
const Mark = "# Generated from the catalogue."

const firstLine = Mark + " Copy this file to change it. To write it again: " + Command + "\n"

// Files returns the text of every generated file by its file name.
func Files() map[string]string {
	files := map[string]string{}
	for _, op := range catalog.Operations() {
		for _, failure := range op.Failures() {
			files[FailureName(op.ID, failure.Code)+".yaml"] = failureFile(op, failure)
		}
	}
	for _, question := range catalog.Questions() {
		for _, choice := range question.Choices {
			if choice.Answer != question.Default && !question.PerAccount {
				files[AnswerName(question.ID, choice.Answer)+".yaml"] = answerFile(question, choice)
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
