package boltstore

import (
	"os"

	bolt "go.etcd.io/bbolt"
)

// keepOwner does nothing, because a file has the owner of its folder there.
func keepOwner(string, os.FileInfo) error { return nil }

// closeToRename closes a file, because Windows renames no file to the name of an open one,
// nor one opened by another process.
func closeToRename(source *bolt.DB) error { return source.Close() }
