package boltstore

import "os"

const (
	growSize    = 1 << 20  // the growth of a small full file at a time
	maxGrowSize = 16 << 20 // how much a large one does
)

// growth returns the growth of a full file at a time. Each time costs a sync, so a
// large file grows by more.
func growth(size int64) int { return int(min(max(size/4, growSize), maxGrowSize)) }

// reservedFor is about the size of a usual transaction.
const reservedFor = 256 << 10

// reserve writes zeros behind the end of a synced file when the next usual transaction may need
// them, so their blocks are on the disk already. Otherwise a sync of new pages also waits until
// the file system has written their blocks in its journal. If it fails, bbolt extends the file
// as needed.
func reserve(file *os.File, used int64) {
	info, err := file.Stat() // fails without a file
	if err != nil || info.Size()-used >= 2*reservedFor {
		return
	}
	if _, err := file.WriteAt(make([]byte, growSize), info.Size()); err == nil {
		_ = file.Sync()
	}
}
