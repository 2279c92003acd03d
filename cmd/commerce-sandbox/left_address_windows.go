package main

import "io/fs"

// isOwn trusts the temporary folder, because that of Windows belongs to one user.
func isOwn(fs.FileInfo) bool { return true }
