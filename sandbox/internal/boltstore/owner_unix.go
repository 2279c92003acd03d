//go:build unix

package boltstore

import (
	"os"
	"syscall"

	bolt "go.etcd.io/bbolt"
)

// keepOwner gives a file the owner and the group of another one, because root may
// compact a file and the sandbox must still be allowed to open the copy.
func keepOwner(path string, like os.FileInfo) error {
	if of, ok := like.Sys().(*syscall.Stat_t); ok {
		return os.Chown(path, int(of.Uid), int(of.Gid))
	}
	return nil
}

// closeToRename does nothing, because a file may get the name of an open one there.
func closeToRename(*bolt.DB) error { return nil }
