package report_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

// TestHeadline counts fault places: a call with a fault survived when the suite did under
// the fault alone and under every pair with it.
func TestHeadline(t *testing.T) {
	t.Parallel()
	r := client.Rehearsal{Unfinished: 2, Trials: []client.Trial{
		{Schedule: "login#1=503", Result: client.Recovered},
		{Schedule: "login#1=reset", Result: client.FailedInTheOpen},
		{Schedule: "login#1=429", Result: client.NotReached},
		{Schedule: "login#2=503", Result: client.Hung},
		{Schedule: "login#1=503+login#2=503", Result: client.WrongInSilence},
		{Schedule: "login#1=reset+login#2=503", Result: client.NotReached},
	}}
	const want = "1 of 4 fault places survived, 1 not reached; of 6 trials 1 recovered and 1 failed in the open; 2 not tried"
	if got := report.Headline(r); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if text, err := report.Rehearsal(r, client.AsText); err != nil || !strings.HasPrefix(text, want) || !strings.Contains(text, "login#1 W x -\n") {
		t.Errorf("got %v:\n%s", err, text)
	}
}

// TestRehearsalIsEscaped expects no text of a client or a command to change the form of a
// report.
func TestRehearsalIsEscaped(t *testing.T) {
	t.Parallel()
	const hostile = "\x1b[31m<script>alert(1)</script>\x00|`\r\n\u2028# x"
	trial := client.Trial{Schedule: "login#1=503", Result: client.Hung, Why: hostile, Output: hostile, Accepted: "",
		Calls: []client.TrialCall{{Name: "login#1", Code: hostile, Fault: hostile}}}
	r := client.Rehearsal{Command: []string{"sh", hostile}, Trials: []client.Trial{trial}, Findings: []client.Trial{trial}, Accepted: []client.Accepted{{Schedule: hostile}}}
	for _, format := range []client.Format{client.AsText, client.AsMarkdown} {
		text, err := report.Rehearsal(r, format)
		if err != nil || strings.ContainsAny(text, "\x1b\x00\r\u2028") || strings.Contains(text, "\n# x") {
			t.Errorf("%s: got %v, %q", format, err, text)
		}
	}
	text, err := report.Rehearsal(r, client.AsJUnit)
	decoder := xml.NewDecoder(strings.NewReader(text))
	for err == nil {
		_, err = decoder.Token()
	}
	if !errors.Is(err, io.EOF) {
		t.Errorf("JUnit: got %v, %s", err, text)
	}
}

// TestLineThatRepeats verifies the line for repeating a finding.
func TestLineThatRepeats(t *testing.T) {
	t.Parallel()
	for want, command := range map[string][]string{
		"  repeat it: --schedule 'login#1=503'\n":                                                    nil,
		"  repeat it: commerce-sandbox rehearse --schedule 'login#1=503' -- sh -c 'echo it'\\''s'\n": {"sh", "-c", "echo it's"},
		"\n  repeat it: --schedule 'login#1=503'\n":                                                  {"sh", "-c", "one\ntwo"},
	} {
		if got := report.Trial(client.Trial{Schedule: "login#1=503"}, command); !strings.HasSuffix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
