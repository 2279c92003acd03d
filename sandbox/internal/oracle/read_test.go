package oracle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The version of the corpus that is written and read, and the interface's.
const (
	format           = 1
	interfaceVersion = "6.0"
)

// file is a corpus as it is read.
type file struct {
	header
	cases []record
}

// Read reads a corpus of JSON lines. The error is one sentence.
func Read(r io.Reader) (*file, error) {
	lines := json.NewDecoder(r)
	lines.UseNumber()
	var f file
	if err := lines.Decode(&f.header); err != nil {
		return nil, fmt.Errorf("the first line of the corpus is no header: %w", err)
	}
	if f.Format != format {
		return nil, fmt.Errorf("the corpus has format %d, but this program reads format %d", f.Format, format)
	}
	if f.Interface != interfaceVersion {
		return nil, fmt.Errorf("the corpus is of interface %q, but this program knows %q", f.Interface, interfaceVersion)
	}
	total := 0
	for _, n := range f.Counts {
		total += n
	}
	for {
		var one record
		err := lines.Decode(&one)
		switch {
		case err == io.EOF && len(f.cases) == total:
			return &f, nil
		case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fmt.Errorf("the corpus ends after %d of %d cases", len(f.cases), total)
		case err != nil:
			return nil, fmt.Errorf("line %d of the corpus cannot be read: %w", len(f.cases)+2, err)
		}
		if _, known := f.Starts[one.Start]; !known || len(one.Want.Outcomes) == 0 {
			return nil, fmt.Errorf("case %q of the corpus has no outcome or an unknown start", one.ID)
		}
		f.cases = append(f.cases, one)
	}
}
