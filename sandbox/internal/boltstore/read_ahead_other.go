//go:build !linux

package boltstore

// readAhead does nothing where the system decides what it reads ahead.
type readAhead struct{}

func (*readAhead) reads([]byte) {}
