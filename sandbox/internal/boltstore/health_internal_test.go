package boltstore

import (
	"errors"
	"fmt"
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
	if err != nil {
		t.Fatal(err)
	}
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
	if err := db.SaveScenario(t.Context(), "a", nil); err != nil {
		t.Fatal(err)
	}
	if err := db.Health(); err != nil {
		t.Errorf("got %v after a write, want a healthy file", err)
	}
}
