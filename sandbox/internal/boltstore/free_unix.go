//go:build linux || darwin

package boltstore

import (
	"math"
	"syscall"
)

// freeIn returns how many bytes are left in a folder for this user, as many as there can
// be when the system does not say.
func freeIn(folder string) uint64 {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return math.MaxUint64
	}
	return uint64(disk.Bavail) * uint64(disk.Bsize)
}
