package boltstore

import (
	"os"

	bolt "go.etcd.io/bbolt"
)

const (
	growSize    = 1 << 20  // the growth of a small full file at a time
	maxGrowSize = 16 << 20 // how much a large one does
)

// growth returns the growth of a full file at a time. Each time costs a sync, so a
// large file grows by more.
func growth(size int64) int { return int(min(max(size/4, growSize), maxGrowSize)) }

// reserve is room behind the last page of a synced file, with blocks on the disk
// already. Otherwise a sync of new pages also waits until the file system has written
// their blocks in its journal.
type reserve struct {
	file *os.File // nil for none
}

const (
	reservedFor = 256 << 10 // about the size of a usual transaction
	zeroSize    = 64 << 10
)

// isShort reports whether the next usual transaction may need pages behind the end of the file.
func (r reserve) isShort(tx *bolt.Tx) bool {
	info, err := r.file.Stat() // fails without a file
	if err != nil {
		return false
	}
	return info.Size()-tx.Size() < 2*reservedFor
}

// extend writes zeros behind the end of the file. If it fails, bbolt extends the
// file as needed.
func (r reserve) extend() {
	info, err := r.file.Stat()
	if err != nil {
		return
	}
	zeros := make([]byte, zeroSize)
	for at := info.Size(); at < info.Size()+growSize; at += zeroSize {
		if _, err := r.file.WriteAt(zeros, at); err != nil {
			return
		}
	}
	_ = r.file.Sync()
}
