package report_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

// TestHeadline counts trials by three results, and the mistakes behind those not survived. A
// cell of the matrix has the worst result of the trials with its fault as their last one, and
// is hollow where other calls stand for it.
func TestHeadline(t *testing.T) {
	t.Parallel()
	r := client.Rehearsal{Unfinished: 2, NotReached: 2, Remarks: []string{"it is hasty"}, Good: client.GoodRun{Spared: []string{"login(A)#2", "login#3"}}, Trials: []client.RehearsalTrial{
		{Schedule: "login#1=503", Result: client.Recovered},
		{Schedule: "login#1=reset", Result: client.FailedInTheOpen},
		{Schedule: "login#1=late-504", Result: client.FailedAndLeft},
		{Schedule: "login#1=429", Result: client.NotReached},
		{Schedule: "login#2=503", Result: client.Hung, Cause: "hung login", Accepted: "known"},
		{Schedule: "login#1=503+login#2=503", Result: client.WrongInSilence, Cause: "wrong-in-silence login"},
		{Schedule: "login#1=503+login#2=reset", Result: client.WrongInSilence, Cause: "wrong-in-silence login"},
		{Schedule: "login#1=reset+login#2=503", Result: client.NotReached},
		{Schedule: "login#2=429", Result: client.NotRepeatable},
	}}
	const want = "1 recovered, 2 failed in the open, 3 not survived: 2 mistakes, seen at 3 places; 1 accepted; 1 not repeatable; 2 not reached; 2 not tried"
	if got := r.Summary(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	r.Headline = r.Summary()
	const matrix = `
remark: it is hasty

  1  503
  2  reset
  3  late-504
  4  429

                      1 2 3 4
login#1               . x X -
login#2               W W   ?
login (2 other calls) o o o o

W wrong in silence  ? not repeatable  X failed in the open, and left records  x failed in the open  . recovered  - not reached  o not tried, the first and the last call stand for it
`
	if text, err := report.Rehearsal(r, client.AsText); err != nil || text != want+" (in 0s)"+matrix {
		t.Errorf("got %v:\n%s", err, text)
	}
	for format, parts := range map[client.Format][]string{
		client.AsMarkdown: {want, "it is hasty"}, client.AsJSON: {want, "it is hasty"}, client.AsJUnit: {want, "it is hasty", `tests="9" failures="2" errors="0" skipped="3"`},
	} {
		text, err := report.Rehearsal(r, format)
		for _, part := range parts {
			if err != nil || !strings.Contains(text, part) {
				t.Errorf("%s: got %s, %v, want %s", format, text, err, part)
			}
		}
	}
}

// TestRehearsalIsEscaped expects no text of a client or a command to change the form of a
// report.
func TestRehearsalIsEscaped(t *testing.T) {
	t.Parallel()
	const hostile = "\x1b[31m<script>alert(1)</script>\x00|`\r\n\u2028# x"
	trial := client.RehearsalTrial{Schedule: "login#1=503", Result: client.Hung, Why: hostile, Output: hostile, Accepted: "",
		Calls: []client.TrialCall{{Name: "login#1", Code: hostile, Fault: hostile}}}
	r := client.Rehearsal{Headline: hostile, Remarks: []string{hostile}, Flags: []string{hostile}, Command: []string{"sh", hostile}, Trials: []client.RehearsalTrial{trial}, Findings: []client.RehearsalTrial{trial}, Accepted: []client.Accepted{{Schedule: hostile}}}
	for _, format := range []client.Format{client.AsText, client.AsMarkdown} {
		text, err := report.Rehearsal(r, format)
		if err != nil || strings.ContainsAny(text, "\x1b\x00\r\u2028") || strings.Contains(text, "\n# x") {
			t.Errorf("%s: got %v, %q", format, err, text)
		}
	}
	text, err := report.Rehearsal(r, client.AsJUnit)
	if err == nil {
		err = xml.Unmarshal([]byte(text), new(struct{}))
	}
	if err != nil {
		t.Errorf("JUnit: got %v, %s", err, text)
	}
}

// TestLineThatRepeats verifies the line for repeating a finding.
func TestLineThatRepeats(t *testing.T) {
	t.Parallel()
	for want, command := range map[string][]string{
		"  repeat it: --schedule 'login#1=503'\n": nil,
		"  repeat it: commerce-sandbox rehearse --world 'two words' --schedule 'login#1=503' -- sh -c 'echo it'\\''s'\n": {"sh", "-c", "echo it's"},
		"\n  repeat it: --schedule 'login#1=503'\n": {"sh", "-c", "one\ntwo"},
	} {
		if got := report.Trial(client.RehearsalTrial{Schedule: "login#1=503"}, client.Rehearsal{Flags: []string{"--world", "two words"}, Command: command}); !strings.HasSuffix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
