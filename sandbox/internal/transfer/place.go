package transfer

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// place is where something is in a text, both from 1 and the column in characters.
type place struct{ line, column int }

// behind returns the place behind a text beginning at p.
func (p place) behind(text []byte) place {
	if last := bytes.LastIndexByte(text, '\n'); last >= 0 {
		p.line += bytes.Count(text, []byte("\n"))
		p.column, text = 1, text[last+1:]
	}
	p.column += utf8.RuneCount(text)
	return p
}

// raw is a record as it is in a text.
type raw struct {
	path  string
	text  []byte
	place place
}

// placeOf returns the place of the value with a path, or of the innermost existing
// value around it.
func (r raw) placeOf(path string) place {
	rest, value := strings.TrimPrefix(path, r.path), r.text
	for rest != "" {
		inner, behind := enter(value, rest)
		if inner == nil {
			break
		}
		value, rest = inner, behind
	}
	return r.place.behind(r.text[:partOf(r.text, value)])
}

// enter returns the part of a value named first in a path, nil for none, and the rest
// of the path.
func enter(value []byte, path string) (inner []byte, rest string) {
	v := valueOf(value, verbatim.OfRoot)
	switch path[0] {
	case '.':
		for name, one := range v.Children() {
			behind, named := strings.CutPrefix(path[1:], shorten(name.Text()))
			if named && (behind == "" || behind[0] == '.' || behind[0] == '[') {
				return one.Bytes(), behind
			}
		}
	case '[':
		index, behind, _ := strings.Cut(path[1:], "]")
		i, _ := strconv.Atoi(index) // it is a number
		for _, element := range v.Children() {
			if i == 0 {
				return element.Bytes(), behind
			}
			i--
		}
	}
	return nil, ""
}

// partOf returns the offset of a part in a text. The part is a slice of the text,
// so both have the same end of their memory.
func partOf(text, part []byte) int { return cap(text) - cap(part) }
