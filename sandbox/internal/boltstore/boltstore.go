package boltstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Lifetime says how long a data file lasts.
type Lifetime string

// The lifetimes of a file.
const (
	// Lasting files are synced before each answer, so no answered write is lost.
	Lasting Lifetime = "lasting"
	// Ephemeral files are in a temporary folder, are never synced and end with
	// the process.
	Ephemeral Lifetime = "ephemeral"
)

// Options select the data file to open.
type Options struct {
	// Path is the file. Open creates it when it does not exist. An ephemeral file
	// needs none.
	Path string
	// Lifetime is Lasting when empty.
	Lifetime Lifetime
	// NoSync leaves it to the operating system when the writes of a lasting file
	// reach the disk.
	NoSync bool
	// Timeout limits how long Open waits for another process to close the file.
	// It is one second when 0.
	Timeout time.Duration
}

// DB is an open data file. It is safe for concurrent use.
type DB struct {
	file      *bolt.DB
	path      string
	sentry    *sentry
	writer    *writer
	views     *views
	parts     partLimits
	turns     accounts.Turns // shared by the updates of an account, taken alone while its records are copied
	drafts    atomic.Uint64  // how many have had a hidden bucket
	updates   uint64         // with stored records; only the writer reads and writes it
	opened    os.FileInfo    // of a lasting file when it was opened
	temporary string         // the file to remove when it is closed, "" for none
	created   bool           // by Open
	warning   error          // the finding of Open, nil for nothing
	close     func() error
}

// Open opens a data file or creates it. It does not open or change a damaged file,
// another program's or one with another schema. Its errors name the file and the
// user's remedy.
func Open(o Options) (*DB, error) {
	switch o.Lifetime {
	case Ephemeral:
		return openEphemeral([]string{os.TempDir(), "/dev/shm"})
	case Lasting, "":
		return openLasting(o)
	}
	return nil, fmt.Errorf("the lifetime of a data file must be %s or %s, got %q", Lasting, Ephemeral, o.Lifetime)
}

func openLasting(o Options) (db *DB, err error) {
	timeout := cmp.Or(o.Timeout, time.Second)
	if err := inspect(o.Path, timeout); err != nil {
		return nil, err
	}
	options := fileOptions()
	options.Timeout, options.NoSync, options.NoGrowSync = timeout, o.NoSync, o.NoSync
	file, locked, created, err := openNamed(o.Path, options)
	defer func() {
		if err != nil && created {
			_ = os.Remove(o.Path) // it has nothing
		}
	}()
	if err != nil {
		return nil, cannotUse(o.Path, err)
	}
	_ = removeCopy(o.Path) // it needs room, but a left copy harms nothing
	if created && !o.NoSync {
		if err := syncFolder(filepath.Dir(o.Path)); err != nil {
			return nil, errors.Join(cannotUse(o.Path, err), file.Close())
		}
	}
	warning := damagedMeta(o.Path) // before the first write replaces the page
	synced := locked
	if o.NoSync {
		synced = nil
	}
	db, err = open(file, o.Path, synced)
	if err != nil {
		return nil, err
	}
	db.warning, db.created = warning, created
	if db.opened, err = locked.Stat(); err == nil {
		err = db.sentry.watch(locked)
	}
	if err != nil {
		return nil, errors.Join(cannotUse(o.Path, err), db.Close())
	}
	return db, nil
}

// openNamed opens a file and locks it, and reports whether it created it. While it waited for
// the lock, another process may have compacted the file. The name then belongs to another
// file, in use by that process.
func openNamed(path string, options bolt.Options) (file *bolt.DB, locked *os.File, created bool, err error) {
	options.OpenFile = func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
		locked, err = os.OpenFile(name, flag|os.O_EXCL, mode)
		if created = err == nil; !created {
			locked, err = os.OpenFile(name, flag, mode)
		}
		return locked, err
	}
	file, err = bolt.Open(path, 0o600, &options)
	if err != nil {
		return nil, nil, created, err
	}
	opened, err := locked.Stat()
	named, missing := os.Stat(path)
	if err = errors.Join(err, missing); err == nil && !os.SameFile(opened, named) {
		err = berrors.ErrTimeout
	}
	if err != nil {
		return nil, nil, false, errors.Join(err, file.Close()) // another process may use the created one
	}
	return file, locked, created, nil
}

// syncFolder syncs the entry of a new file, because a file without its name on the
// disk is lost with the power.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" { // Windows cannot sync a folder
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// fileOptions returns the common options of all data files.
func fileOptions() bolt.Options {
	return bolt.Options{
		PageSize: pageSize, InitialMmapSize: initialMapSize(), NoStatistics: true,
		NoFreelistSync: true, FreelistType: bolt.FreelistMapType,
	}
}

// initialMapSize returns how much address space a file gets when it is opened, 0
// where address space would cost memory. bbolt maps an outgrown file again, and
// then copies everything the transaction has written so far.
func initialMapSize() int {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0
	}
	return 1 << 30
}

// openEphemeral creates a file in the first writable folder.
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
	// Where the system allows it, the file loses its name now, so a killed process
	// leaves nothing either.
	_ = os.Remove(path)
	db, err := open(file, path, nil)
	if err != nil {
		return nil, err
	}
	db.temporary = path
	return db, nil
}

// temporaryFile creates a file in the first writable folder.
func temporaryFile(folders []string) (string, error) {
	var first error // the others are from fallbacks
	for _, folder := range folders {
		f, err := os.CreateTemp(folder, "commerce-sandbox-*.db")
		if err == nil {
			return f.Name(), f.Close()
		}
		first = cmp.Or(first, err)
	}
	return "", fmt.Errorf("cannot create the temporary data file; mount a writable folder, for example "+
		"with docker run --tmpfs /tmp: %w", first)
}

// open creates the schema in an empty file, and removes the remains of a killed process. synced
// is nil for a file whose writes are not synced.
func open(file *bolt.DB, path string, synced *os.File) (*DB, error) {
	s := &sentry{path: path, file: file}
	db := &DB{file: file, path: path, sentry: s, views: &views{sentry: s}, parts: usualParts()}
	db.writer = newWriter(file, path, s, db.views, synced)
	db.close = sync.OnceValue(db.shutDown)
	err := db.writer.write(context.Background(), func(file *bolt.Tx) (work, error) {
		version, err := schemaVersion(file)
		if err != nil {
			return work{}, err
		}
		if version == 0 {
			return work{apply: createRoots}, nil
		}
		if left, _ := file.Bucket(stagingBucket).Cursor().First(); left != nil {
			return work{apply: sweep}, nil
		}
		return work{}, nil
	})
	if err != nil {
		return nil, errors.Join(cannotUse(path, err), db.Close())
	}
	return db, nil
}

// Warning returns a finding of Open about a possible loss of the last write before
// it, nil for none.
func (db *DB) Warning() error { return db.warning }

// RemoveIfNew lets Close remove the file if Open created it, because a failed start
// leaves none.
func (db *DB) RemoveIfNew() {
	if db.created {
		db.temporary = db.path
	}
}

// Close answers the waiting updates, rejects further ones, waits for the running
// views, and closes the file. It removes an ephemeral file. Further calls of Close
// do nothing.
func (db *DB) Close() error { return db.close() }

func (db *DB) shutDown() error {
	db.writer.close()
	db.views.hold() // for ever, because the file is closed only when nobody reads
	err := db.sentry.close()
	if db.temporary == "" {
		return err
	}
	if removed := os.Remove(db.temporary); !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

// view runs fn on one state of the file. If fn meets damage, view ends it with an
// error.
func (db *DB) view(fn func(*bolt.Tx) error) error {
	return db.read(func(v *openView) error { return fn(v.file) })
}

// read is view, with the whole view for fn.
func (db *DB) read(fn func(*openView) error) (err error) {
	defer func() { db.sentry.note(err) }()
	defer catch(db.path, &err)
	defer faultsPanic()()
	v, err := db.views.take()
	if err != nil {
		return err
	}
	whole := false
	defer func() {
		if whole {
			db.views.give(v)
		} else {
			v.end() // because damage stopped it anywhere
		}
	}()
	err = fn(v)
	whole = true
	return err
}

// compactSuffix is the end of the name of a copy.
const compactSuffix = ".compact"

// removeCopy removes the copy left by a killed process beside a compacted file.
func removeCopy(path string) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	if err := os.Remove(target + compactSuffix); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
