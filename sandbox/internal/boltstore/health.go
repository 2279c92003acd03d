package boltstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// Health returns why the data file cannot keep new records, nil when it can: its
// name belongs to no file or to another one, so the next start would not find the
// data; its pages are not this process's, or cannot be read; or the last write found
// the disk full.
func (db *DB) Health() error {
	if db.opened != nil {
		now, err := os.Stat(db.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("the data file %s was deleted while it was in use, so that its data end with the process", db.path)
		case err != nil:
			return err
		case !os.SameFile(db.opened, now):
			return fmt.Errorf("the data file %s was replaced while it was in use, so that its data end with the process", db.path)
		}
	}
	if err := db.sentry.health(); err != nil {
		return err
	}
	if full := db.writer.full.Load(); full != nil {
		return full
	}
	return nil
}

// hasNoRoom reports whether a write failed because the disk is full, or because the
// file would exceed a quota or the limit of its size. When bbolt resizes the file, it
// returns only the text of the system's error, hidden by a *NoSpaceError.
func hasNoRoom(err error) bool {
	var full *accounts.NoSpaceError
	if errors.As(err, &full) {
		return true
	}
	for _, reason := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, reason) || strings.HasSuffix(err.Error(), reason.Error()) {
			return true
		}
	}
	return false
}

// explain returns the error of a write, with the folder if the disk is full, and
// keeps a full disk until a write succeeds.
func (w *writer) explain(err error) error {
	if err == nil {
		w.full.Store(nil)
		return nil
	}
	if !hasNoRoom(err) {
		return err
	}
	full := &accounts.NoSpaceError{Folder: filepath.Dir(w.path), Err: err}
	w.full.Store(full)
	return full
}
