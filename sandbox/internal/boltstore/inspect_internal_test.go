package boltstore

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestReadOnly reports a read-only root in one line, with the missing mount.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "x.db")
	got := cannotUse(path, &fs.PathError{Op: "open", Path: path, Err: syscall.EROFS}).Error()
	want := "the data file " + path + " is on a read-only file system; mount a volume at " + folder + ", such as docker run -v orders:" + folder + ", choose another file with --data, or use --ephemeral"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for reason, want := range map[error]string{
		fs.ErrPermission: "no permission to use the data file x.db: permission denied; choose another file with --data, or use --ephemeral",
		fs.ErrInvalid:    "cannot use the data file x.db: invalid argument; the file is unchanged; move it away, or choose another file with --data",
	} {
		if got := cannotUse("x.db", reason).Error(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	_, err := temporaryFile([]string{filepath.Join(folder, "none"), filepath.Join(folder, "neither")})
	if !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "--tmpfs /tmp") ||
		!strings.Contains(err.Error(), filepath.Join(folder, "none")) {
		t.Errorf("got %v, want one line with the mount and the first folder", err)
	}
}
