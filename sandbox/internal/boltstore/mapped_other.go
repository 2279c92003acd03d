//go:build !linux

package boltstore

import bolt "go.etcd.io/bbolt"

// unmap does nothing where the system takes unused pages out of the process's memory.
func unmap(*bolt.DB, int64) {}
