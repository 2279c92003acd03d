package boltstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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
