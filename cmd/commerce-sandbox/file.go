package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// toStdout is the path that means stdout.
const toStdout = "-"

// writeFile writes a file, or to stdout for "-". The file appears when it is
// complete: an error leaves neither a part of it nor changes one that was there.
func (p *program) writeFile(path string, write func(io.Writer) error) error {
	if path == toStdout {
		return write(p.stdout)
	}
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(write(part), part.Chmod(0o600), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		_ = os.Remove(part.Name())
	}
	return err
}
