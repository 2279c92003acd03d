package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Verdict returns a verdict in a format: text, json or junit.
func Verdict(v client.Verdict, format client.Format) (string, error) {
	return in(format, v, forms{client.AsText: verdict{v}.text, client.AsJUnit: verdict{v}.junit})
}

type verdict struct{ client.Verdict }

// RefusalLine says how many calls were refused and why.
func RefusalLine(r client.Refusal) string {
	text := fmt.Sprintf("%s refused, cause %s: %s", phrase.Count(r.Calls, "call"), r.Cause, outcome(r))
	if r.Why != "" {
		text += ": " + r.Why
	}
	return text + " (" + phrase.Some(r.IDs, r.Calls) + ")"
}

// DepartureLine says how many calls depart from the document, and how.
func DepartureLine(d client.Departure) string {
	return fmt.Sprintf("%s: %s (%s)", phrase.Count(d.Calls, "call"), d.Sentence, phrase.Some(d.IDs, d.Calls))
}

// outcome returns the common outcome of the calls, such as login 500 AUTHENTICATION.
func outcome(r client.Refusal) string {
	status := "no answer"
	if r.Status != 0 {
		status = strconv.Itoa(r.Status)
	}
	words := []string{cmp.Or(r.Operation, "no operation"), status}
	if r.Code != "" {
		words = append(words, r.Code)
	}
	return strings.Join(words, " ")
}

// text returns the verdict for people.
func (v verdict) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s\n", v.Account, v.Result, phrase.Count(v.Calls, "call"))
	section := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n%s\n", title)
		for _, line := range lines {
			b.WriteString("  " + oneLine(line) + "\n")
		}
	}
	section("What failed", v.Failures)
	section("Expectations", linesOf(v.Results, resultLine))
	section("Refused calls", linesOf(v.Refused, RefusalLine))
	arranged := slices.DeleteFunc(slices.Clone(v.Unasserted), func(r client.Refusal) bool { return r.Fails })
	section("Of these, refusals by a scenario that no expectation names", linesOf(arranged, RefusalLine))
	section("Spellings that the sandbox accepted and the document does not have", linesOf(v.Departures, DepartureLine))
	section("Open questions that the answers depended on", linesOf(v.Questions, questionLine))
	section("Scenarios that were active and affected no call", linesOf(v.IdleScenarios, idleLine))
	covered := fmt.Sprintf("Coverage: %d of %d documented outcomes (%.1f%%), failures never covered:", v.Uncovered.Covered, v.Uncovered.Documented, v.Uncovered.Percent)
	section(covered, linesOf(v.Uncovered.Missing, client.CoverageOutcome.Name))
	if v.Dropped > 0 {
		calls := phrase.Count(int(v.Dropped), "call")
		section("Dropped", []string{"the journal had no room for " + calls + " and counts only how such calls ended; all else is said of the others; a larger --journal keeps more"})
	}
	return b.String()
}

// linesOf returns one line for each element.
func linesOf[T any](list []T, line func(T) string) []string {
	var lines []string
	for _, each := range list {
		lines = append(lines, line(each))
	}
	return lines
}

func resultLine(r client.Verification) string {
	if r.Verified {
		return "ok    " + r.Message
	}
	return "FAIL  " + r.Message
}

// maxAnswer bounds an answer in a line, in bytes: a choice is a word, another
// answer may be prose.
const maxAnswer = 60

func questionLine(q client.QuestionUse) string {
	chosen := "changed"
	if q.Default {
		chosen = "default"
	}
	return fmt.Sprintf("%s = %s (%s): %s", q.ID, phrase.Shorten(q.Answer, maxAnswer), chosen, phrase.Count(q.Calls, "call"))
}

func idleLine(s client.IdleScenario) string {
	line := s.Name
	if s.Matched > 0 {
		line += fmt.Sprintf(" (a rule matched %s)", phrase.Count(int(s.Matched), "call"))
	}
	if !s.Active {
		line += " (deactivated)"
	}
	return line
}
