package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestScreen distinguishes a terminal from a file, and from a dumb one by TERM.
func TestScreen(t *testing.T) {
	t.Parallel()
	_, terminal := openTerminal(t)
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	must(t, err)
	defer file.Close()
	p, dumb := &program{}, &program{environ: []string{"TERM=dumb"}}
	if !p.isScreen(terminal) || p.isScreen(file) || p.isScreen(&bytes.Buffer{}) || dumb.isScreen(terminal) {
		t.Errorf("got %v %v %v %v", p.isScreen(terminal), p.isScreen(file), p.isScreen(&bytes.Buffer{}), dumb.isScreen(terminal))
	}
}

// TestTrialHasNoTerminal runs a trial in a session of its own, where nothing waits for a
// terminal.
func TestTrialHasNoTerminal(t *testing.T) {
	t.Parallel()
	rehearseOnce(t, `[ "$(cut -d" " -f6 /proc/$$/stat)" = $$ ] && `+search)
}

// TestRehearseAtAHost finds the ports of trials at the host.
func TestRehearseAtAHost(t *testing.T) {
	t.Parallel()
	rehearseOnce(t, `case "{url} $COMMERCE_REST" in http://127.0.0.2:*\ http://127.0.0.2:*) `+search+`;; *) exit 5;; esac`, "--host", "127.0.0.2")
}

// rehearseOnce makes one trial of a script that survives.
func rehearseOnce(t *testing.T, script string, flags ...string) {
	t.Helper()
	flags = append([]string{"rehearse", "--assume", "rest-auth=documented", "--world", "empty", "--max-trials", "1"}, flags...)
	expectPart(t, 0, "", withPath(env{}), append(flags, "--", "sh", "-c", script)...)
}
