package report_test

import (
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
