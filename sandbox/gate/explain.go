package gate

import (
	"fmt"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

// maxExplanation is how long X-Sandbox-Explain may be, in bytes.
const maxExplanation = 512

// explain notes the check that refused a call, and every further fault of it,
// unless the gate noted it already.
func explain(entry *journal.Recorder, p *commerce.Problem) {
	if n := len(entry.Checks); n == 0 || entry.Checks[n-1].Passed {
		explainOne(entry, p)
	}
	for i := range p.More {
		explainOne(entry, &p.More[i])
	}
}

func explainOne(entry *journal.Recorder, p *commerce.Problem) {
	name := p.Field
	if name == "" {
		name = string(p.Code)
	}
	_ = note(entry, name, p)
}

// explanation returns the text of X-Sandbox-Explain: the check that failed and
// how many others did, or else the notes.
func explanation(entry *journal.Recorder) string {
	var text string
	further := entry.Omitted // so many faults there were that some found no room
	for _, check := range entry.Checks {
		switch {
		case check.Passed:
		case text != "":
			further++
		case check.Name == check.Field:
			text = check.Message // which names the field itself
		default:
			text = check.Name + ": " + check.Message
		}
	}
	if text != "" && further > 0 {
		text += fmt.Sprintf(" (and %d more)", further)
	}
	for _, note := range entry.Notes {
		if text != "" {
			text += "; "
		}
		text += note
	}
	return asciiLine(text)
}

// asciiLine makes a text fit for a header.
func asciiLine(text string) string {
	if text == "" {
		return ""
	}
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
