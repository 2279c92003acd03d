package boltstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// thoroughness is how much of a file an inspection reads.
type thoroughness bool

const (
	// unlessClosed leaves out the pages of records if the last process closed the file.
	unlessClosed thoroughness = false
	allPages     thoroughness = true
)

// inspect returns the use of a file's pages, and an error for a file unsafe to open:
// opening for writing changes some foreign files, and a damaged page may crash the
// process. It only reads. A missing or empty file passes.
func inspect(path string, timeout time.Duration, t thoroughness) (usage, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usage{}, inspectFolder(path)
	case err != nil:
		return usage{}, cannotUse(path, err)
	case info.IsDir():
		return usage{}, cannotUse(path, errors.New("it is a folder"))
	case !info.Mode().IsRegular():
		return usage{}, cannotUse(path, errors.New("it is not a regular file"))
	case info.Size() == 0:
		return usage{}, nil
	}
	all, err := inspectFile(path, timeout, t)
	if err != nil {
		return usage{}, cannotUse(path, err)
	}
	return all, nil
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
func inspectFile(path string, timeout time.Duration, t thoroughness) (all usage, err error) {
	if err := inspectHead(path); err != nil {
		return usage{}, err
	}
	file, err := bolt.Open(path, 0, &bolt.Options{ReadOnly: true, Timeout: timeout, NoStatistics: true})
	if err != nil {
		return usage{}, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	err = file.View(func(tx *bolt.Tx) error {
		if all, err = inspectUsage(path, tx, t); err != nil {
			return err
		}
		version, err := schemaVersion(tx)
		if err != nil || version == 0 {
			return err
		}
		return inspectAccounts(tx)
	})
	return all, err
}

// inspectUsage inspects the pages of an open file.
func inspectUsage(path string, tx *bolt.Tx, t thoroughness) (usage, error) {
	if t == unlessClosed {
		all, err := inspectPages(path, true)
		if err != nil || tx.Bucket(markerBucket) != nil && closedWith(all, tx) {
			return all, err
		}
	}
	return inspectPages(path, false)
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
