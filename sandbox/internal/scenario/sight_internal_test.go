package scenario

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSights looks at a folder again after a change. Each shows by one sign alone.
func TestSights(t *testing.T) {
	t.Parallel()
	when := time.Date(2026, time.May, 13, 12, 0, 0, 0, time.UTC)
	write := func(path, text string) error {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
		return os.Chtimes(path, when, when)
	}
	for name, change := range map[string]func(folder, file string) error{
		"size": func(_, file string) error { return write(file, "longer") },
		"time": func(_, file string) error { return os.Chtimes(file, when, when.Add(1)) },
		"mode": func(_, file string) error { return os.Chmod(file, 0o640) },
		"file": func(folder, file string) error {
			next := filepath.Join(t.TempDir(), "next")
			if err := write(next, "text"); err != nil {
				return err
			}
			if err := os.Rename(next, file); err != nil {
				return err
			}
			return os.Chtimes(folder, when, when)
		},
		"folder": func(folder, _ string) error {
			if err := os.Rename(folder, folder+".old"); err != nil {
				return err
			}
			if err := os.Mkdir(folder, 0o700); err != nil {
				return err
			}
			if err := os.Link(filepath.Join(folder+".old", "file"), filepath.Join(folder, "file")); err != nil {
				return err
			}
			return os.Chtimes(folder, when, when)
		},
	} {
		folder := filepath.Join(t.TempDir(), "folder")
		file := filepath.Join(folder, "file")
		see := func(steps ...error) sight {
			t.Helper()
			s, err := look(folder)
			must(t, append(steps, err)...)
			return s
		}
		before := see(os.Mkdir(folder, 0o700), write(file, "text"), os.Chtimes(folder, when, when))
		if !see().equals(before) {
			t.Errorf("%s: it differs without a change", name)
		}
		if see(change(folder, file)).equals(before) {
			t.Errorf("%s: it is the same after a change", name)
		}
	}
}

// TestUnchangedFolderIsNotRead reads a new folder twice, because its files may change
// within the resolution of their times, and no unchanged one again.
func TestUnchangedFolderIsNotRead(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "folder")
	must(t, os.Mkdir(folder, 0o700))
	l := NewLibrary(LibraryOptions{Folder: folder})
	for reading, want := range []bool{true, true, false, false} {
		now, err := look(folder)
		if got := l.differs(now); got != want || err != nil {
			t.Errorf("after %d readings: differs is %t, %v", reading, got, err)
		}
		_, err = l.Reload()
		must(t, err)
	}
	contents, w := l.contents.Load(), &watch{}
	for range 3 {
		if l.lookAgain(w); l.contents.Load() != contents {
			t.Fatal("an unchanged folder is read at a look")
		}
	}
}

// TestFolderIsReadWhenQuiet reads a folder when two looks are the same, not after every step
// of a change.
func TestFolderIsReadWhenQuiet(t *testing.T) {
	t.Parallel()
	l, w := NewLibrary(LibraryOptions{Folder: t.TempDir()}), &watch{}
	for _, name := range []string{"one", "two", "three"} {
		must(t, os.WriteFile(filepath.Join(l.options.Folder, name+".yaml"), []byte("rules: [{on: login, cut: reset}]"), 0o600))
		if l.lookAgain(w); l.Source("one") != "" {
			t.Errorf("the folder is read although %s is new", name)
		}
	}
	l.lookAgain(w)
	for _, name := range []string{"one", "two", "three"} {
		if l.Source(name) != FromFolder {
			t.Errorf("%s is not read when the folder is quiet", name)
		}
	}
}

// TestStartIsLogged warns about a folder without a scenario.
func TestStartIsLogged(t *testing.T) {
	t.Parallel()
	folder, log := t.TempDir(), &bytes.Buffer{}
	start := func() string {
		log.Reset()
		l := NewLibrary(LibraryOptions{Folder: folder, Log: slog.New(slog.NewTextHandler(log, nil)), Ticks: make(chan time.Time)})
		must(t, l.Start())
		must(t, l.Close())
		return log.String()
	}
	if got := start(); !strings.Contains(got, "the scenario folder has no .yaml or .yml file") || strings.Contains(got, "scenario folder read") {
		t.Errorf("an empty folder: got %s", got)
	}
	must(t, os.WriteFile(filepath.Join(folder, "mine.yaml"), []byte("rules: [{on: login, cut: reset}]"), 0o600))
	if got := start(); strings.Contains(got, "has no .yaml") || !strings.Contains(got, "scenario folder read") {
		t.Errorf("a folder with a file: got %s", got)
	}
}

// TestChangesInTheLog mentions each file that was read, broke or is gone, warnings, folders, and a
// file that another one doubles, and no unchanged file.
func TestChangesInTheLog(t *testing.T) {
	t.Parallel()
	folder, log := t.TempDir(), &bytes.Buffer{}
	at := func(name string) string { return filepath.Join(folder, name) }
	l := NewLibrary(LibraryOptions{Folder: folder, Log: slog.New(slog.NewTextHandler(log, nil))})
	const good, other = "rules: [{on: login, answer: {status: 200, file: body}}]", "rules: [{on: login}]"
	const double = "rules: [{on: login, cut: reset}, {on: login, cut: empty}]"
	for i, step := range []struct {
		change func() error
		want   []string // a line each, besides that of the reading
	}{
		{func() error { return os.WriteFile(at("body"), nil, 0o600) }, nil},
		{func() error { return os.WriteFile(at("a.yaml"), []byte(good), 0o600) }, []string{`msg="scenario file read" scenario=a`}},
		{func() error { return os.Remove(at("body")) }, []string{`msg="scenario file broken" scenario=a error="[1:49] file body cannot be opened`}},
		{func() error { return nil }, nil},
		{func() error { return os.WriteFile(at("a.yaml"), []byte(other), 0o600) }, []string{`msg="scenario file broken" scenario=a error="[1:10] the rule does nothing`}},
		{func() error { return os.Mkdir(at("body"), 0o700) }, []string{`msg="a folder within the scenario folder is not read" folder=` + at("body")}},
		{func() error { return os.WriteFile(at("a.yaml"), nil, 0o600) }, []string{`msg="scenario file broken" scenario=a error="the file is empty`}},
		{func() error { return os.WriteFile(at("a.yml"), nil, 0o600) }, nil}, // it is broken already
		{func() error { return os.WriteFile(at("note"), nil, 0o600) }, nil},
		{func() error { return errors.Join(os.Remove(at("note")), os.Mkdir(at("note"), 0o700)) }, []string{`msg="a folder within the scenario folder is not read" folder=` + at("note")}},
		{func() error { return os.Remove(at("a.yaml")) }, nil},
		{func() error { return os.Remove(at("a.yml")) }, []string{`level=INFO msg="scenario file removed" scenario=a`}},
		{func() error { return os.WriteFile(at("b.yaml"), []byte(double), 0o600) }, []string{`level=INFO msg="scenario file read" scenario=b`,
			`level=WARN msg="scenario file read with a warning" scenario=b warning="rule 2 can never act`}},
		{func() error { return nil }, nil},
	} {
		log.Reset()
		must(t, step.change())
		_, err := l.Reload()
		must(t, err)
		isMissing := func(line string) bool { return !strings.Contains(log.String(), line) }
		if strings.Count(log.String(), "\n") != 1+len(step.want) || slices.ContainsFunc(step.want, isMissing) {
			t.Errorf("step %d: got\n%s\nwant %q", i, log, step.want)
		}
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, faults ...error) {
	t.Helper()
	if err := errors.Join(faults...); err != nil {
		t.Fatal(err)
	}
}
