package gate

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// maxExplanation is the longest X-Sandbox-Explain, in bytes.
const maxExplanation = 512

// explain records every mistake of a failed call as a failed check. A check of
// the gate has recorded the first one already.
func explain(entry *journal.Recorder, p *commerce.Problem) {
	if n := len(entry.Checks); n == 0 || entry.Checks[n-1].Passed {
		failRule(entry, p)
	}
	for i := range p.More {
		failRule(entry, &p.More[i])
	}
}

// failRule records a broken rule under the name of its field, or else its code.
func failRule(entry *journal.Recorder, p *commerce.Problem) {
	_ = failCheck(entry, cmp.Or(p.Field, string(p.Code)), p)
}

// explanation returns why the call was answered so: the first failed check, the
// number of further ones, and the notes.
func explanation(entry *journal.Recorder) string {
	var text string
	further := entry.Omitted // checks without room
	for _, check := range entry.Checks {
		switch {
		case check.Passed:
		case text != "":
			further++
		case check.Name == check.Field:
			text = check.Message // it names the field
		default:
			text = check.Name + ": " + check.Message
		}
	}
	if text != "" && further > 0 {
		text += fmt.Sprintf(" (and %d more)", further)
	}
	for _, note := range entry.Notes {
		if len(text) >= maxExplanation {
			break // asciiLine cuts the rest; a query can have thousands of names
		}
		if text != "" {
			text += "; "
		}
		text += note
	}
	return text
}

// asciiLine returns text as one line of ASCII, for a header.
func asciiLine(text string) string {
	quoted := strconv.QuoteToASCII(text)
	line := make([]byte, 0, len(quoted))
	for i := 1; i < len(quoted)-1; i++ {
		if quoted[i] == '\\' && (quoted[i+1] == '"' || quoted[i+1] == '\\') {
			i++
		}
		line = append(line, quoted[i])
	}
	return string(line[:min(len(line), maxExplanation)])
}

// failCheck records a failed check and returns its problem.
func failCheck(entry *journal.Recorder, name string, p *commerce.Problem) error {
	entry.Check(journal.Check{Name: name, Field: p.Field, Given: p.Given, Expected: p.Expected, Message: p.Message})
	return p
}
