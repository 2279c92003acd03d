package boltstore

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// ErrClosed is returned after the data file is closed.
var ErrClosed = errors.New("the data file is closed")

// sentry begins and ends the transactions of a file, and looks whether another process
// has written the file: somebody may have emptied it, or copied a backup over it. This
// process's knowledge of the pages is then wrong, and a further write would damage the
// backup. Such a file is lost for this process.
//
// bbolt panics when it finds no meta page, and then keeps its locks, so the next
// transaction would wait for ever. Then nobody may use it any more.
type sentry struct {
	path string
	file *bolt.DB
	lost atomic.Pointer[accounts.DamageError] // nil while the file is whole
	jams atomic.Bool                          // whether bbolt keeps a lock

	unreadable atomic.Pointer[accounts.DamageError] // the latest unreadable part that one found, nil for none

	writing sync.Mutex // held during a writing transaction
	opened  *os.File   // nil for a file hidden from other processes
	wrote   meta       // last
}

// watch begins to look at the file.
func (s *sentry) watch(file *os.File) error {
	now, err := newestMeta(file)
	if err != nil {
		return err
	}
	s.opened, s.wrote = file, now
	return nil
}

// check returns why the file is lost, nil if it is not. While a transaction writes, it
// does not look.
func (s *sentry) check() error {
	if lost := s.lost.Load(); lost != nil {
		return lost
	}
	if !s.writing.TryLock() {
		return nil
	}
	defer s.writing.Unlock()
	return s.compare()
}

// compare compares the meta page of the file with the last written one.
func (s *sentry) compare() error {
	if lost := s.lost.Load(); lost != nil {
		return lost
	}
	if s.opened == nil {
		return nil
	}
	info, err := s.opened.Stat()
	if errors.Is(err, os.ErrClosed) {
		return ErrClosed
	}
	if err != nil {
		return err
	}
	switch now, _ := newestMeta(s.opened); { // none when it is damaged
	case info.Size() < int64(s.wrote.next)*s.wrote.pageSize:
		return s.lose("it was emptied or cut off while it was in use", restart)
	case now != s.wrote:
		return s.lose(overwritten, restart)
	}
	return nil
}

// endCommit remembers the meta page after the commit of a transaction, and returns the
// error of the commit with the file. When the meta page has the transaction though its
// commit failed, the system could not sync it: nobody knows whether it is on the disk, so
// the file is lost.
func (s *sentry) endCommit(transaction int, failed error) error {
	if failed != nil {
		failed = &accounts.WriteError{Path: s.path, Err: failed}
	}
	if s.opened == nil {
		return failed
	}
	now, _ := newestMeta(s.opened)
	switch written := now.transaction == uint64(transaction); {
	case failed != nil && written:
		return s.lose(fmt.Sprintf("the system could not sync its last write (%v)", errors.Unwrap(failed)),
			"look at the disk, and restart the sandbox, which then uses what the file has")
	case failed != nil:
		return failed
	case !written:
		return s.lose(overwritten, restart)
	}
	s.wrote = now
	return nil
}

const (
	overwritten = "it was overwritten while it was in use"
	restart     = "restart the sandbox, which then uses what the file has; stop it before you restore a backup"
)

// lose marks the file as lost. Only the first reason counts.
func (s *sentry) lose(what, remedy string) error {
	s.lost.CompareAndSwap(nil, &accounts.DamageError{Path: s.path, What: what, Remedy: remedy})
	return s.lost.Load()
}

// begin begins a transaction. The error is ErrClosed when the file is closed.
func (s *sentry) begin(writable bool) (tx *bolt.Tx, err error) {
	defer s.catchJam(&err)
	tx, err = s.file.Begin(writable)
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		err = ErrClosed
	}
	return tx, err
}

// rollback ends a transaction without effect. It reads the file and fails for a lost one.
func (s *sentry) rollback(tx *bolt.Tx) (err error) {
	if s.jams.Load() {
		return s.lost.Load() // it would wait for ever
	}
	defer s.catchJam(&err)
	_ = tx.Rollback() // an error changes nothing: the file keeps its last state
	return nil
}

// catchJam returns a panic of bbolt between its locks as an error. Defer it directly.
func (s *sentry) catchJam(err *error) {
	if p := recover(); p != nil {
		what := fmt.Sprint(p)
		var damage *accounts.DamageError
		if errors.As(panicError(s.path, p), &damage) {
			what = damage.What
		}
		*err = s.lose(what, restart)
		s.jams.Store(true)
	}
}

// note remembers an unreadable part found by a transaction.
func (s *sentry) note(err error) {
	var damage *accounts.DamageError
	if err != nil && errors.As(err, &damage) && damage.Unreadable {
		s.unreadable.Store(damage)
	}
}

// health returns why the file cannot be used, nil when it can.
func (s *sentry) health() error {
	if err := s.check(); err != nil {
		return err
	}
	if damage := s.unreadable.Load(); damage != nil {
		return damage
	}
	return nil
}

// close closes the file. If bbolt keeps its locks, it is only unlocked for others.
func (s *sentry) close() error {
	if !s.jams.Load() {
		s.writing.Lock() // a look at the file that is closed meanwhile would take it for overwritten
		defer s.writing.Unlock()
		return s.file.Close()
	}
	if s.opened == nil {
		return nil
	}
	return s.opened.Close()
}
