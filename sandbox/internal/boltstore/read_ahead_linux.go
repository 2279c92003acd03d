package boltstore

import (
	"syscall"
	"unsafe"
)

// aheadBytes is how much of the file a readAhead requests at once.
const aheadBytes = 1 << 20

// readAhead lets the system read what follows the entries that a transaction reads in the
// order of the file. Otherwise it reads pages that are not in its cache one by one, because
// bbolt maps the file for reads in any order: the first list of 100,000 orders after a boot
// took 28 s in place of 4 to 10.
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
