package boltstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
)

// compactedAtOnce is about how many bytes one transaction writes to the copy.
const compactedAtOnce = 16 << 20

// Compacted is the size of a file in bytes before and after it was compacted.
type Compacted struct{ Before, After int64 }

// CompactFile removes the free pages of an unused data file. It writes a copy beside
// the file and gives it the file's name at the end, so the name always belongs to a
// whole file. The error names the file; it is then unchanged.
func CompactFile(path string) (Compacted, error) {
	if err := inspect(path, time.Second); err != nil {
		return Compacted{}, err
	}
	return compact(path, time.Second)
}

func compact(path string, timeout time.Duration) (sizes Compacted, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("cannot compact the data file: %w", cannotUse(path, err))
		}
	}()
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return Compacted{}, err
	}
	options := fileOptions()
	options.Timeout = timeout
	source, locked, _, err := openNamed(target, options) // keeps other processes out
	if err != nil {
		return Compacted{}, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	before, err := locked.Stat()
	if err != nil {
		return Compacted{}, err
	}
	part := target + compactSuffix
	if err := removeCopy(path); err != nil {
		return Compacted{}, err
	}
	if err := copyCompact(part, before, source); err != nil {
		return Compacted{}, errors.Join(err, removeCopy(path))
	}
	if err := closeToRename(source); err != nil {
		return Compacted{}, err
	}
	after, err := os.Stat(part)
	if err == nil {
		err = os.Rename(part, target)
	}
	if err != nil {
		return Compacted{}, errors.Join(err, removeCopy(path))
	}
	return Compacted{before.Size(), after.Size()}, syncFolder(filepath.Dir(target))
}

// copyCompact writes the used pages of a file to a new file.
func copyCompact(path string, like os.FileInfo, source *bolt.DB) (err error) {
	defer catch(source.Path(), &err)
	defer faultsPanic()()
	options := fileOptions()
	options.NoSync, options.NoGrowSync = true, true
	copied, err := bolt.Open(path, like.Mode().Perm(), &options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, copied.Close()) }()
	return errors.Join(bolt.Compact(copied, source, compactedAtOnce), os.Chmod(path, like.Mode().Perm()), keepOwner(path, like), copied.Sync())
}
