package learn

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// recorded is an entry of an HTTP Archive, as far as it is read.
type recorded struct {
	Started string `json:"startedDateTime"`
	Request struct {
		Method   string  `json:"method"`
		URL      string  `json:"url"`
		Headers  []field `json:"headers"`
		PostData struct {
			Text     string `json:"text"`
			Encoding string `json:"encoding"`
			Own      string `json:"_encoding"`
		} `json:"postData"`
	} `json:"request"`
	Response struct {
		Status  int     `json:"status"`
		Headers []field `json:"headers"`
		Content struct {
			Size     int64  `json:"size"`
			Text     string `json:"text"`
			Encoding string `json:"encoding"`
		} `json:"content"`
	} `json:"response"`
}

type field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// The bounds of what is read at once.
const (
	maxEntry = 16 << 20
	maxBody  = 4 << 20 // of a compressed body
)

var errNoArchive = errors.New("it is no HTTP Archive: there are no log.entries")

// readArchive calls each with the entries of an archive, which may be compressed, in their
// order, with an empty one for an entry that is no call or larger than maxEntry. The error says
// where the archive ends too early; what comes before is read.
func readArchive(r io.Reader, each func(recorded)) error {
	text, err := unpack(r)
	if err != nil {
		return err
	}
	d := jsontext.NewDecoder(text, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for _, name := range []string{"log", "entries"} {
		if err := enter(d, name); err != nil {
			return err
		}
	}
	if t, err := d.ReadToken(); err != nil || t.Kind() != '[' {
		return errNoArchive
	}
	rest := bufio.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(d.UnreadBuffer())), text))
	var entry []byte
	for n := 1; ; n++ {
		entry, err = readEntry(rest, entry[:0])
		switch {
		case err != nil:
			return fmt.Errorf("it ends within entry %d", n)
		case len(entry) == 0:
			return nil
		}
		var e recorded
		if len(entry) <= maxEntry {
			_ = json.Unmarshal(entry, &e, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) // what is left of an entry of another shape is no call
		}
		each(e)
	}
}

// readEntry appends the next value of a list to entry, up to maxEntry and one more byte. It
// appends nothing at the end of the list.
func readEntry(r *bufio.Reader, entry []byte) ([]byte, error) {
	depth, inText, escaped := 0, false, false
	for {
		c, err := r.ReadByte()
		if err != nil {
			return nil, err
		}
		switch {
		case escaped:
			escaped = false
		case inText:
			escaped, inText = c == '\\', c != '"'
		case c == '"':
			inText = true
		case c == '{', c == '[':
			depth++
		case (c == '}' || c == ']') && depth > 0:
			depth--
		case depth == 0 && (c == ']' || c == ',' && len(entry) > 0):
			if c == ']' && len(entry) > 0 {
				err = r.UnreadByte()
			}
			return entry, err
		case depth == 0 && (c <= ' ' || c == ','):
			continue
		}
		if len(entry) <= maxEntry {
			entry = append(entry, c)
		}
	}
}

// enter reads up to the value of a member of an object.
func enter(d *jsontext.Decoder, name string) error {
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return errNoArchive
	}
	for d.PeekKind() == '"' {
		t, err := d.ReadToken()
		if err != nil {
			return errNoArchive
		}
		if t.String() == name {
			return nil
		}
		if err := d.SkipValue(); err != nil {
			return errNoArchive
		}
	}
	return errNoArchive
}

// unpack returns the text of a stream that may be compressed by gzip.
func unpack(r io.Reader) (io.Reader, error) {
	var head [3]byte
	n, err := io.ReadFull(r, head[:])
	switch {
	case errors.Is(err, io.EOF):
		return nil, errors.New("it is empty")
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return nil, err
	}
	whole := io.MultiReader(bytes.NewReader(head[:n]), r)
	switch {
	case n >= 2 && head[0] == 0x1f && head[1] == 0x8b:
		return gzip.NewReader(whole)
	case head == [3]byte{0xef, 0xbb, 0xbf}: // a byte order mark
		return r, nil
	}
	return whole, nil
}

// body decodes a body: from base64, and from gzip when a recorder kept it as it came.
func body(text, encoding string, header http.Header) []byte {
	content := []byte(text)
	if strings.EqualFold(encoding, "base64") {
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil
		}
		content = decoded
	}
	if strings.Contains(header.Get("Content-Encoding"), "gzip") && bytes.HasPrefix(content, []byte{0x1f, 0x8b}) {
		if plain, err := gzip.NewReader(bytes.NewReader(content)); err == nil {
			content, _ = io.ReadAll(io.LimitReader(plain, maxBody)) // what is left of a cut one is not whole JSON
		}
	}
	return content
}

// moment reads a time, with or without a fraction and a zone; without one it is GMT.
func moment(text string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05", http.TimeFormat} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

func headerOf(fields []field) http.Header {
	header := http.Header{}
	for _, f := range fields {
		if !strings.HasPrefix(f.Name, ":") { // HTTP/2 keeps the method and the address there
			header.Add(f.Name, f.Value)
		}
	}
	return header
}
