package yamltext

import (
	"errors"
	"regexp"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

const (
	linesAround = 3     // lines shown by the library before and after a place
	maxAround   = 2_000 // bytes of them
	maxMessage  = 800   // bytes of an error without them
)

// emptyEnd matches the empty lines at the end of an excerpt. The line of the place stays.
var emptyEnd = regexp.MustCompile(`(?:\n +[0-9]+ \| *|\n *)+$`)

// Short returns the error with a text of bounded length. It leaves the lines
// around the place out when they are long, because the library's time grows
// with the square of their length, and empty lines at their end.
func Short(err error) error {
	var pointed yaml.Error
	if !errors.As(err, &pointed) || pointed.GetToken() == nil {
		return err
	}
	if around(pointed.GetToken()) > maxAround {
		return phrase.WithText(err, phrase.Shorten(pointed.FormatError(false, false), maxMessage))
	}
	text := err.Error()
	if end := emptyEnd.FindStringIndex(text); end != nil {
		return phrase.WithText(err, text[:end[0]])
	}
	return err
}

// around returns the bytes of the lines around a token, or somewhat more than
// maxAround.
func around(t *token.Token) int {
	line, size := t.Position.Line, len(t.Origin)
	for p := t.Prev; p != nil && p.Position.Line >= line-linesAround && size <= maxAround; p = p.Prev {
		size += len(p.Origin)
	}
	for n := t.Next; n != nil && n.Position.Line <= line+linesAround && size <= maxAround; n = n.Next {
		size += len(n.Origin)
	}
	return size
}
