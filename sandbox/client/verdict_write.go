package client

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// VerdictFormat is a form in which a verdict is written.
type VerdictFormat string

// The formats of a verdict.
const (
	VerdictText  VerdictFormat = "text"  // for people
	VerdictJSON  VerdictFormat = "json"  // what Account.Verdict returns
	VerdictJUnit VerdictFormat = "junit" // XML that CI servers read as test results
)

// VerdictFormats returns every format of a verdict.
func VerdictFormats() []VerdictFormat { return []VerdictFormat{VerdictText, VerdictJSON, VerdictJUnit} }

// Write writes the verdict in a format. The error is the writer's, or says that
// the format is unknown.
func (v Verdict) Write(w io.Writer, format VerdictFormat) error {
	switch format {
	case VerdictText:
		_, err := io.WriteString(w, v.text())
		return err
	case VerdictJSON:
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(v)
	case VerdictJUnit:
		return v.writeJUnit(w)
	}
	return fmt.Errorf("format must be %s, %s or %s, got %q", VerdictText, VerdictJSON, VerdictJUnit, format)
}

// Sentence says how many calls were refused and why.
func (r Refusal) Sentence() string {
	text := fmt.Sprintf("%s refused, cause %s: %s", counted(r.Calls, "call"), r.Cause, r.outcome())
	if r.Why != "" {
		text += ": " + r.Why
	}
	return text + " (" + someIDs(r.IDs, r.Calls) + ")"
}

// outcome returns what the calls have in common, such as login 500 AUTHENTICATION.
func (r Refusal) outcome() string {
	status := "no answer"
	if r.Status != 0 {
		status = strconv.Itoa(r.Status)
	}
	words := []string{orWord(r.Operation, "no operation"), status}
	if r.Code != "" {
		words = append(words, r.Code)
	}
	return strings.Join(words, " ")
}

// text returns the verdict for people.
func (v Verdict) text() string {
	var b strings.Builder
	headline := "passed"
	if !v.Passed {
		headline = "failed"
	}
	fmt.Fprintf(&b, "%s: %s, %s\n", v.Account, headline, counted(v.Calls, "call"))
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
	section("Of these, refusals by a scenario that no expectation names", sentences(v.arranged()))
	section("Spellings that the sandbox accepted and the document does not have", v.departureLines())
	section("Open questions that the answers depended on", v.questionLines())
	section("Scenarios that were active and affected no call", v.idleLines())
	section(v.coverageLine(), v.missingLines())
	if v.Dropped > 0 {
		section("Dropped", []string{v.droppedLine()})
	}
	return b.String()
}

func (v Verdict) droppedLine() string {
	return fmt.Sprintf("the journal had no room for %s and keeps short rows; a larger --journal keeps more", counted(int(v.Dropped), "call"))
}

func (v Verdict) resultLines() []string {
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

func sentences(refusals []Refusal) []string {
	var lines []string
	for _, r := range refusals {
		lines = append(lines, r.Sentence())
	}
	return lines
}

// arranged returns the refusals that nobody expected and that make nothing fail.
func (v Verdict) arranged() []Refusal {
	return slices.DeleteFunc(slices.Clone(v.Unasserted), func(r Refusal) bool { return r.Fails })
}

// longestAnswer is how much of an answer a line shows, in bytes: a choice is a word,
// another answer may be prose.
const longestAnswer = 60

func (v Verdict) questionLines() []string {
	var lines []string
	for _, q := range v.Questions {
		chosen := "changed"
		if q.Default {
			chosen = "default"
		}
		answer, _ := cutForJSON(q.Answer, longestAnswer, maxLine)
		lines = append(lines, fmt.Sprintf("%s = %s (%s): %s", q.ID, answer, chosen, counted(q.Calls, "call")))
	}
	return lines
}

func (v Verdict) departureLines() []string {
	var lines []string
	for _, d := range v.Departures {
		lines = append(lines, d.Line())
	}
	return lines
}

func (v Verdict) idleLines() []string {
	var lines []string
	for _, s := range v.IdleScenarios {
		line := s.Name
		if s.Matched > 0 {
			line += fmt.Sprintf(" (a rule matched %s)", counted(int(s.Matched), "call"))
		}
		if !s.Active {
			line += " (deactivated)"
		}
		lines = append(lines, line)
	}
	return lines
}

func (v Verdict) coverageLine() string {
	return fmt.Sprintf("Coverage: %d of %d documented outcomes (%.1f%%), failures never covered:", v.Uncovered.Covered, v.Uncovered.Documented, v.Uncovered.Percent)
}

func (v Verdict) missingLines() []string {
	var lines []string
	for _, o := range v.Uncovered.Missing {
		lines = append(lines, o.name())
	}
	return lines
}

// counted returns "1 call" or "2 calls".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// someIDs lists ids, and how many more there are.
func someIDs(ids []string, total int) string {
	text := strings.Join(ids, ", ")
	if more := total - len(ids); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func orWord(text, absent string) string {
	if text == "" {
		return absent
	}
	return text
}

// oneLine returns a text without control characters, because what clients sent may
// change how a terminal shows it.
func oneLine(text string) string { return strings.Map(printable, strings.ToValidUTF8(text, "\uFFFD")) }
