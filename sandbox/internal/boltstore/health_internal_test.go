package boltstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// TestHealthOfAFullDisk remembers a full disk until a write succeeds, and takes no other
// fault of a write for it.
func TestHealthOfAFullDisk(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	db, err := Open(Options{Path: filepath.Join(folder, "data.db"), NoSync: true})
	mustDo(t, err)
	defer db.Close()
	other := errors.New("other")
	if got := db.writer.explain(other); got != other || db.Health() != nil {
		t.Errorf("got %v, health %v, want %v", got, db.Health(), other)
	}
	var full *accounts.NoSpaceError
	got := db.writer.explain(fmt.Errorf("write: %w", syscall.ENOSPC))
	if !errors.As(got, &full) || full.Folder != folder || !errors.Is(got, syscall.ENOSPC) {
		t.Errorf("got %v, want the folder %s", got, folder)
	}
	if got, want := fmt.Sprint(db.Health()), "no space is left for the data file in "+folder; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	mustDo(t, db.Scenarios().Put(t.Context(), "a", nil))
	if err := db.Health(); err != nil {
		t.Errorf("got %v after a write, want a healthy file", err)
	}
}

// TestHealthOfAMovedFile finds a file whose name belongs to another file or to none. An
// ephemeral file needs no name.
func TestHealthOfAMovedFile(t *testing.T) {
	t.Parallel()
	for want, move := range map[string]func(path string) error{
		"was deleted while it was in use": os.Remove,
		"was replaced while it was in use": func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600))
		},
		"not a directory": func(path string) error {
			folder := filepath.Dir(path)
			return errors.Join(os.Rename(folder, folder+".old"), os.WriteFile(folder, nil, 0o600))
		},
	} {
		path := filepath.Join(t.TempDir(), "folder", "data.db")
		mustDo(t, os.Mkdir(filepath.Dir(path), 0o700))
		db, err := Open(Options{Path: path, NoSync: true})
		mustDo(t, errors.Join(err, db.Health(), move(path)))
		expectText(t, "health", db.Health(), want)
		expectText(t, "health", db.Health(), path)
		mustDo(t, db.Close())
	}
	mustDo(t, openFor(t, Options{Lifetime: Ephemeral}).Health())
}
