package boltstore

import (
	"syscall"
	"unsafe"

	bolt "go.etcd.io/bbolt"
)

// unmap takes the pages of a file that was read out of the process's memory. The
// system keeps them in its cache, and maps those that are read again. Only the writer
// may call it, because a transaction that writes can map the file elsewhere.
func unmap(file *bolt.DB, size int64) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, file.Info().Data, uintptr(size), syscall.MADV_DONTNEED) // it saves memory and nothing else
}

// aheadBytes is how much of the file a readAhead requests at once.
const aheadBytes = 1 << 20

// readAhead lets the system read what follows the entries that a transaction reads in the
// order of the file. Otherwise it reads pages that are not in its cache one by one, because
// bbolt maps the file for reads in any order: ten times as slow.
type readAhead struct{ at uintptr }

// reads requests the bytes around an entry that the transaction reads now, and those behind.
func (a *readAhead) reads(entry []byte) {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(entry))) &^ (aheadBytes - 1)
	if at == a.at {
		return
	}
	a.at = at
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, at, 2*aheadBytes, syscall.MADV_WILLNEED) // it saves time and nothing else
}
