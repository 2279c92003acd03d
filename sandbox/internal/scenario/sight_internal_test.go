package scenario

import (
	"os"
	"path/filepath"
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
			for _, err := range steps {
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			s, err := look(folder)
			if err != nil {
				t.Fatal(err)
			}
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
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	l := NewLibrary(LibraryOptions{Folder: folder})
	for reading, want := range []bool{true, true, false, false} {
		if got := l.differs(); got != want {
			t.Errorf("after %d readings: differs is %t", reading, got)
		}
		if _, err := l.Reload(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if !l.differs() {
		t.Error("the folder is gone, and does not differ")
	}
}
