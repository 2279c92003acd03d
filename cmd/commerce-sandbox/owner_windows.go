package main

import "io/fs"

// isOwn trusts every file, because the rights of Windows are not in its mode, and the
// temporary folder belongs to one user.
func isOwn(fs.FileInfo, fs.FileMode) bool { return true }
