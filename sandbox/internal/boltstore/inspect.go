package boltstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// inspect returns an error for a file unsafe to open: opening for writing changes some
// foreign files, and a damaged page may crash the process. It only reads. A missing or empty
// file passes.
func inspect(path string, timeout time.Duration) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return inspectFolder(path)
	case err != nil:
		return cannotUse(path, err)
	case info.IsDir():
		return cannotUse(path, errors.New("it is a folder"))
	case !info.Mode().IsRegular():
		return cannotUse(path, errors.New("it is not a regular file"))
	case info.Size() == 0:
		return nil
	}
	if err := inspectFile(path, timeout); err != nil {
		return cannotUse(path, err)
	}
	return nil
}

func inspectFolder(path string) error {
	folder := filepath.Dir(path)
	if path == "" {
		return errors.New("the data file needs a name; set it with --data, or use --ephemeral")
	}
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot create the data file %s: the folder %s does not exist; create it, or choose another file with --data", path, folder)
	case err != nil:
		return cannotUse(path, err)
	case !info.IsDir():
		return cannotUse(path, fmt.Errorf("%s is not a folder", folder))
	}
	return nil
}

// inspectFile holds the file's lock while it reads, so no other process writes.
func inspectFile(path string, timeout time.Duration) error {
	file, _, err := openWhole(path) // before bbolt maps its pages
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), readOnly(path, timeout, func(tx *bolt.Tx) error {
		if err := walkPages(path); err != nil {
			return err
		}
		version, err := schemaVersion(tx)
		if err != nil || version == 0 {
			return err
		}
		return inspectAccounts(tx)
	}))
}

// readOnly locks a file and runs fn on its state.
func readOnly(path string, timeout time.Duration, fn func(*bolt.Tx) error) error {
	file, err := bolt.Open(path, 0, &bolt.Options{ReadOnly: true, Timeout: timeout, NoStatistics: true})
	if err != nil {
		return err
	}
	return errors.Join(file.View(fn), file.Close())
}

// inspectAccounts returns an error when an account cannot be opened: its document
// is damaged, its records are missing, or records have no account. A damaged page
// can lose any of them.
func inspectAccounts(file *bolt.Tx) error {
	stored, accounts := documents(file), file.Bucket(accountsBucket)
	for code, document := range entries(stored.bucket) {
		if !stored.intact(code, document) {
			return fmt.Errorf("%w: the document of account %q does not match its checksum", errDamaged, code)
		}
		if accounts.Bucket(code) == nil {
			return fmt.Errorf("%w: the records of account %q are missing", errDamaged, code)
		}
	}
	for _, within := range []*bolt.Bucket{accounts, file.Bucket(snapshotsBucket)} {
		for code, value := range entries(within) {
			if value != nil || stored.bucket.Get(code) == nil {
				return fmt.Errorf("%w: the document of account %q is missing", errDamaged, code)
			}
		}
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

// cannotUse returns an error with the file, the reason and the remedy, if there is
// one.
func cannotUse(path string, err error) error {
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("the data file %s is in use, probably by another commerce-sandbox; "+
			"stop that process, choose another file with --data, or use --ephemeral", path)
	case errors.Is(err, syscall.EROFS):
		folder, _ := filepath.Abs(filepath.Dir(path)) // "" names no folder, and the file is still named
		return fmt.Errorf("the data file %s is on a read-only file system; mount a volume at %s, such as docker run -v orders:%s, "+
			"choose another file with --data, or use --ephemeral", path, folder, folder)
	case hasNoRoom(err):
		full := &accounts.NoSpaceError{Folder: filepath.Dir(path), Err: err}
		return fmt.Errorf("%w; %s", full, full.Hint())
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("no permission to use the data file %s: %w; choose another file with --data, or use --ephemeral", path, err)
	}
	return fmt.Errorf("cannot use the data file %s: %w; the file is unchanged; "+
		"move it away, or choose another file with --data", path, short(err))
}
