//go:build unix

package main

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwn reports whether a file belongs to this user, and nobody else has a right to it.
func isOwn(info fs.FileInfo, rights fs.FileMode) bool {
	system, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(system.Uid) == os.Getuid() && info.Mode().Perm()&rights == 0
}
