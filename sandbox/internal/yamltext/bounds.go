package yamltext

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"
)

// bounds counts tokens that slow the parser down, and finds texts with another
// meaning in YAML than intended.
type bounds struct {
	text      string
	open      []collection // the innermost last
	flow      int          // of open, those in brackets
	documents int
	previous  *token.Token
}

// collection is an incomplete list or mapping.
type collection struct {
	column int // of its marks; 0 for one with brackets
	isList bool
	keys   int
}

// add takes the next token. The error points at it.
func (b *bounds) add(t *token.Token) error {
	previous := b.previous
	b.previous = t
	switch t.Type {
	case token.DocumentHeaderType, token.DocumentEndType:
		if b.flow == 0 {
			b.open = nil
		}
		if b.documents++; b.documents > maxDocuments {
			return faultAt(t, "the file must be one document; this mark begins another")
		}
		return nil
	case token.SequenceStartType, token.MappingStartType:
		if b.flow > 0 && previous.Type == token.StringType {
			return mustBeQuoted(previous, "a value with "+t.Value+" must be in quotes here", asText(b.text, previous, true))
		}
		b.flow++
		return b.begin(t, collection{isList: t.Type == token.SequenceStartType})
	case token.SequenceEndType, token.MappingEndType:
		if b.flow > 0 {
			b.flow--
			b.open = b.open[:len(b.open)-1]
		}
		return nil
	case token.SequenceEntryType:
		return b.mark(t, collection{column: t.Position.Column, isList: true})
	case token.MappingValueType:
		if previous != nil && previous.Position.Line == t.Position.Line {
			return b.key(previous)
		}
		return b.key(t) // of an empty one
	case token.CollectEntryType:
		if b.flow == 0 {
			return nil
		}
		return b.count(t)
	}
	return b.checkAllowed(t)
}

// checkAllowed returns the fault of a forbidden token, nil for the others.
func (b *bounds) checkAllowed(t *token.Token) error {
	switch t.Type {
	case token.InvalidType: // unknown to the scanner
		if strings.HasSuffix(t.Value, "\t") {
			return faultAt(t, "a tab must not indent a line: write spaces")
		}
		if strings.HasSuffix(t.Error, "is a reserved character") {
			return mustBeQuoted(t, "a text that begins with "+strings.TrimSpace(t.Value)+" must be in quotes", asText(b.text, t, b.flow > 0))
		}
		return &yaml.SyntaxError{Message: t.Error, Token: t}
	case token.AnchorType, token.MergeKeyType:
		return faultAt(t, "anchors, aliases and tags are not allowed: write the value itself")
	case token.AliasType:
		return mustBeQuoted(t, "aliases are not allowed, and a text that begins with * must be in quotes", asText(b.text, t, b.flow > 0))
	case token.TagType:
		return tagFault(t, asText(b.text, t, b.flow > 0))
	case token.MappingKeyType:
		return faultAt(t, "a key with ? is not allowed: write key: value")
	}
	return nil
}

// tagFault returns the fault of a tag, or of a text that looks like one.
func tagFault(at *token.Token, text string) error {
	return mustBeQuoted(at, "tags are not allowed, and a text that begins with ! must be in quotes", text)
}

// finish returns the fault of a tag at the end of the text, because the scanner leaves it out.
func (b *bounds) finish() error {
	last := b.text[strings.LastIndexAny(b.text, " \n")+1:]
	if t := b.previous; t != nil && strings.HasPrefix(last, "!") && (t.Type == token.MappingValueType || t.Type == token.SequenceEntryType) {
		return tagFault(t, quote(last))
	}
	return nil
}

// begin opens a collection.
func (b *bounds) begin(t *token.Token, c collection) error {
	if len(b.open) >= MaxDepth {
		return faultAt(t, "the file nests too deeply: at most %d lists and mappings may be within each other", MaxDepth)
	}
	b.open = append(b.open, c)
	return nil
}

// mark takes a mark of an indented collection. Collections further to the right
// are complete.
func (b *bounds) mark(t *token.Token, c collection) error {
	if b.flow > 0 {
		return nil
	}
	for n := len(b.open); n > 0; n = len(b.open) {
		last := b.open[n-1]
		if last.column == c.column && last.isList == c.isList {
			return nil
		}
		// A list may have the column of its key.
		if last.column < c.column || last.column == c.column && c.isList {
			break
		}
		b.open = b.open[:n-1]
	}
	return b.begin(t, c)
}

// key takes a key of an indented mapping.
func (b *bounds) key(t *token.Token) error {
	if b.flow > 0 {
		return nil
	}
	if err := b.mark(t, collection{column: t.Position.Column}); err != nil {
		return err
	}
	return b.count(t)
}

// count counts a key of the innermost collection when it is a mapping.
func (b *bounds) count(t *token.Token) error {
	in := &b.open[len(b.open)-1]
	if in.keys++; in.keys > MaxKeys && !in.isList {
		return faultAt(t, "a mapping must have at most %d keys", MaxKeys)
	}
	return nil
}

// faultAt returns an error with its place in the file.
func faultAt(t *token.Token, format string, values ...any) error {
	return &yaml.SyntaxError{Message: fmt.Sprintf(format, values...), Token: t}
}
