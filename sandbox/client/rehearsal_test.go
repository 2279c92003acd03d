package client_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
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
	if got := r.Headline(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var text strings.Builder
	if err := r.Write(&text, client.RehearsalText); err != nil || !strings.HasPrefix(text.String(), want) || !strings.Contains(text.String(), "login#1 W x -\n") {
		t.Errorf("got %v:\n%s", err, text.String())
	}
}
