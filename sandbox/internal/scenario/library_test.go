package scenario_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

const (
	delaying = `rules: [{on: "*", delay: 1s}]`
	broken   = `rules: [{on: "*", delay: soon}]`
)

func write(t *testing.T, folder, file, text string) {
	t.Helper()
	must(t, os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644))
}

// watched is a library over a folder, with a channel of its readings.
type watched struct {
	*scenario.Library
	folder  string
	changed chan struct{}
	ticks   chan time.Time // when to look at the folder
}

// watchFolder starts a library over a folder with the given files. It does not
// wait until the folder is quiet.
func watchFolder(t *testing.T, files map[string]string) *watched {
	t.Helper()
	folder := t.TempDir()
	for file, text := range files {
		write(t, folder, file, text)
	}
	return watch(t, folder)
}

// watch starts a library over a folder. It looks there when the test says so.
func watch(t *testing.T, folder string) *watched {
	t.Helper()
	w := &watched{folder: folder, changed: make(chan struct{}, 1000), ticks: make(chan time.Time)}
	w.Library = scenario.NewLibrary(scenario.LibraryOptions{
		Folder:  w.folder,
		Log:     slog.New(slog.NewTextHandler(t.Output(), nil)),
		Changed: func([]client.LibraryEvent) { w.changed <- struct{}{} },
		Ticks:   w.ticks,
	})
	must(t, w.Start())
	t.Cleanup(func() {
		must(t, w.Close())
	})
	return w
}

// until looks at the folder again and again, and waits for a change that makes the
// condition true.
func (w *watched) until(t *testing.T, what string, done func() bool) {
	t.Helper()
	deadline := time.After(time.Minute)
	for !done() {
		select {
		case <-w.changed:
		case w.ticks <- noon:
		case <-deadline:
			t.Fatalf("waited a minute in vain: %s", what)
		}
	}
}

func (w *watched) entry(name string) scenario.Entry {
	entries := w.List()
	i := slices.IndexFunc(entries, func(e scenario.Entry) bool { return e.Name == name })
	if i < 0 {
		return scenario.Entry{}
	}
	return entries[i]
}

func TestFolder(t *testing.T) {
	t.Parallel()
	w := watchFolder(t, map[string]string{"mine.yaml": "summary: one\n" + delaying, "bad.yaml": broken, "warned.yaml": `rules: [{on: login, cut: reset}, {on: login, cut: empty}]`,
		"Bad_Name.yaml": delaying, "short.yml": delaying, "loud.YAML": delaying, "twice.yaml": delaying, "twice.YML": delaying, ".hidden.yaml": broken, "notes.txt": "no scenario"})
	want := scenario.Entry{Name: "mine", Summary: "one", Source: scenario.FromFolder, Operations: everyOperation(), Group: client.GroupOwn}
	got := w.entry("mine")
	if shown := (scenario.Entry{Name: got.Name, Summary: got.Summary, Source: got.Source, Operations: got.Operations, Error: got.Error, Group: got.Group}); !reflect.DeepEqual(shown, want) {
		t.Errorf("got %+v, want %+v", shown, want)
	}
	if effects := got.Scenario.Effects(); len(effects) != len(want.Operations) {
		t.Errorf("got %d effects, want one for each operation", len(effects))
	}
	if got := w.entry("warned").Scenario.Warnings(nil); len(got) != 1 {
		t.Errorf("got %v, want one warning", got)
	}
	if got := w.entry("bad"); len(got.Scenario.Effects()) > 0 || got.Scenario.Warnings(nil) != nil {
		t.Errorf("a file that was never read: got %v and %v", got.Scenario.Effects(), got.Scenario.Warnings(nil))
	}
	if got := w.entry("bad"); got.Source != scenario.FromFolder || !strings.HasPrefix(got.Error, "[1:26] delay must") {
		t.Errorf("got %+v", got)
	}
	if got := w.entry("Bad_Name"); !strings.HasPrefix(got.Error, `scenario name must`) {
		t.Errorf("got %+v", got)
	}
	for _, name := range []string{"short", "loud"} {
		if got := w.entry(name); got.Source != scenario.FromFolder || got.Error != "" {
			t.Errorf("got %+v", got)
		}
	}
	if got := w.entry("twice"); got.Error != "the folder has scenario twice twice, as twice.YML, twice.yaml; remove one" {
		t.Errorf("got %+v", got)
	}
	must(t, os.Symlink("nowhere", filepath.Join(w.folder, "dangling.yaml")))
	for _, name := range []string{".hidden", "notes", "notes.txt", "dangling"} {
		if w.Source(name) != "" {
			t.Errorf("%s is a scenario", name)
		}
	}
	var isBroken *scenario.BrokenError
	if _, err := w.Find("bad"); !errors.As(err, &isBroken) || isBroken.Name != "bad" {
		t.Errorf("got %v", err)
	}

	write(t, w.folder, "mine.yaml", "summary: two\n"+delaying)
	w.until(t, "the change is read", func() bool { return w.entry("mine").Summary == "two" })
	kept, err := w.Find("mine")
	must(t, err)
	write(t, w.folder, "mine.yaml", broken)
	w.until(t, "the broken file is listed", func() bool { return w.entry("mine").Error != "" })
	if got, err := w.Find("mine"); got != kept || err != nil {
		t.Errorf("the last good version is gone: %v, %v", got, err)
	}
	write(t, w.folder, "new.yaml", delaying)
	w.until(t, "the new file is read", func() bool { return w.Source("new") == scenario.FromFolder })
	for _, name := range []string{"mine", "new"} {
		must(t, os.Remove(filepath.Join(w.folder, name+".yaml")))
	}
	w.until(t, "the files are gone", func() bool { return w.Source("mine") == "" && w.Source("new") == "" })
}

func everyOperation() []catalog.OperationID {
	var ids []catalog.OperationID
	for _, op := range catalog.Operations() {
		ids = append(ids, op.ID)
	}
	return ids
}

func TestPrecedence(t *testing.T) {
	t.Parallel()
	w := watchFolder(t, map[string]string{"slow.yaml": "summary: mine\n" + delaying})
	if got, err := w.Find("slow"); err != nil || got.Summary != "mine" {
		t.Errorf("a file does not win over what ships: %v, %v", got, err)
	}
	if listed := slices.DeleteFunc(w.List(), func(e scenario.Entry) bool { return e.Name != "slow" }); len(listed) != 1 {
		t.Errorf("got %d entries of one name", len(listed))
	}
	put(t, w.Library, "own", delaying)
	for name, want := range map[string]scenario.Source{"slow": scenario.FromFolder, "own": scenario.FromOwn,
		"outage": scenario.FromSandbox, "FORBIDDEN": scenario.FromCode, "nothing": ""} {
		if got := w.Source(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]scenario.TakenError{
		"slow":   {Name: "slow", Source: scenario.FromFolder},
		"outage": {Name: "outage", Source: scenario.FromSandbox},
	} {
		_, put := w.Put(name, []byte(delaying))
		for _, err := range []error{put, w.Delete(name)} {
			var got *scenario.TakenError
			if !errors.As(err, &got) || *got != want {
				t.Errorf("got %v, want %v", err, &want)
			}
		}
	}
	write(t, w.folder, "own.yaml", delaying)
	w.until(t, "the file hides the own one", func() bool { return w.Source("own") == scenario.FromFolder })
	for _, name := range []string{"slow", "own"} {
		must(t, os.Remove(filepath.Join(w.folder, name+".yaml")))
	}
	w.until(t, "what was hidden is back", func() bool {
		return w.Source("own") == scenario.FromOwn && w.Source("slow") == scenario.FromSandbox
	})
}

func TestOwn(t *testing.T) {
	t.Parallel()
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	if _, err := library.Put("mine", []byte(broken)); err == nil || library.Source("mine") != "" {
		t.Errorf("a broken scenario is kept: %v", err)
	}
	if _, err := library.Put("Mine", []byte(delaying)); err == nil {
		t.Error("a bad name is accepted")
	}
	put, err := library.Put("mine", []byte(delaying))
	must(t, err)
	if got, err := library.Find("mine"); got != put || err != nil || got.Text != delaying {
		t.Errorf("got %v, %v", got, err)
	}
	must(t, library.Delete("mine"))
	var unknown *scenario.UnknownError
	if err := library.Delete("mine"); !errors.As(err, &unknown) {
		t.Errorf("got %v", err)
	}
	if library.Delete("FORBIDDEN") == nil {
		t.Error("an error code is deleted")
	}
}

// TestLibraryReportsChanges reports what was put or deleted, and nothing that was refused.
func TestLibraryReportsChanges(t *testing.T) {
	t.Parallel()
	var got []client.LibraryEvent
	library := scenario.NewLibrary(scenario.LibraryOptions{Changed: func(c []client.LibraryEvent) { got = append(got, c...) }})
	for _, name := range []string{"mine", "slow"} {
		_, err := library.Put(name, []byte(delaying))
		if (err != nil) != (name == "slow") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := library.Carry(scenario.Text{Name: "mine", YAML: broken}, nil); err == nil {
		t.Error("a broken text is carried")
	}
	must(t, errors.Join(library.Carry(scenario.Text{Name: "mine", YAML: delaying}, nil), library.Delete("mine")))
	if err := library.Delete("mine"); err == nil {
		t.Error("it is deleted twice")
	}
	want := []client.LibraryEvent{{Name: "mine", Change: client.ChangeSaved}, {Name: "mine", Change: client.ChangeSaved}, {Name: "mine", Change: client.ChangeDeleted}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestStartWithoutFolder(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "missing")
	library := scenario.NewLibrary(scenario.LibraryOptions{Folder: missing})
	if err := library.Start(); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("got %v", err)
	}
	must(t, library.Close())
	none := scenario.NewLibrary(scenario.LibraryOptions{})
	must(t, errors.Join(none.Start(), none.Close()))
}

func TestReadFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range map[string]string{"good.yaml": delaying, "bad.yml": broken, "named.json": delaying, "large.yaml": strings.Repeat("#", 1<<20),
		"largest.yaml": delaying + strings.Repeat(" ", scenario.MaxSize-len(delaying)), "larger.yaml": delaying + strings.Repeat(" ", scenario.MaxSize-len(delaying)+1)} {
		write(t, folder, name, text)
	}
	for name, want := range map[string]string{
		"good.yaml":    "",
		"bad.yml":      "[1:26] delay must be longer",
		"named.json":   `a scenario file must be named NAME.yaml, got "named.json"`,
		"large.yaml":   "the file must have at most 262144 bytes, got 1048576",
		"largest.yaml": "",
		"larger.yaml":  "the file must have at most 262144 bytes, got 262145",
		"gone.yaml":    "open gone.yaml: no such file",
	} {
		got, err := scenario.ReadFile(filepath.Join(folder, name))
		if (err == nil) != (want == "") || (got == nil) != (err != nil) || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, %v, want %s", name, got, err, want)
		}
	}
}
