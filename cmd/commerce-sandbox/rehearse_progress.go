package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

const (
	progressEvery = 10 * time.Second // between two lines where there is no terminal
	barWidth      = 30               // characters
)

// progress shows the progress of a rehearsal on stderr: by a bar on a terminal, redrawn after
// each trial, and by a line every ten seconds elsewhere. One trial at a time uses it.
type progress struct {
	to    io.Writer
	bar   bool
	tick  *time.Ticker // of the lines
	most  int          // trials
	found client.Mistakes
	drawn int // characters of the bar on the screen
}

// progress returns the progress of a rehearsal of at most so many trials.
func (p *program) progress(most int) *progress {
	return &progress{to: p.stderr, bar: p.isScreen(p.stderr), tick: time.NewTicker(progressEvery), most: most, found: client.Mistakes{}}
}

// follow follows a trial. More can be done than was planned: findings are made smaller.
func (b *progress) follow(t client.RehearsalTrial, done, planned int) {
	b.found.Add(t)
	planned = max(done, min(planned, b.most))
	text := fmt.Sprintf("%d of about %d trials, %s", done, planned, b.found)
	if b.bar {
		full := barWidth * done / planned
		b.draw("[" + strings.Repeat("=", full) + strings.Repeat(" ", barWidth-full) + "] " + text)
		return
	}
	select {
	case <-b.tick.C:
		fmt.Fprintf(b.to, "%s: %s\n", name, text)
	default:
	}
}

// draw draws a line over the one on the screen, with blanks and no control
// sequences, so every terminal shows it.
func (b *progress) draw(line string) {
	fmt.Fprintf(b.to, "\r%-*s", b.drawn, line)
	b.drawn = len(line)
}

// end takes the bar away, so the next output begins at a line of its own.
func (b *progress) end() {
	b.tick.Stop()
	if b.drawn > 0 {
		b.draw("")
		fmt.Fprint(b.to, "\r")
	}
}
