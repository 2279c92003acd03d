package boltstore

import (
	"bytes"
	"encoding/binary"

	bolt "go.etcd.io/bbolt"
)

// closedKey is the key of the closing transaction in the root of the file, with the
// checksum of the pages above the records. The same transaction writes the list of free
// pages, so the next Open need not read every page to find them. It reads no records, and
// a damaged link would make some of them disappear without a trace.
var closedKey = []byte("closed")

// markClosed writes the mark and the list of free pages, as the last transaction. It syncs
// them even where other writes are not synced, because the next Open trusts them.
func (db *DB) markClosed() error {
	defer faultsPanic()()
	if db.file.NoSync {
		if err := db.file.Sync(); err != nil {
			return err
		}
	}
	closed, err := walkPages(db.path, true)
	if err != nil {
		return err
	}
	db.file.NoSync, db.file.NoGrowSync, db.file.NoFreelistSync = false, false, false
	return db.writer.transact(func(tx *bolt.Tx) (written bool, err error) {
		closed.transaction = uint64(tx.ID())
		return true, numbers(tx).put(closedKey, closed.mark())
	})
}

// unmarkClosed removes the mark and the list of free pages, so the next Open after
// a crash reads every page. A copy of the running file has no mark either.
func (db *DB) unmarkClosed() error {
	err := db.writer.transact(func(tx *bolt.Tx) (written bool, err error) {
		return true, tx.Bucket(markerBucket).Delete(closedKey)
	})
	if err != nil || !db.file.NoSync {
		return err
	}
	return db.file.Sync()
}

// mark returns the value of closedKey for a file with this usage.
func (u usage) mark() []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(nil, u.transaction), u.links)
}

// closedWith reports whether the file was closed with its pages used so.
func closedWith(all usage, file *bolt.Tx) bool {
	n := numbers(file)
	return bytes.Equal(n.bucket.Get(closedKey), n.withChecksum(closedKey, all.mark()))
}
