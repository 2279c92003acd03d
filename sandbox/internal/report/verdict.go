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
	section("Expectations", v.resultLines())
	section("Refused calls", sentences(v.Refused))
	section("Of these, refusals by a scenario that no expectation names", sentences(v.arrangedRefusals()))
	section("Spellings that the sandbox accepted and the document does not have", v.departureLines())
	section("Open questions that the answers depended on", v.questionLines())
	section("Scenarios that were active and affected no call", v.idleLines())
	section(v.coverageLine(), v.missingLines())
	if v.Dropped > 0 {
		section("Dropped", []string{v.droppedLine()})
	}
	return b.String()
}

func (v verdict) droppedLine() string {
	return fmt.Sprintf("the journal had no room for %s and counts only how such calls ended; all else is said of the others; a larger --journal keeps more", phrase.Count(int(v.Dropped), "call"))
}

func (v verdict) resultLines() []string {
	var lines []string
	for _, r := range v.Results {
		word := "ok    "
		if !r.Verified {
			word = "FAIL  "
		}
		lines = append(lines, word+r.Message)
	}
	return lines
}

func sentences(refusals []client.Refusal) []string {
	var lines []string
	for _, r := range refusals {
		lines = append(lines, RefusalLine(r))
	}
	return lines
}

// arrangedRefusals returns the unexpected refusals that make nothing fail.
func (v verdict) arrangedRefusals() []client.Refusal {
	return slices.DeleteFunc(slices.Clone(v.Unasserted), func(r client.Refusal) bool { return r.Fails })
}

// maxAnswer bounds an answer in a line, in bytes: a choice is a word, another
// answer may be prose.
const maxAnswer = 60

func (v verdict) questionLines() []string {
	var lines []string
	for _, q := range v.Questions {
		chosen := "changed"
		if q.Default {
			chosen = "default"
		}
		answer := phrase.Shorten(q.Answer, maxAnswer)
		lines = append(lines, fmt.Sprintf("%s = %s (%s): %s", q.ID, answer, chosen, phrase.Count(q.Calls, "call")))
	}
	return lines
}

func (v verdict) departureLines() []string {
	var lines []string
	for _, d := range v.Departures {
		lines = append(lines, DepartureLine(d))
	}
	return lines
}

func (v verdict) idleLines() []string {
	var lines []string
	for _, s := range v.IdleScenarios {
		line := s.Name
		if s.Matched > 0 {
			line += fmt.Sprintf(" (a rule matched %s)", phrase.Count(int(s.Matched), "call"))
		}
		if !s.Active {
			line += " (deactivated)"
		}
		lines = append(lines, line)
	}
	return lines
}

func (v verdict) coverageLine() string {
	return fmt.Sprintf("Coverage: %d of %d documented outcomes (%.1f%%), failures never covered:", v.Uncovered.Covered, v.Uncovered.Documented, v.Uncovered.Percent)
}

func (v verdict) missingLines() []string {
	var lines []string
	for _, o := range v.Uncovered.Missing {
		lines = append(lines, o.Name())
	}
	return lines
}
