package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// The paths of stdout and of stdin.
const (
	toStdout  = "-"
	fromStdin = "-"
)

// writeFile writes a file, or to stdout for "-". The file appears when it is
// complete: an error leaves neither a part of it nor a change of an existing one.
func (p *program) writeFile(path string, write func(io.Writer) error) error {
	if path == toStdout {
		return write(p.stdout)
	}
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular(): // a rename would replace a pipe or a device
		to, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(to), to.Close())
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	return replaceFile(path, 0o600, write)
}

// writeText returns a function that writes a text.
func writeText(text string) func(io.Writer) error {
	return func(to io.Writer) error {
		_, err := io.WriteString(to, text)
		return err
	}
}

// replaceFile writes a file. It appears when it is complete. A link of that name is
// replaced, and not followed.
func replaceFile(path string, mode os.FileMode, write func(io.Writer) error) error {
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(write(part), part.Chmod(mode), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		_ = os.Remove(part.Name())
	}
	return err
}

// writeNew writes a new file, and says so with words about what to do next. The words for a
// file that exists say what to do then.
func (p *program) writeNew(path, content, exists, next string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists%s", path, exists)
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(content)
	if err = errors.Join(err, file.Close()); err == nil {
		_, err = fmt.Fprintf(p.stdout, "%s is written%s\n", path, next)
	}
	return err
}

// openInput opens a file, or stdin for "-".
func openInput(path string, stdin io.Reader) (io.ReadCloser, error) {
	if path == fromStdin {
		return io.NopCloser(stdin), nil
	}
	return os.Open(path)
}

// readAs reads a file and parses it. The error names the file.
func readAs[T any](path string, parse func([]byte) (T, error)) (parsed T, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return parsed, err
	}
	if parsed, err = parse(text); err != nil {
		return parsed, fmt.Errorf("%s: %w", path, err)
	}
	return parsed, nil
}

// extensions are how the files of a report end, by their formats.
var extensions = map[client.Format]string{
	client.AsText: ".txt", client.AsJSON: ".json", client.AsJUnit: ".xml", client.AsMarkdown: ".md", client.AsHTML: ".html",
}

var reportFormats = []client.Format{client.AsText, client.AsJSON, client.AsJUnit, client.AsMarkdown, client.AsHTML}

// writeReports writes the text of each format into a folder, and makes the folder: into
// files with a name, such as run.txt.
func writeReports(folder, name string, formats []client.Format, text func(client.Format) (string, error)) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var faults []error
	for _, format := range formats {
		written, err := text(format)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name+extensions[format]), []byte(written), 0o666)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}
