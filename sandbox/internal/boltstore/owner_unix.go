//go:build unix

package boltstore

import (
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of another one, because the copy of a
// file that root compacts must stay one that the sandbox may open.
func keepOwner(path string, like os.FileInfo) error {
	if of, ok := like.Sys().(*syscall.Stat_t); ok {
		return os.Chown(path, int(of.Uid), int(of.Gid))
	}
	return nil
}
