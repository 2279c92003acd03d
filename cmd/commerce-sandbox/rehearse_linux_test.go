package main

import "testing"

// TestTrialHasNoTerminal verifies that a trial leads a session of its own, in which nothing
// waits for a terminal.
func TestTrialHasNoTerminal(t *testing.T) {
	t.Parallel()
	got := call(t, withPath(env{}), "rehearse", "--assume", "rest-auth=documented", "--world", "empty", "--max-trials", "1", "--",
		"sh", "-c", `[ "$(cut -d" " -f6 /proc/$$/stat)" = $$ ] && `+search)
	if got.code != 0 {
		t.Errorf("got %+v", got)
	}
}
