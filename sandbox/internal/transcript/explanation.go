package transcript

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

const (
	maxText = 12 << 10 // bytes of a text without the command for repeating the call
	maxCurl = 4 << 10  // bytes of that command
	maxBody = 2000     // bytes of a body
	maxLine = 1000     // bytes of a line of a section
)

// text is an explanation in progress.
type text struct {
	client.Entry
	strings.Builder
}

// Explain explains a call to people and coding agents: the request, the checks, the party at
// fault, the answer and the changed records. Sections without lines are left out. Every
// character is visible, because callers send data that could change a terminal or instruct an
// agent, and the text is bounded for any call.
func Explain(call client.Entry) string {
	t := text{Entry: call}
	t.summary()
	t.message("Request", call.Request.Header, call.Request.Body, call.Request.BodySize)
	t.section("Checks", t.checks())
	t.section("Signature", t.signature())
	t.section("Notes", call.Notes)
	t.section("Open questions that the answer depends on", t.questions())
	t.message("Answer", call.Response.Header, call.Response.Body, call.Response.BodySize)
	if o := call.Original; o != nil {
		t.message(fmt.Sprintf("What the operation answered, with status %d", o.Status), o.Header, o.Body, o.BodySize)
	}
	t.section("Records", t.changes())
	return truncate(phrase.Visible(t.String())) + repeat(call)
}

// truncate returns the first lines of a text, as many as have room.
func truncate(text string) string {
	if len(text) <= maxText {
		return text
	}
	end := strings.LastIndexByte(text[:maxText], '\n') + 1
	return text[:end] + fmt.Sprintf("\n(%d of %d bytes; as JSON the call has all that was kept)\n", end, len(text))
}

// repeat returns the section with the command for repeating the call. The command has
// no indentation, so a triple click selects all of it.
func repeat(call client.Entry) string {
	command := phrase.Visible(call.Curl)
	switch {
	case command == "":
		return ""
	case len(command) > maxCurl:
		command = fmt.Sprintf("(the command has %d bytes; as JSON the call has it)", len(command))
	}
	return "\nRepeat it\n" + command + "\n"
}

// section writes a heading and indented lines, or nothing if there are no lines.
func (t *text) section(heading string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(t, "\n%s\n", heading)
	}
	for _, line := range lines {
		fmt.Fprintln(t, strings.TrimRight("  "+phrase.Shorten(line, maxLine), " "))
	}
}

func (t *text) summary() {
	fmt.Fprintf(t, "%s: %s\n\n", t.ID, ending(t.Entry))
	when := inUTC(t.WallTime) + " UTC"
	if there := inUTC(t.AccountTime); !t.AccountTime.IsZero() && there != inUTC(t.WallTime) {
		when += ", " + there + " on the account's clock"
	}
	for _, row := range [][2]string{
		{"Call", strings.TrimSpace(t.Request.Method + " " + t.Request.URI + " " + t.Request.Proto)},
		{"Operation", operation(t.Operation)},
		{"Account", t.Account},
		{"At", when},
		{"Took", t.Duration.String()},
		{"Cause", cause(t.Entry)},
		{"Scenario", triggers(t.Entry)},
	} {
		fmt.Fprintf(t, "  %-11s%s\n", row[0], phrase.Shorten(cmp.Or(row[1], "-"), maxLine))
	}
}

// inUTC writes a moment as the interface does (open question times).
func inUTC(t time.Time) string { return t.UTC().Format(time.DateTime) }

// operation describes the operation of an id.
func operation(id string) string {
	op, known := catalog.Find(catalog.OperationID(id))
	if !known {
		return id
	}
	return fmt.Sprintf("%s: %s (section %s)", id, op.Summary, op.Section)
}

func (t *text) message(heading string, header client.Header, body client.Bytes, size int64) {
	var lines []string
	for _, field := range header {
		lines = append(lines, field.Name+": "+field.Value)
	}
	if size > 0 {
		shown := body[:min(len(body), maxBody)]
		lines = append(lines, "")
		lines = append(lines, strings.Split(strings.TrimRight(string(shown), "\n"), "\n")...)
		if int64(len(shown)) < size {
			lines = append(lines, fmt.Sprintf("(%d of %d bytes; as JSON the call has all that was kept)", len(shown), size))
		}
	}
	t.section(heading, lines)
}

func (t *text) checks() (lines []string) {
	for _, check := range t.Checks {
		if check.Passed {
			lines = append(lines, "ok    "+withName(check.Name, cmp.Or(check.Message, check.Given)))
			continue
		}
		lines = append(lines, "FAIL  "+withName(check.Name, check.Message))
		if check.Given != "" {
			lines = append(lines, "      given     "+check.Given)
		}
		if check.Expected != "" {
			lines = append(lines, "      expected  "+check.Expected)
		}
	}
	for _, name := range t.NotReached.List() {
		lines = append(lines, "-     "+name+": not reached")
	}
	if t.Omitted > 0 {
		lines = append(lines, fmt.Sprintf("and %d more lines, which the journal had no room for", t.Omitted))
	}
	return lines
}

func withName(name, text string) string { return strings.TrimSuffix(name+": "+text, ": ") }

// signature shows the verification of a wrong signature.
func (t *text) signature() (lines []string) {
	for _, line := range t.Explain {
		lines = append(lines, fmt.Sprintf("%-8s%s", line.Key, line.Value))
	}
	return lines
}

func (t *text) questions() (lines []string) {
	for _, id := range t.Questions.List() {
		if q, known := catalog.FindQuestion(catalog.QuestionID(id)); known {
			lines = append(lines, fmt.Sprintf("%s: %s By default: %s", id, q.Question, q.Answer))
		}
	}
	return lines
}

// ExplainShort explains a refused call in a few lines.
func ExplainShort(call client.Entry) string {
	var lines []string
	add := func(form string, args ...any) {
		lines = append(lines, phrase.Visible(phrase.Shorten(fmt.Sprintf(form, args...), maxLine)))
	}
	add("%s %s: %s", call.Request.Method, call.Request.URI, outcome(call.Response.Status, call.Response.Code))
	if call.Scenarios != "" {
		add("  scenario: %s", call.Scenarios)
	}
	if call.Without != nil {
		add("  without it: %s", outcome(call.Without.Status, call.Without.Code))
	}
	for _, check := range call.Checks {
		if check.Passed {
			continue
		}
		add("  %s: %s", check.Name, check.Message)
		if check.Expected != "" {
			add("    given    %s", strings.TrimSpace(check.Field+" "+strconv.Quote(check.Given)))
			add("    expected %s", check.Expected)
		}
	}
	for _, l := range call.Explain {
		add("  %s: %s", l.Key, l.Value)
	}
	return strings.Join(lines, "\n")
}
