package main

import "io/fs"

// isTrusted trusts every file, because the rights of Windows are not in its mode.
func isTrusted(fs.FileInfo) bool { return true }

// isOwn trusts the temporary folder, because on Windows it belongs to one user.
func isOwn(fs.FileInfo) bool { return true }
