package control

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
)

// createTemporary makes a temporary file in a folder, "" for the system's. Where the system
// allows it, the file loses its name at once, so that a killed process leaves nothing.
func createTemporary(folder, pattern string) (*os.File, error) {
	file, err := os.CreateTemp(folder, pattern)
	if err != nil {
		return nil, noRoom(err)
	}
	_ = os.Remove(file.Name())
	return file, nil
}

// removeTemporary closes a temporary file, first because Windows removes no open file, and
// removes it.
func removeTemporary(file *os.File) error {
	closed := file.Close()
	if err := os.Remove(file.Name()); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(closed, err)
	}
	return closed
}

// noRoom returns the error of an unwritable temporary file.
func noRoom(err error) error {
	return problem(http.StatusInsufficientStorage, "free some space there, or mount a writable folder, for example with docker run --tmpfs /tmp",
		"it needs a temporary file: %v", err)
}
