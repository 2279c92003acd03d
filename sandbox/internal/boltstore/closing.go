package boltstore

import (
	"encoding/binary"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"
)

// closedKey is where the root of the file keeps the transaction that closed it. The
// same transaction writes the list of free pages, so that the next Open need not read
// every page to find them.
var closedKey = []byte("closed")

// markClosed writes the mark and the list of free pages, as the last transaction. It syncs
// them even where other writes are not synced, because the next Open trusts them.
func (db *DB) markClosed() error {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if db.file.NoSync {
		if err := db.file.Sync(); err != nil {
			return err
		}
	}
	db.file.NoSync, db.file.NoGrowSync, db.file.NoFreelistSync = false, false, false
	return db.writer.transact(func(tx *bolt.Tx) (written bool, err error) {
		return true, numbers(tx).put(closedKey, binary.BigEndian.AppendUint64(nil, uint64(tx.ID())))
	})
}

// unmarkClosed removes the mark and the list of free pages, so that the next Open
// after a crash reads every page. A copy of the running file has no mark either.
func unmarkClosed(file *bolt.DB) error {
	err := file.Update(func(tx *bolt.Tx) error { return tx.Bucket(markerBucket).Delete(closedKey) })
	if err != nil || !file.NoSync {
		return err
	}
	return file.Sync()
}

// closedBy reports whether the transaction closed the file.
func closedBy(transaction uint64, file *bolt.Tx) bool {
	n := numbers(file)
	sealed := n.bucket.Get(closedKey)
	return sealed != nil && n.intact(closedKey, sealed) && len(sealed) == 8+sumSize && binary.BigEndian.Uint64(sealed) == transaction
}
