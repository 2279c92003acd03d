package bundle

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// writer writes the files of a bundle.
type writer struct {
	zip   *zip.Writer
	files []File
}

func newWriter(to io.Writer) *writer {
	w := &writer{zip: zip.NewWriter(to)}
	w.zip.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed+2) })
	return w
}

// file writes one file. Its time is the first that a zip can have, so that equal
// contents make equal bytes.
func (w *writer) file(name string, write func(io.Writer) error) error {
	to, err := w.zip.CreateHeader(&zip.FileHeader{
		Name: name, Method: zip.Deflate, Modified: time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC),
	})
	if err != nil {
		return err
	}
	sum, counted := sha256.New(), &counter{}
	buffer := bufio.NewWriterSize(io.MultiWriter(to, sum, counted), 64<<10)
	if err := write(buffer); err != nil {
		return err
	}
	if err := buffer.Flush(); err != nil {
		return err
	}
	w.files = append(w.files, File{Name: name, Size: counted.n, SHA256: hex.EncodeToString(sum.Sum(nil))})
	return nil
}

// counter counts what is written to it.
type counter struct{ n int64 }

// Write implements io.Writer.
func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// same records that a file has the content of another one.
func (w *writer) same(name, as string) {
	at := slices.IndexFunc(w.files, func(f File) bool { return f.Name == as })
	f := w.files[at]
	f.Name, f.SameAs = name, as
	w.files = append(w.files, f)
}

// json writes a value as a file.
func (w *writer) json(name string, value any) error {
	return w.file(name, func(to io.Writer) error {
		e := json.NewEncoder(to)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(value)
	})
}

// text writes a text as a file.
func (w *writer) text(name, text string) error {
	return w.file(name, func(to io.Writer) error {
		_, err := io.WriteString(to, text)
		return err
	})
}

// records writes the records of an end. It counts them.
func (w *writer) records(end string, tx commerce.Tx, counts *client.BundleCounts) error {
	for _, k := range recordKinds() {
		if err := w.kind(end, k, tx, counts); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) kind(end string, k recordKind, tx commerce.Tx, counts *client.BundleCounts) error {
	return w.file(end+k.file, func(to io.Writer) error {
		for id := range k.ids(tx) {
			line, err := k.line(tx, id)
			if err != nil {
				return fmt.Errorf("%s %s: %w", k.kind, id, err)
			}
			if line == nil {
				continue
			}
			if k.count != nil {
				*k.count(counts)++
			}
			if _, err := to.Write(line); err != nil {
				return err
			}
			if _, err := io.WriteString(to, "\n"); err != nil {
				return err
			}
		}
		return nil
	})
}

// steps writes the calls and the changes by hand.
func (w *writer) steps(steps []Step) error {
	return w.file(stepsName, func(to io.Writer) error {
		e := json.NewEncoder(to)
		e.SetEscapeHTML(false)
		for _, s := range steps {
			if err := e.Encode(s); err != nil {
				return err
			}
		}
		return nil
	})
}

// close writes the manifest and ends the zip.
func (w *writer) close(info client.BundleInfo) error {
	m := Manifest{BundleInfo: info, Files: slices.Clone(w.files)}
	slices.SortFunc(m.Files, func(x, y File) int { return strings.Compare(x.Name, y.Name) })
	if err := w.json(manifestName, m); err != nil {
		return err
	}
	return w.zip.Close()
}

// readme returns what a person reads who opens the zip.
func readme(info client.BundleInfo) string {
	var b strings.Builder
	fmt.Fprintf(&b, "A bundle of account %s, saved by commerce-sandbox %s.\n\n", info.Account, info.Version)
	b.WriteString("commerce-sandbox bundle open FILE     starts a sandbox with the account as it is after its calls\n" +
		"commerce-sandbox bundle replay FILE   repeats the calls from before, and compares the answers\n\n" +
		"before/ and after/ have one record a line, in the JSON of the interface; calls.jsonl has the calls.\n")
	if info.PersonalData {
		b.WriteString("\nIt has personal data.\n")
	}
	if info.Secret {
		b.WriteString("\nIt has the secret of the account and the credentials of its calls.\n")
	}
	return b.String()
}
