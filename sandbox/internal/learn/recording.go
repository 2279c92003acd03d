package learn

import (
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

// maxBody bounds a body. A longer one is cut, and so is every other text of a recording.
const maxBody = 4 << 20

// maxEntry bounds an entry, whose texts are cut already.
const maxEntry = 32 << 20

var errLargeEntry = errors.New("the entry is too large")

var errNoArchive = errors.New("it is no HTTP Archive: there are no log.entries")

// readArchive calls each with the entries of an archive, which may be compressed, in their
// order. The error says where the archive ends too early; what comes before is read.
func readArchive(r io.Reader, each func(recorded)) error {
	text, err := unpack(r)
	if err != nil {
		return err
	}
	short := &shortTexts{from: text, room: maxEntry}
	d := jsontext.NewDecoder(short, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for _, name := range []string{"log", "entries"} {
		if err := enter(d, name); err != nil {
			return err
		}
	}
	if t, err := d.ReadToken(); err != nil || t.Kind() != '[' {
		return errNoArchive
	}
	for n := 1; d.PeekKind() != ']'; n++ {
		short.room = maxEntry
		value, err := d.ReadValue()
		switch {
		case errors.Is(err, errLargeEntry):
			return fmt.Errorf("it was read up to entry %d, which has more than %d MiB", n, maxEntry>>20)
		case err != nil:
			return fmt.Errorf("it ends within entry %d: %w", n, err)
		}
		var e recorded
		_ = json.Unmarshal(value, &e, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) // what is left of an entry of another shape is no call
		each(e)
	}
	return nil
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
	if err != nil && n == 0 {
		return nil, errors.New("it is empty")
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

// shortTexts cuts the texts of a JSON stream at maxBody, so that none fills the memory.
type shortTexts struct {
	from    io.Reader
	inText  bool
	escaped bool // the next byte belongs to a backslash
	length  int  // of the text
	whole   int  // so many bytes still belong to a kept escape, such as \u00e9
	room    int  // so many bytes may still be read, up to the next entry
}

func (s *shortTexts) Read(p []byte) (int, error) {
	for {
		n, err := s.from.Read(p)
		kept := p[:0]
		for _, c := range p[:n] {
			if s.keeps(c) {
				kept = append(kept, c)
			}
		}
		if s.room -= len(kept); s.room < 0 {
			return 0, errLargeEntry
		}
		if len(kept) > 0 || err != nil || n == 0 {
			return len(kept), err
		}
	}
}

func (s *shortTexts) keeps(c byte) bool {
	switch {
	case !s.inText:
		s.inText, s.length = c == '"', 0
		return true
	case !s.escaped && c == '"':
		s.inText = false
		return true
	}
	s.length++
	isStart := !s.escaped && c == '\\'
	s.escaped = isStart
	fits := s.length <= maxBody
	switch {
	case isStart && fits:
		s.whole = len("u0000")
	case isStart:
		s.whole = 0
	case s.whole > 0:
		s.whole--
		return true
	}
	return fits
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
