package gate

import (
	"strings"
	"unicode"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// maxWhy is the longest Why of an entry, in bytes.
const maxWhy = 200

// recordCause records who is at fault for the answer.
func (c *Call) recordCause(a Answer) {
	switch {
	case c.Decision.Replaces():
		c.Recorder.Cause = client.ByScenario
		if c.Recorder.Why == "" {
			c.Recorder.Why = replacement(c.Decision)
		}
	case a.Status < 400:
	case c.fault:
		c.Recorder.Cause = client.BySandbox
	case string(c.Recorder.Scenarios) != phrase.List(c.Decision.Acted()...): // a feature or an answer of a scenario decided
		c.Recorder.Cause = client.ByScenario
	default:
		c.Recorder.Cause = client.ByClient
	}
}

// replacement says what a scenario does in place of the ordinary answer.
func replacement(d scenario.Decision) string {
	does := "answers the call"
	switch d.Effect.Cut {
	case scenario.Reset:
		does = "resets the connection"
	case scenario.Empty:
		does = "closes the connection without an answer"
	case scenario.Truncate:
		does = "closes the connection in the middle of the answer"
	case scenario.Garbage:
		does = "makes the answer unreadable"
	}
	return phrase.Shorten("scenario "+phrase.List(d.Acted()...), maxWhy/2) + " " + does
}

// why returns an explanation as one line without the secrets of the call.
func why(entry *journal.Recorder, explanation string) string {
	if explanation == "" {
		return ""
	}
	line := strings.Map(oneLine, strings.ToValidUTF8(entry.MaskedText(explanation), "\uFFFD"))
	return phrase.Shorten(line, maxWhy)
}

// oneLine returns a blank for a control character.
func oneLine(r rune) rune {
	if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}
