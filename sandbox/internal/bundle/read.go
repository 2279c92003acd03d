package bundle

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// The bounds of a bundle.
const (
	maxFiles     = 2_000
	maxDirectory = 1 << 20  // bytes of the list of files
	maxBytes     = 4 << 30  // of all files, uncompressed
	maxRatio     = 200      // of a file of more than smallFile bytes to its compressed bytes
	smallFile    = 1 << 20  // it may have any ratio
	maxDocument  = 5 << 20  // bytes of a file that is read whole
	maxLine      = 32 << 20 // bytes of a record or a call
	maxCalls     = 1_000_000
	maxNumber    = 1 << 53 // of a call; JavaScript reads it without loss
)

// NotABundleError says why this program does not read a file as a bundle.
type NotABundleError struct{ what string }

// Error says what is wrong.
func (e *NotABundleError) Error() string { return e.what }

func wrong(format string, args ...any) error { return &NotABundleError{fmt.Sprintf(format, args...)} }

// Bundle is a wholly checked bundle. Its files are read when they are needed.
type Bundle struct {
	Manifest  client.BundleInfo
	State     State
	Scenarios []scenario.Text
	bodies    fs.FS // files named by scenarios
	files     map[string]*zip.File
	file      *os.File // of Open, nil when it is closed
}

// Read reads a bundle of so many bytes and checks all its files. The error is a
// *NotABundleError or that of from.
func Read(ctx context.Context, from io.ReaderAt, size int64) (*Bundle, error) {
	if err := checkDirectory(from, size); err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(from, size)
	if err != nil {
		return nil, wrong("the file is no bundle: %v", err)
	}
	bodies, err := fs.Sub(archive, path.Clean(bodiesDir))
	if err != nil {
		return nil, err
	}
	b := &Bundle{bodies: bodies, files: map[string]*zip.File{}}
	if err := b.list(archive, size); err != nil {
		return nil, err
	}
	if err := b.readManifest(); err != nil {
		return nil, err
	}
	for _, f := range archive.File {
		if err := b.verify(ctx, f.Name); err != nil {
			return nil, err
		}
	}
	return b, b.readDocuments()
}

// The end of a zip without a comment, see APPNOTE 4.3.16.
const (
	endLength    = 22
	endSignature = "PK\x05\x06"
)

// checkDirectory checks that the list of files is where the end of the file says, and
// short. A bundle has no comment and is no zip64, so the end has one length.
func checkDirectory(from io.ReaderAt, size int64) error {
	var end [endLength]byte
	if size < endLength {
		return wrong("the file is no bundle: it has only %d bytes", size)
	}
	if _, err := from.ReadAt(end[:], size-endLength); err != nil {
		return err
	}
	files, bytes := binary.LittleEndian.Uint16(end[10:]), int64(binary.LittleEndian.Uint32(end[12:]))
	start := int64(binary.LittleEndian.Uint32(end[16:]))
	switch {
	case string(end[:4]) != endSignature:
		return wrong("the file is no bundle, or it was cut or changed: it does not end as a zip")
	case files > maxFiles || bytes > maxDirectory:
		return wrong("the file is no bundle: it has %d files, and a bundle has at most %d", files, maxFiles)
	case start+bytes != size-endLength:
		return wrong("the file is no bundle, or it was cut or changed: its list of files is not at its end")
	}
	return nil
}

// fileName matches the possible names in a bundle.
var fileName = regexp.MustCompile(`^(README\.txt|manifest\.json|account\.json|[a-z]+\.jsonl|scenarios/[A-Za-z0-9][A-Za-z0-9._-]{0,127}\.yaml|scenarios/files/[A-Za-z0-9_-][A-Za-z0-9._-]{0,255})$`)

// list checks the list of files: their kinds and sizes.
func (b *Bundle) list(archive *zip.Reader, size int64) error {
	var packed, all uint64
	for _, f := range archive.File {
		switch {
		case b.files[f.Name] != nil:
			return wrong("the bundle has %.100q twice", f.Name)
		case !f.Mode().IsRegular():
			return wrong("%.100q is no regular file", f.Name)
		case f.UncompressedSize64 > smallFile && f.UncompressedSize64/maxRatio > f.CompressedSize64:
			return wrong("%.100q would expand to more than %d times its size", f.Name, maxRatio)
		}
		packed, all = packed+f.CompressedSize64, all+f.UncompressedSize64
		if packed > uint64(size) || all > maxBytes {
			return wrong("the files of the bundle are larger than it can have: at most %d GiB together", maxBytes>>30)
		}
		b.files[f.Name] = f
	}
	return nil
}

// open returns the content of a file. The zip checks its size, and its CRC at the end.
func (b *Bundle) open(name string) (io.ReadCloser, error) {
	f := b.files[name]
	if f == nil {
		return nil, wrong("%s is missing in the bundle", name)
	}
	r, err := f.Open()
	if err != nil {
		return nil, wrong("%s cannot be read: %v", name, err)
	}
	return r, nil
}

// readDocument reads a JSON file as a whole.
func (b *Bundle) readDocument(name string, into any) error {
	text, err := b.readText(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return wrong("%s cannot be read: %v", name, err)
	}
	return nil
}

func (b *Bundle) readText(name string) ([]byte, error) {
	r, err := b.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if b.files[name].UncompressedSize64 > maxDocument {
		return nil, wrong("%s has more than %d MiB", name, maxDocument>>20)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, wrong("%s cannot be read: %v", name, explain(err))
	}
	return text, nil
}

// explain returns the error of a damaged zip in words.
func explain(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, zip.ErrChecksum), errors.As(err, &corrupt):
		return errors.New("its content was damaged")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it was cut")
	}
	return err
}

// readManifest reads the manifest. It checks the format, and that the bundle has all files that it
// must have, and none that no bundle has.
func (b *Bundle) readManifest() error {
	m := &b.Manifest
	if err := b.readDocument(manifestName, m); err != nil {
		return err
	}
	if m.Format != Format {
		return wrong("the bundle has format %d, of commerce-sandbox %.40s; this program reads format %d: open it with that version, or save it again with this one", m.Format, m.Version, Format)
	}
	if err := account.CheckCode(m.Account); err != nil {
		return wrong("the account of the bundle is wrong: %v", err)
	}
	required := []string{stateName, callsName}
	for _, kind := range transfer.Kinds() {
		required = append(required, fileOf(kind))
	}
	for _, name := range required {
		if b.files[name] == nil {
			return wrong("%s is missing in the bundle", name)
		}
	}
	for name := range b.files {
		if !fileName.MatchString(name) {
			return wrong("%.100q does not belong in a bundle", name)
		}
	}
	return nil
}

// verify reads a file, and the zip compares it with its checksum.
func (b *Bundle) verify(ctx context.Context, name string) error {
	r, err := b.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(io.Discard, contextReader{ctx, r})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return wrong("%s cannot be read: %v", name, explain(err))
	}
	return nil
}

// contextReader ends with its context.
type contextReader struct {
	ctx context.Context //nolint:containedctx // it lives as long as one copy
	io.Reader
}

// Read implements io.Reader.
func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// readDocuments reads the state and the scenarios.
func (b *Bundle) readDocuments() error {
	err := b.readDocument(stateName, &b.State)
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		if path.Dir(name) != path.Clean(scenariosDir) {
			continue
		}
		text, unread := b.readText(name)
		err = errors.Join(err, unread)
		b.Scenarios = append(b.Scenarios, scenario.Text{Name: strings.TrimSuffix(path.Base(name), ".yaml"), YAML: string(text)})
	}
	return err
}

// lines yields the lines of a file, without their ends. A line is valid until the
// next one.
func (b *Bundle) lines(name string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		r, err := b.open(name)
		if err != nil {
			yield(nil, err)
			return
		}
		defer r.Close()
		scanner := bufio.NewScanner(r)
		scanner.Buffer(make([]byte, 0, 64<<10), maxLine)
		for scanner.Scan() {
			if line := bytes.TrimSpace(scanner.Bytes()); len(line) > 0 && !yield(line, nil) {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			yield(nil, wrong("%s cannot be read: %v", name, explain(err)))
		}
	}
}

// Calls yields the recorded calls in their order.
func (b *Bundle) Calls() iter.Seq2[client.Entry, error] {
	return func(yield func(client.Entry, error) bool) {
		n := 0
		for line, err := range b.lines(callsName) {
			n++
			var e client.Entry
			if err == nil {
				e, err = readCall(line, n)
			}
			if err != nil {
				yield(e, wrong("line %d of %s cannot be read: %v", n, callsName, err))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func readCall(line []byte, n int) (client.Entry, error) {
	var e client.Entry
	if err := json.Unmarshal(line, &e); err != nil {
		return e, err
	}
	switch {
	case n > maxCalls:
		return e, fmt.Errorf("a bundle has at most %d calls", maxCalls)
	case e.Number < 1 || e.Number > maxNumber:
		return e, fmt.Errorf("the number of a call must be from 1 to %d, got %d", maxNumber, e.Number)
	}
	return e, nil
}

// Seed writes the records, the handles, the upsell settings and the running numbers.
func (b *Bundle) Seed(tx commerce.Tx) error {
	for _, kind := range transfer.Kinds() {
		n := 0
		for line, err := range b.lines(fileOf(kind)) {
			n++
			if err == nil {
				err = transfer.Put(tx, kind, line)
			}
			if err != nil {
				return wrong("line %d of %s is no record: %v", n, fileOf(kind), err)
			}
		}
	}
	for _, sequence := range commerce.AllSequences() {
		if err := tx.Raise(sequence, b.State.Sequences[sequence]); err != nil {
			return err
		}
	}
	return commerce.World{Settings: b.State.Upsell, Handles: b.State.Handles}.Write(tx)
}
