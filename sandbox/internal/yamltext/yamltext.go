// Package yamltext reads YAML from anybody. The parser's time and memory grow
// with the square of the nesting, of the keys of one mapping and of the number
// of documents, so a few kilobytes can take gigabytes. Read therefore bounds
// the text, token by token, before the parser sees it; the rest takes time and
// memory in proportion to the text.
//
// Worlds and scenarios are both read here. The meaning of their fields is left
// to packages worlds and scenario. Quote writes a text as a scalar.
package yamltext

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"
)

// The bounds of every text.
const (
	MaxDepth     = 50  // lists and mappings within each other
	MaxKeys      = 200 // keys of one mapping
	maxDocuments = 10  // marks of documents, empty ones included

	// maxEmptyLines bounds consecutive ends of lines outside block literals, because
	// the scanner copies a text for each one it removes behind it.
	maxEmptyLines = 100
)

// Limits are the bounds of one text.
type Limits struct {
	Bytes   int
	Scanned int // bytes outside block literals, because the scanner takes up to 50 times their memory; 0 for all
	Marks   int // such as : and -, quotes by the pair, and the ends of lines outside block literals
}

// byteOrderMark begins the files of some editors.
const byteOrderMark = "\uFEFF"

// IsControl reports a control character forbidden in YAML.
func IsControl(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f }

// Read parses a text. The error names the exceeded limit, a forbidden part, or
// the mistake in the syntax, with the place.
func Read(text []byte, limits Limits) (*ast.File, error) {
	if len(text) > limits.Bytes {
		return nil, fmt.Errorf("the file must have at most %d bytes, got %d", limits.Bytes, len(text))
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	if !utf8.Valid(text) {
		return nil, errors.New("the file must be UTF-8")
	}
	if at := bytes.IndexFunc(text, IsControl); at >= 0 {
		line := 1 + bytes.Count(text[:at], []byte("\n"))
		return nil, fmt.Errorf("the file must have no control characters, got %U in line %d", text[at], line)
	}
	s := newSource(string(text))
	file, confirmed, err := s.read(limits)
	if !confirmed && (err == nil || len(text) <= cmp.Or(limits.Scanned, limits.Bytes)) {
		s.short, s.taken = s.text, nil
		file, _, err = s.read(limits)
	}
	if err != nil {
		return nil, Short(err)
	}
	return file, nil
}

// read parses the text, unless the scanner does not confirm the literals.
func (s *source) read(limits Limits) (file *ast.File, confirmed bool, err error) {
	part, excess := within(s.short, limits.Marks)
	if most := limits.Scanned; most > 0 && len(part) > most {
		return nil, true, fmt.Errorf("the file must have at most %d bytes outside block literals (name: |), got %d", most, len(s.short))
	}
	tokens, err := scan(part)
	confirmed = s.restore(tokens, err == nil && excess == "")
	if excess != "" {
		err = tooMany(tokens, err, excess)
	}
	if err != nil || !confirmed {
		return nil, confirmed, err
	}
	file, err = parser.Parse(tokens, 0)
	return file, true, explain(err, s.text)
}

// tooMany returns the error of a text that is too large. part has the tokens of
// its legal first part. A fault in this part comes first, unless the cut may have
// caused it.
func tooMany(part token.Tokens, fault error, message string) error {
	var first *yaml.SyntaxError
	if errors.As(fault, &first) && first.Token.Type != token.InvalidType {
		return fault
	}
	if len(part) == 0 {
		return errors.New(message)
	}
	return faultAt(part[len(part)-1], "%s", message)
}

// shownAfter is the number of tokens kept after a fault, for its error to show.
const shownAfter = 50

// scan splits the text into tokens. It stops soon after the first fault.
func scan(text string) (token.Tokens, error) {
	var source scanner.Scanner
	source.Init(text)
	b := bounds{text: text}
	var tokens token.Tokens
	var fault error
	for more := shownAfter; more > 0; {
		next, err := source.Scan()
		if errors.Is(err, io.EOF) {
			fault = cmp.Or(fault, b.finish())
			break
		}
		for _, t := range next {
			tokens.Add(t)
			if fault == nil {
				fault = b.add(t)
			} else if more--; more == 0 {
				break
			}
		}
	}
	return tokens, fault
}
