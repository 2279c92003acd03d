package boltstore

import (
	bolt "go.etcd.io/bbolt"
)

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
