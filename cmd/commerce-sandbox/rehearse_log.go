package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// rehearsalLog is the file of --resume: a line with the calls of the good run, and then one
// for each trial.
type rehearsalLog struct {
	file  *os.File
	begun *client.RehearsalLog // its content, nil for a new one
	err   error                // of the first line
}

// logHead is the first line.
type logHead struct {
	Calls []string `json:"calls"`
}

// openRehearsalLog opens a log, and makes it when there is none. The last line of a
// killed rehearsal may be incomplete and is removed.
func openRehearsalLog(path string) (*rehearsalLog, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	log := &rehearsalLog{file: file}
	if err := log.read(); err != nil {
		return nil, errors.Join(fmt.Errorf("--resume %s: %w", path, err), file.Close())
	}
	return log, nil
}

func (l *rehearsalLog) read() error {
	text, err := io.ReadAll(l.file)
	if err != nil {
		return err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if err := l.file.Truncate(int64(len(whole))); err != nil {
		return err
	}
	if _, err := l.file.Seek(0, io.SeekEnd); err != nil || len(whole) == 0 {
		return err
	}
	return l.parse(whole)
}

func (l *rehearsalLog) parse(text []byte) error {
	head, lines, _ := bytes.Cut(text, []byte("\n"))
	var first logHead
	if err := json.Unmarshal(head, &first); err != nil || first.Calls == nil {
		return errors.New("the file is no log of a rehearsal")
	}
	l.begun = &client.RehearsalLog{Calls: first.Calls}
	for line := range bytes.Lines(lines) {
		var t client.LoggedTrial
		if err := json.Unmarshal(line, &t); err != nil {
			return fmt.Errorf("line %d: %w", len(l.begun.Trials)+2, err)
		}
		l.begun.Trials = append(l.begun.Trials, t)
	}
	return nil
}

// follow makes a rehearsal go on with the log, and write to it.
func (l *rehearsalLog) follow(o *client.RehearsalOptions) {
	planned := o.Planned
	o.Resumed, o.Record = l.begun, func(t client.LoggedTrial) error { return errors.Join(l.err, l.write(t)) }
	o.Planned = func(good client.GoodRun, schedules int) {
		if l.begun == nil {
			l.err = l.write(logHead{good.Calls})
		}
		planned(good, schedules)
	}
}

func (l *rehearsalLog) write(line any) error {
	text, err := json.Marshal(line)
	if err == nil {
		_, err = l.file.Write(append(text, '\n'))
	}
	return err
}

func (l *rehearsalLog) close() { _ = l.file.Close() } // each line is written already

// keep writes the bundle of a finding. The label of its account says if it is not repeatable.
func (r *rehearseCmd) keep(ctx context.Context, t client.Trial, account *client.Account) error {
	if t.Result == client.NotRepeatable {
		if err := account.SetRun(ctx, r.name, "not repeatable (1 of 3)"); err != nil {
			return err
		}
	}
	return r.program.writeFile(filepath.Join(r.bundles, bundleName(t.Schedule)), func(w io.Writer) error {
		return account.WriteBundle(ctx, client.BundleOptions{}, w)
	})
}

// bundleName returns the name of a file for a schedule of any characters.
func bundleName(schedule string) string {
	const maxName = 200
	name := strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '+':
			return c
		}
		return '-'
	}, schedule)
	return name[:min(len(name), maxName)] + ".zip"
}
