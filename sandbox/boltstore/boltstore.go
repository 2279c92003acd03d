package boltstore

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// ErrClosed says that the file has been closed.
var ErrClosed = errors.New("the data file is closed")

// Lifetime is how long a file is to last.
type Lifetime string

// The lifetimes of a file.
const (
	// Lasting files hold every answered write, whatever happens to the process.
	Lasting Lifetime = "lasting"
	// Ephemeral files lie in a temporary folder, are never synced and vanish
	// with the process.
	Ephemeral Lifetime = "ephemeral"
)

// Options say which file to open.
type Options struct {
	// Path is the file, made when it is not there. An ephemeral file needs none.
	Path string
	// Lifetime is Lasting when empty.
	Lifetime Lifetime
	// Timeout is how long to wait for another process to let go of the file,
	// one second when 0.
	Timeout time.Duration
}

const (
	pageSize = 16 << 10
	growSize = 1 << 20 // what is added to a file that is full
)

// DB is an open file.
type DB struct {
	file      *bolt.DB
	writer    *writer
	temporary string // the file to remove in the end, "" when it stays
	close     func() error
}

// Open opens or makes a file. A file that is damaged, belongs to another
// program or has a newer schema is refused and left as it is. The errors are
// for people: they name the file and what to do.
func Open(o Options) (*DB, error) {
	switch o.Lifetime {
	case Ephemeral:
		return openEphemeral([]string{os.TempDir(), "/dev/shm"})
	case Lasting, "":
		return openLasting(o.Path, cmp.Or(o.Timeout, time.Second))
	}
	return nil, fmt.Errorf("a data file is %s or %s, not %q", Lasting, Ephemeral, o.Lifetime)
}

func openLasting(path string, timeout time.Duration) (*DB, error) {
	if err := inspect(path, timeout); err != nil {
		return nil, err
	}
	options := fileOptions()
	options.Timeout = timeout
	file, err := bolt.Open(path, 0o600, &options)
	if err != nil {
		return nil, cannotUse(path, err)
	}
	return open(file, path)
}

// fileOptions returns how all files are laid out.
func fileOptions() bolt.Options {
	return bolt.Options{
		PageSize: pageSize, InitialMmapSize: initialMapSize(), NoStatistics: true,
		NoFreelistSync: true, FreelistType: bolt.FreelistMapType,
	}
}

// initialMapSize is how much of the address space a file is given from the start,
// 0 where that would cost more than addresses. A file that outgrows it is mapped
// anew, and then bbolt copies all that the transaction has written so far.
func initialMapSize() int {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0
	}
	return 1 << 30
}

// openEphemeral makes a file in the first of the folders that takes one.
func openEphemeral(folders []string) (*DB, error) {
	path, err := temporaryFile(folders)
	if err != nil {
		return nil, err
	}
	options := fileOptions()
	options.NoSync, options.NoGrowSync = true, true
	file, err := bolt.Open(path, 0o600, &options)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot use the temporary data file %s: %w", path, err), os.Remove(path))
	}
	// Where the system allows it the file loses its name now, so that not even
	// a killed process leaves it behind.
	_ = os.Remove(path)
	db, err := open(file, path)
	if err != nil {
		return nil, err
	}
	db.temporary = path
	return db, nil
}

func temporaryFile(folders []string) (string, error) {
	var tried []error
	for _, folder := range folders {
		f, err := os.CreateTemp(folder, "commerce-sandbox-*.db")
		if err == nil {
			return f.Name(), f.Close()
		}
		tried = append(tried, err)
	}
	return "", fmt.Errorf("no folder takes the temporary data file; mount a writable one, for example "+
		"with docker run --tmpfs /tmp: %w", errors.Join(tried...))
}

// open brings an open file to this program's schema and starts its writer.
func open(file *bolt.DB, path string) (*DB, error) {
	if err := upgrade(file); err != nil {
		return nil, errors.Join(cannotUse(path, err), file.Close())
	}
	file.AllocSize = growSize
	db := &DB{file: file, writer: newWriter(file)}
	db.close = sync.OnceValue(db.shutDown)
	return db, nil
}

// upgrade writes only to a file whose schema is older than the program's.
func upgrade(file *bolt.DB) error {
	var version int
	err := file.View(func(tx *bolt.Tx) (err error) {
		version, err = schemaVersion(tx)
		return err
	})
	if err != nil || version == len(migrations) {
		return err
	}
	return file.Update(func(tx *bolt.Tx) error { return migrate(tx, version) })
}

// Close answers the updates that wait, refuses further ones, waits for the
// views that run, and closes the file; an ephemeral one is gone then. Further
// calls of Close do nothing.
func (db *DB) Close() error { return db.close() }

func (db *DB) shutDown() error {
	db.writer.close()
	err := db.file.Close()
	if db.temporary == "" {
		return err
	}
	if removed := os.Remove(db.temporary); !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

// view runs fn against one state of the file.
func (db *DB) view(fn func(*bolt.Tx) error) error {
	err := db.file.View(fn)
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		return ErrClosed
	}
	return err
}
