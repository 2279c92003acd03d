package scenario_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// summary returns the summary of a scenario, "" for none.
func (w *watched) summary(name string) string { return w.entry(name).Summary }

func summed(summary string) string { return "summary: " + summary + "\n" + delaying }

// steady reads the folder until the next look leaves unchanged files out.
func (w *watched) steady(t *testing.T) {
	t.Helper()
	for range 2 {
		_, err := w.Reload()
		must(t, err)
	}
}

// isFollowed changes a file twice. A due reading may find the first change, but not the
// second.
func (w *watched) isFollowed(t *testing.T, file string) {
	t.Helper()
	for _, summary := range []string{"a change", "another change"} {
		write(t, w.folder, file+".yaml", summed(summary))
		w.until(t, "the folder is followed", func() bool { return w.summary(file) == summary })
	}
}

// TestLinks changes a folder that is a link, and whose files are links. The next look
// finds each change.
func TestLinks(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	at := func(parts ...string) string { return filepath.Join(append([]string{top}, parts...)...) }
	for _, folder := range []string{"one", "two", "first", "second"} {
		must(t, os.Mkdir(at(folder), 0o755))
	}
	write(t, at("one"), "mine.yaml", summed("one"))
	write(t, at("two"), "mine.yaml", summed("two"))
	must(t, os.Chtimes(at("one", "mine.yaml"), noon, noon), os.Chtimes(at("two", "mine.yaml"), noon, noon))
	must(t, os.Symlink("one", at("current")), os.Symlink("first", at("folder")),
		os.Symlink(at("current", "mine.yaml"), at("first", "mine.yaml")))
	write(t, at("second"), "other.yaml", summed("other"))
	w := watch(t, at("folder"))

	// Within the resolution of its time, and of the same length.
	write(t, at("one"), "mine.yaml", summed("uno"))
	must(t, os.Chtimes(at("one", "mine.yaml"), noon, noon))
	w.ticks <- noon
	w.until(t, "a change at the same time is read", func() bool { return w.summary("mine") == "uno" })
	w.steady(t)

	write(t, at("one"), "mine.yaml", summed("one more"))
	w.ticks <- noon
	w.until(t, "a changed file is read", func() bool { return w.summary("mine") == "one more" })
	write(t, at("one"), "mine.yaml", summed("uno"))
	must(t, os.Chtimes(at("one", "mine.yaml"), noon, noon))
	w.steady(t)

	must(t, os.Remove(at("current")), os.Symlink("two", at("current")))
	w.ticks <- noon
	w.until(t, "the new target of a link is read", func() bool { return w.summary("mine") == "two" })
	must(t, os.Remove(at("two", "mine.yaml")))
	w.ticks <- noon
	w.until(t, "a link that leads nowhere is none", func() bool { return w.Source("mine") == "" })

	must(t, os.Remove(at("folder")), os.Symlink("second", at("folder")))
	w.ticks <- noon
	w.until(t, "the new folder is read", func() bool { return w.summary("other") == "other" })
	w.isFollowed(t, "other")
}

// TestFolderIsReplaced replaces the folder under its name. The other one's files are read,
// and it is followed from then on.
func TestFolderIsReplaced(t *testing.T) {
	t.Parallel()
	for name, replace := range map[string]func(t *testing.T, folder string){
		"by rename": func(t *testing.T, folder string) {
			next := filepath.Join(t.TempDir(), "next")
			must(t, os.Mkdir(next, 0o755))
			write(t, next, "new.yaml", summed("new"))
			must(t, os.Rename(folder, folder+".old"), os.Rename(next, folder))
		},
		"by rm and mkdir": func(t *testing.T, folder string) {
			must(t, os.RemoveAll(folder), os.Mkdir(folder, 0o755))
			write(t, folder, "new.yaml", summed("new"))
		},
		"by rename and rm": func(t *testing.T, folder string) {
			must(t, os.Rename(folder, folder+".old"), os.RemoveAll(folder+".old"), os.Mkdir(folder, 0o755))
			write(t, folder, "new.yaml", summed("new"))
		},
		"of the same content": func(t *testing.T, folder string) {
			must(t, os.Rename(folder, folder+".old"), os.Mkdir(folder, 0o755))
			write(t, folder, "mine.yaml", summed("mine"))
			write(t, folder, "new.yaml", summed("new"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), "scenarios")
			must(t, os.Mkdir(folder, 0o755))
			write(t, folder, "mine.yaml", summed("mine"))
			w := watch(t, folder)
			replace(t, folder)
			w.ticks <- noon
			w.until(t, "the other folder is read", func() bool { return w.summary("new") == "new" })
			w.isFollowed(t, "new")
		})
	}
}

// TestFolderIsGone keeps the scenarios of an unreadable folder, and says so once until it
// can be read again.
func TestFolderIsGone(t *testing.T) {
	t.Parallel()
	folder, log := filepath.Join(t.TempDir(), "scenarios"), &bytes.Buffer{}
	must(t, os.Mkdir(folder, 0o755))
	write(t, folder, "mine.yaml", summed("mine"))
	ticks := make(chan time.Time)
	library := scenario.NewLibrary(scenario.LibraryOptions{Folder: folder, Log: slog.New(slog.NewTextHandler(log, nil)), Ticks: ticks})
	must(t, library.Start())
	look := func() {
		for range 3 { // the first sees a change, the second that it is over, the third is taken after that
			ticks <- noon
		}
	}
	must(t, os.Rename(folder, folder+".away"))
	for range 3 {
		look()
	}
	if _, err := library.Reload(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if found, err := library.Find("mine"); err != nil || found.Summary != "mine" {
		t.Errorf("got %v, %v, want it as it was", found, err)
	}
	must(t, os.Rename(folder+".away", folder))
	look()
	must(t, os.Chtimes(filepath.Join(folder, "mine.yaml"), noon, noon))
	look() // changes nothing
	write(t, folder, "mine.yaml", summed("another"))
	look()
	must(t, library.Close())
	for range 1000 {
		select {
		case ticks <- noon:
			t.Fatal("the folder is followed after Close")
		default:
			runtime.Gosched()
		}
	}
	for want, times := range map[string]int{
		"level=WARN": 1,
		`level=WARN msg="scenario folder not read, its scenarios stay as they were" error="reading the scenario folder: `: 1,
		`level=INFO msg="scenario folder read" folder=` + folder + ` scenarios=1 changed=1`:                               2,
		`level=INFO msg="scenario folder read" folder=` + folder + ` scenarios=1 changed=0`:                               1,
	} {
		if got := strings.Count(log.String(), want); got != times {
			t.Errorf("got %d times %s, want %d, in\n%s", got, want, times, log)
		}
	}
}

// TestCloseWaitsForTheFolder returns from Close when nothing follows the folder any more.
func TestCloseWaitsForTheFolder(t *testing.T) {
	t.Parallel()
	ticks, closed := make(chan time.Time), make(chan struct{})
	var reading atomic.Bool // the folder is read by ticks from now on
	busy, goOn := make(chan struct{}), make(chan struct{})
	library := scenario.NewLibrary(scenario.LibraryOptions{Folder: t.TempDir(), Ticks: ticks, Changed: func([]client.LibraryEvent) {
		if reading.Load() {
			busy <- struct{}{}
			<-goOn
		}
	}})
	must(t, library.Start())
	reading.Store(true)
	ticks <- noon // a new folder is read once more
	<-busy
	go func() {
		_ = library.Close()
		close(closed)
	}()
	for range 1000 {
		select {
		case <-closed:
			t.Fatal("closed while the folder is followed")
		default:
			runtime.Gosched()
		}
	}
	close(goOn)
	<-closed
}

// TestReload reads the folder when somebody asks, and names the changes.
func TestReload(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	library := scenario.NewLibrary(scenario.LibraryOptions{Folder: folder})
	for _, step := range []struct {
		file, text string // "" to remove it
		want       []client.LibraryEvent
	}{
		{"mine.yaml", delaying, []client.LibraryEvent{{Name: "mine", Change: client.ChangeReloaded}}},
		{"mine.yaml", broken, []client.LibraryEvent{{Name: "mine", Change: client.ChangeReloaded}}},
		{"mine.yaml", broken, nil},
		{"a.YML", delaying, []client.LibraryEvent{{Name: "a", Change: client.ChangeReloaded}}},
		{"body", "one", nil},
		{"mine.yaml", "rules: [{on: login, answer: {status: 200, file: body}}]", []client.LibraryEvent{{Name: "mine", Change: client.ChangeReloaded}}},
		{"body", "two", []client.LibraryEvent{{Name: "mine", Change: client.ChangeReloaded}}},
		{"body", "two", nil},
		{"body", "", []client.LibraryEvent{{Name: "mine", Change: client.ChangeReloaded}}}, // broken without it
		{"body", "two", []client.LibraryEvent{{Name: "mine", Change: client.ChangeReloaded}}},
		{"mine.yaml", "", []client.LibraryEvent{{Name: "mine", Change: client.ChangeDeleted}}},
	} {
		if write(t, folder, step.file, step.text); step.text == "" {
			must(t, os.Remove(filepath.Join(folder, step.file)))
		}
		if got, err := library.Reload(); err != nil || !slices.Equal(got, step.want) {
			t.Errorf("%+v: got %v, %v", step, got, err)
		}
	}
	write(t, folder, "c.yaml", delaying)
	write(t, folder, "b.yaml", "") // broken
	must(t, os.Remove(filepath.Join(folder, "a.YML")))
	want := []client.LibraryEvent{{Name: "a", Change: client.ChangeDeleted}, {Name: "b", Change: client.ChangeReloaded}, {Name: "c", Change: client.ChangeReloaded}}
	if got, err := library.Reload(); err != nil || !slices.Equal(got, want) {
		t.Errorf("several changes: got %v, %v, want %v", got, err, want)
	}
	if _, err := scenario.NewLibrary(scenario.LibraryOptions{}).Reload(); !errors.Is(err, scenario.ErrNoFolder) {
		t.Errorf("without a folder: got %v", err)
	}
}

// TestLooksByItself follows a folder by the machine's clock.
func TestLooksByItself(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, "mine.yaml", summed("one"))
	w := &watched{folder: folder, changed: make(chan struct{}, 1000)}
	w.Library = scenario.NewLibrary(scenario.LibraryOptions{Folder: folder, Changed: func([]client.LibraryEvent) { w.changed <- struct{}{} }})
	must(t, w.Start())
	write(t, folder, "mine.yaml", summed("another"))
	w.until(t, "the change is found", func() bool { return w.summary("mine") == "another" })
	must(t, w.Close())
}
