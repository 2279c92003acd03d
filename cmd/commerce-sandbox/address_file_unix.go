//go:build unix

package main

import (
	"io/fs"
	"os"
	"syscall"
)

// isTrusted reports whether a file belongs to this user, and nobody else may write it.
func isTrusted(info fs.FileInfo) bool {
	system, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(system.Uid) == os.Getuid() && info.Mode().Perm()&0o022 == 0
}

// isOwn reports whether a file belongs to this user and to nobody else.
func isOwn(info fs.FileInfo) bool {
	system, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(system.Uid) == os.Getuid() && info.Mode().Perm()&0o077 == 0
}
