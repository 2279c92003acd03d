package boltstore

import (
	"syscall"

	bolt "go.etcd.io/bbolt"
)

// unmap takes the pages of a file that was read out of the process's memory. The
// system keeps them in its cache, and maps those that are read again. Only the writer
// may call it, because a transaction that writes can map the file elsewhere.
func unmap(file *bolt.DB, size int64) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, file.Info().Data, uintptr(size), syscall.MADV_DONTNEED) // it saves memory and nothing else
}
