package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// transcript has the commands of a session with one sandbox, as lines that begin with "$ ",
// and below each what it writes and how it ends. DIR is a folder of the
// test, and _. in a template a blank before a name.
const transcript = "testdata/transcript.txt"

// TestTranscript runs every command of the transcript in turn, and compares what they write
// as text and as JSON, to stdout and to stderr, and their exit codes. The flag -update
// writes the transcript again.
func TestTranscript(t *testing.T) {
	t.Parallel()
	text := read(t, transcript)
	folder := t.TempDir()
	s := reach(t, func(o *sandbox.Options) { o.ScenarioFolder = folder })
	for file, content := range map[string]string{
		"mine.yaml": "summary: Logins wait\nrules: [{on: login, delay: 1s}]\n", "broken.yaml.txt": "summary: 1\nrulse: []\n",
		"clock.json": `{"freeze": true}`, "secret.txt": "s3cret of a file\n", "partner.json": `{"code": "NEW-1", "name": "New", "currency": "EUR", "margin_percent": 5}`,
	} {
		write(t, filepath.Join(folder, file), content)
	}
	s.Get("/orders/?Limit=1")
	s.Get("/orders/customer/?CustomerReference=none")
	var got strings.Builder
	for line := range strings.Lines(text) {
		command, is := strings.CutPrefix(line, "$ ")
		if !is {
			continue
		}
		args := strings.Fields(strings.ReplaceAll(strings.TrimSpace(command), "DIR", folder))
		for n := range args {
			if strings.Contains(args[n], "{{") {
				args[n] = strings.ReplaceAll(args[n], "_.", " .")
			}
		}
		end := s.call(args...)
		fmt.Fprintf(&got, "%s%s", line, end.stdout)
		for line := range strings.Lines(end.stderr) {
			got.WriteString("! " + line)
		}
		if end.code != exitDone {
			fmt.Fprintf(&got, "exit %d\n", end.code)
		}
	}
	now := strings.ReplaceAll(got.String(), folder, "DIR")
	if *update {
		write(t, transcript, now)
		return
	}
	lines, wanted := strings.Split(now, "\n"), strings.Split(text, "\n")
	for n, line := range lines {
		if n >= len(wanted) || line != wanted[n] {
			t.Fatalf("line %d: got %q; -update writes %s again", n+1, lines[n:min(n+9, len(lines))], transcript)
		}
	}
}
