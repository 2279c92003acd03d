// Package corpus reads the cases of the conformance corpus, makes their calls to a
// running sandbox and compares the answers with the predictions. It leaves making the
// corpus to package oracle.
package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Format is the version of the corpus read by this package, and interfaceVersion the
// interface's.
const (
	Format           = 1
	interfaceVersion = "6.0"
)

// Corpus is a corpus read as a whole.
type Corpus struct {
	Header
	Cases []Case
}

// Header is the first line.
type Header struct {
	Format    int              `json:"format"`
	Interface string           `json:"interface"`
	Date      string           `json:"date"`
	Counts    map[string]int   `json:"counts"` // of cases, by operation
	Clock     string           `json:"clock"`
	Secret    string           `json:"secret"`
	World     json.RawMessage  `json:"world"`
	Starts    map[string]Start `json:"starts"`
}

// Start is how the account of a case differs from a fresh one.
type Start struct {
	Answers  map[string]string `json:"answers"`
	Features map[string]bool   `json:"features"`
}

// Case is a call with its prediction, and calls to see its changes.
type Case struct {
	ID        string `json:"id"`
	Operation string `json:"operation"`
	Start     string `json:"start"`
	Step
	Then []Step `json:"then"`
}

// Step is one call with its prediction.
type Step struct {
	Call Call `json:"call"`
	Want Want `json:"want"`
}

// Call is an HTTP request with places for the account.
type Call struct {
	Method  string      `json:"method"`
	Path    string      `json:"path"`
	Query   string      `json:"query"`
	Headers [][2]string `json:"headers"`
	Body    string      `json:"body"`
	Pad     int         `json:"pad"` // blanks lengthen the body to so many bytes
}

// Want is the prediction: any of the outcomes, and the content of a success.
type Want struct {
	Outcomes []string          `json:"outcomes"`
	Headers  map[string]string `json:"headers"`
	Refs     []string          `json:"refs"`
	Fields   map[string]any    `json:"fields"`
	Absent   []string          `json:"absent"`
	Body     *string           `json:"body"`
}

// Read reads a corpus of JSON lines, plain or packed with gzip. The error is one
// sentence.
func Read(r io.Reader) (*Corpus, error) {
	in, err := unpack(r)
	if err != nil {
		return nil, err
	}
	lines := json.NewDecoder(in)
	lines.UseNumber()
	var c Corpus
	if err := c.readHeader(lines); err != nil {
		return nil, err
	}
	if err := c.readCases(lines); err != nil {
		return nil, err
	}
	return &c, nil
}

// unpack reads through gzip, if it is packed.
func unpack(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := in.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return in, nil
	}
	unpacked, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("the corpus cannot be unpacked: %w", err)
	}
	return bufio.NewReaderSize(unpacked, 1<<16), nil
}

func (c *Corpus) readHeader(lines *json.Decoder) error {
	if err := lines.Decode(&c.Header); err != nil {
		return fmt.Errorf("the first line of the corpus is no header: %w", err)
	}
	if c.Format != Format {
		return fmt.Errorf("the corpus has format %d, but this program reads format %d", c.Format, Format)
	}
	if c.Interface != interfaceVersion {
		return fmt.Errorf("the corpus is of interface %q, but this program knows %q", c.Interface, interfaceVersion)
	}
	return nil
}

// readCases reads as many cases as the header counts.
func (c *Corpus) readCases(lines *json.Decoder) error {
	total := c.countCases()
	for {
		var one Case
		err := lines.Decode(&one)
		switch {
		case err == io.EOF && len(c.Cases) == total:
			return nil
		case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("the corpus ends after %d of %d cases", len(c.Cases), total)
		case err != nil:
			return fmt.Errorf("line %d of the corpus cannot be read: %w", len(c.Cases)+2, err)
		}
		if _, known := c.Starts[one.Start]; !known || len(one.Want.Outcomes) == 0 {
			return fmt.Errorf("case %q of the corpus has no outcome or an unknown start", one.ID)
		}
		c.Cases = append(c.Cases, one)
	}
}

// countCases returns how many cases the header counts.
func (h *Header) countCases() (total int) {
	for _, n := range h.Counts {
		total += n
	}
	return total
}
