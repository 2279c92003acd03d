package boltstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// inspect returns an error for a file that cannot be opened without harm:
// opening for writing changes some foreign files, and a damaged page crashes the
// process. It only reads. A file that does not exist or is empty passes.
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

// inspectFile holds the file's lock while it reads, so that no other process
// writes.
func inspectFile(path string, timeout time.Duration) (err error) {
	if err := inspectHead(path); err != nil {
		return err
	}
	file, err := bolt.Open(path, 0, &bolt.Options{ReadOnly: true, Timeout: timeout, NoStatistics: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := inspectPages(path); err != nil {
		return err
	}
	return file.View(func(tx *bolt.Tx) error {
		version, err := schemaVersion(tx)
		if err != nil || version == 0 {
			return err
		}
		return inspectAccounts(tx, version)
	})
}

// cannotUse returns an error that names the file, the reason and, where there is
// one, the remedy.
func cannotUse(path string, err error) error {
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("the data file %s is in use, probably by another commerce-sandbox; "+
			"stop that process, choose another file with --data, or use --ephemeral", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("no permission to use the data file %s: %w; choose another file with --data, or use --ephemeral", path, err)
	}
	return fmt.Errorf("cannot use the data file %s: %w; the file is unchanged; "+
		"move it away, or choose another file with --data", path, err)
}
