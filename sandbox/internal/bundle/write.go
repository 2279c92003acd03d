package bundle

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// writer writes the files of a bundle. The first error ends it.
type writer struct {
	zip *zip.Writer
	err error
}

func newWriter(to io.Writer) *writer {
	w := &writer{zip: zip.NewWriter(to)}
	w.zip.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed+2) })
	return w
}

// file writes one file. Its time is the earliest possible in a zip, so that equal contents
// make equal bytes.
func (w *writer) file(name string, write func(io.Writer) error) {
	if w.err != nil {
		return
	}
	var to io.Writer
	to, w.err = w.zip.CreateHeader(&zip.FileHeader{
		Name: name, Method: zip.Deflate, Modified: time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC),
	})
	if w.err != nil {
		return
	}
	buffer := bufio.NewWriterSize(to, 64<<10)
	if w.err = write(buffer); w.err == nil {
		w.err = buffer.Flush()
	}
}

// json writes a value as a file.
func (w *writer) json(name string, value any) {
	w.file(name, func(to io.Writer) error {
		e := json.NewEncoder(to)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(value)
	})
}

// text writes a text as a file.
func (w *writer) text(name, text string) {
	w.file(name, func(to io.Writer) error {
		_, err := io.WriteString(to, text)
		return err
	})
}

// records writes the records of a kind, one a line, and counts them.
func (w *writer) records(list transfer.List) (count int) {
	w.file(fileOf(list.Kind), func(to io.Writer) error {
		for line, err := range list.Lines {
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(to, "%s\n", line); err != nil {
				return err
			}
			count++
		}
		return nil
	})
	return count
}

// close writes the manifest and ends the zip.
func (w *writer) close(info client.BundleInfo) error {
	if w.json(manifestName, info); w.err != nil {
		return w.err
	}
	return w.zip.Close()
}

// readme returns the text for people who open the zip.
func readme(info client.BundleInfo) string {
	var b strings.Builder
	fmt.Fprintf(&b, "A bundle of account %s, saved by commerce-sandbox %s.\n\n", info.Account, info.Version)
	b.WriteString("commerce-sandbox bundle open FILE   starts a sandbox with the account as it was\n\n" +
		"calls.jsonl has the recorded calls, one a line; orders.jsonl and its like have the records in the JSON of the interface.\n")
	if info.PersonalData {
		b.WriteString("\nIt has personal data.\n")
	}
	if info.Secret {
		b.WriteString("\nIt has the secret of the account and the credentials of its calls.\n")
	}
	return b.String()
}
