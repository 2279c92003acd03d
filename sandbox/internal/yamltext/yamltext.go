// Package yamltext reads YAML that anybody may have sent. The parser needs time
// and memory that grow with the square of the nesting, of the keys of one
// mapping and of the number of documents, so that a few kilobytes can take
// gigabytes. Read therefore bounds the text, token by token, before the parser
// sees it; what remains takes time and memory in proportion to the text.
//
// Worlds and scenarios are both read here. What their fields mean is left to
// packages worlds and scenario.
package yamltext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

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
)

// Limits are the bounds that differ from text to text.
type Limits struct {
	Bytes  int
	Tokens int // values, keys and marks such as : and -
}

// byteOrderMark begins the files of some editors.
const byteOrderMark = "\uFEFF"

// isControl reports a control character that YAML does not allow.
func isControl(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f }

// Read parses a text. The error says which limit the text exceeds, what it must
// not have, or what is wrong with its syntax, with the place.
func Read(text []byte, limits Limits) (*ast.File, error) {
	if len(text) > limits.Bytes {
		return nil, fmt.Errorf("the file must have at most %d bytes, got %d", limits.Bytes, len(text))
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	if !utf8.Valid(text) {
		return nil, errors.New("the file must be UTF-8")
	}
	if at := bytes.IndexFunc(text, isControl); at >= 0 {
		line := 1 + bytes.Count(text[:at], []byte("\n"))
		return nil, fmt.Errorf("the file must have no control characters, got %U in line %d", text[at], line)
	}
	tokens, err := scan(string(text), limits.Tokens)
	if err != nil {
		return nil, Short(err)
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, Short(err)
	}
	return file, nil
}

// shownAfter is how many tokens after a fault its error may show.
const shownAfter = 50

// scan splits the text into tokens. It stops soon after the first fault.
func scan(text string, limit int) (token.Tokens, error) {
	var source scanner.Scanner
	source.Init(text)
	b := bounds{tokens: limit}
	var tokens token.Tokens
	var fault error
	for more := shownAfter; more > 0; {
		next, err := source.Scan()
		if errors.Is(err, io.EOF) {
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
