//go:build !linux

package boltstore

import bolt "go.etcd.io/bbolt"

// unmap does nothing where the system takes unused pages out of the process's memory.
func unmap(*bolt.DB, int64) {}

// readAhead does nothing where the system decides what it reads ahead.
type readAhead struct{}

func (*readAhead) reads([]byte) {}
