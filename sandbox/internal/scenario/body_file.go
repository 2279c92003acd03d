package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
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
func (b bodyFiles) read(name string, limit int) (string, error) {
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
	text, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("file %s cannot be read: %w", name, fileError(err))
	case len(text) > limit:
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

// fileWord is the value of file, with the place of its key.
type fileWord struct {
	word
	key *token.Token
}

// namedFile is a file named by a scenario, with its text.
type namedFile struct {
	fileWord
	body string
}

// file returns the text of the file named by an answer.
func (r *reader) file(w fileWord) string {
	limit := maxBodies
	for _, f := range r.named {
		limit -= len(f.body)
	}
	body, err := r.files.read(w.text, limit)
	if err != nil {
		r.add(fault(w.at, "%s", err))
	}
	r.named = append(r.named, namedFile{w, body})
	return body
}

// inlineBodies returns a text with bodies in place of files, for reading it elsewhere.
func inlineBodies(text string, named []namedFile) string {
	if len(named) == 0 {
		return text
	}
	readable := replaceFiles(text, named, func(quoted string) string { return quoted })
	if _, err := parseYAML([]byte(readable), maxCarried); err == nil {
		return readable
	}
	return replaceFiles(text, named, escapeMarks)
}

// replaceFiles returns a text with bodies in place of files, quoted and then written by a
// function.
func replaceFiles(text string, named []namedFile, write func(quoted string) string) string {
	for _, f := range slices.Backward(named) { // because places before stay
		from, to := placeIn(text, f.key), placeIn(text, f.at)
		key := strings.Replace(text[from:to], "file", "body", 1)
		text = text[:from] + key + write(phrase.Quote(f.body)) + strings.TrimPrefix(text[to:], strings.TrimSpace(f.at.Origin))
	}
	return text
}

// escapeMarks escapes the marks of YAML in a quoted text, because the reader counts
// marks without regard to quotes.
func escapeMarks(quoted string) string {
	var b strings.Builder
	b.WriteByte('"')
	inner := strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `\x22`)
	for i := range len(inner) {
		if strings.IndexByte("{}[],:%&*!|><#@`'-?", inner[i]) >= 0 {
			fmt.Fprintf(&b, `\x%02x`, inner[i])
		} else {
			b.WriteByte(inner[i])
		}
	}
	b.WriteByte('"')
	return b.String()
}

// placeIn returns where a token begins, in bytes.
func placeIn(text string, at *token.Token) int {
	start := 0
	for range at.Position.Line - 1 {
		start += strings.IndexByte(text[start:], '\n') + 1
	}
	for range at.Position.Column - 1 {
		_, size := utf8.DecodeRuneInString(text[start:])
		start += size
	}
	return start
}

// keyOf returns the key of a mapping by its name, nil when absent.
func keyOf(node ast.Node, name string) *token.Token {
	entries, _ := entriesOf(node)
	for _, entry := range entries {
		if key := entry.Key.GetToken(); key.Value == name {
			return key
		}
	}
	return nil
}
