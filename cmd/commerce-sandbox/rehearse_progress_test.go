package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestBar draws the progress of a rehearsal on a terminal: each line over the one before,
// without control sequences, and nothing is left of it.
func TestBar(t *testing.T) {
	t.Parallel()
	var screen bytes.Buffer
	b := &progress{to: &screen, bar: true, tick: time.NewTicker(time.Hour), most: 10, found: client.Mistakes{}}
	b.follow(client.RehearsalTrial{Result: client.Hung}, 5, 100)
	b.follow(client.RehearsalTrial{Result: client.Recovered}, 11, 100)
	b.end()
	lines := strings.Split(screen.String(), "\r")
	want := []string{
		"", "[===============               ] 5 of about 10 trials, 1 mistake, seen at 1 place",
		"[==============================] 11 of about 11 trials, 1 mistake, seen at 1 place", strings.Repeat(" ", 82), "",
	}
	if strings.Join(lines, "|") != strings.Join(want, "|") {
		t.Errorf("got  %q\nwant %q", lines, want)
	}
}

// TestProgressLines says the progress where there is no terminal, but not after each trial.
func TestProgressLines(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	b := (&program{stderr: &said}).progress(2)
	b.follow(client.RehearsalTrial{}, 1, 3)
	if b.bar || said.Len() > 0 {
		t.Errorf("got %q at once", said.String())
	}
	b.tick.Reset(time.Nanosecond)
	for said.Len() == 0 {
		b.follow(client.RehearsalTrial{Result: client.Stormed}, 2, 3)
	}
	b.end()
	if got := said.String(); !strings.HasPrefix(got, "commerce-sandbox: 2 of about 2 trials, ") || strings.ContainsAny(got, "\r[") {
		t.Errorf("got %q", got)
	}
}
