package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// The bounds of bodies that are files, in bytes.
const (
	maxBodies     = 1 << 20  // of one scenario together
	maxFolderBody = 16 << 20 // of all scenarios of a folder together
)

// bodyFiles are the files of a folder; answers may name them as bodies. The zero
// value has none, because a text from elsewhere must not read files.
type bodyFiles struct {
	folder fs.FS
	left   *int // bytes left for the folder
}

// bodiesIn returns the files of a folder.
func bodiesIn(folder fs.FS) bodyFiles { return bodyFiles{folder, new(int(maxFolderBody))} }

// fileName matches names in the folder itself, because only the folder is watched.
var fileName = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*$`)

// errNoFiles refuses the key file outside of the folder of scenarios.
var errNoFiles = errors.New("only a file of the folder of scenarios may name a file; write body")

// read returns the text of a file of at most so many bytes.
func (b bodyFiles) read(name string, maxBytes int) (string, error) {
	if b.folder == nil {
		return "", errNoFiles
	}
	if !fileName.MatchString(name) {
		return "", fmt.Errorf("file must be the name of a file beside this one, of letters, digits, dots, _ and -, got %q", name)
	}
	file, err := b.folder.Open(name)
	if err != nil {
		return "", fmt.Errorf("file %s cannot be opened: %w", name, fileError(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(maxBytes)+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("file %s cannot be read: %w", name, fileError(err))
	case len(text) > maxBytes:
		return "", fmt.Errorf("file %s is too large: the files of a scenario may have %d bytes together", name, maxBodies)
	case len(text) > *b.left:
		return "", fmt.Errorf("file %s is too large: the files of a folder may have %d bytes together", name, maxFolderBody)
	case !utf8.Valid(text) || bytes.ContainsFunc(text, yamltext.IsControl):
		return "", fmt.Errorf("file %s must be UTF-8 without control characters", name)
	}
	*b.left -= len(text)
	return string(text), nil
}

// fileError returns an error without its path, because the message has it
// already.
func fileError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// file returns the text of the file named by an answer.
func (r *reader) file(w value) string {
	body, err := r.files.read(w.text, maxBodies-r.bodySize)
	if err != nil {
		r.add(fault(w.at, "%s", err))
		return ""
	}
	if r.bodies == nil {
		r.bodies = map[string]string{}
	}
	r.bodies[w.text] = body
	r.bodySize += len(body)
	return body
}
