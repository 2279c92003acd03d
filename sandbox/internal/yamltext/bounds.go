package yamltext

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"
)

// bounds counts what the parser is slow with.
type bounds struct {
	open      []collection // the innermost last
	flow      int          // how many of open are written with brackets
	documents int
	previous  *token.Token
}

// collection is a list or a mapping that is not complete.
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
	case token.InvalidType:
		return &yaml.SyntaxError{Message: t.Error, Token: t}
	case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType:
		return faultAt(t, "anchors, aliases and tags are not allowed: write the value itself")
	case token.MappingKeyType:
		return faultAt(t, "a key with ? is not allowed: write key: value")
	case token.DocumentHeaderType, token.DocumentEndType:
		if b.flow == 0 {
			b.open = nil
		}
		if b.documents++; b.documents > maxDocuments {
			return faultAt(t, "the file must be one document; this mark begins another")
		}
	case token.SequenceStartType, token.MappingStartType:
		b.flow++
		return b.begin(t, collection{isList: t.Type == token.SequenceStartType})
	case token.SequenceEndType, token.MappingEndType:
		b.end()
	case token.SequenceEntryType:
		return b.mark(t, collection{column: t.Position.Column, isList: true})
	case token.MappingValueType:
		if previous == nil || previous.Position.Line != t.Position.Line {
			previous = t // the key is empty
		}
		return b.key(previous)
	case token.CollectEntryType:
		return b.comma(t)
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

// end closes the innermost collection with brackets.
func (b *bounds) end() {
	if b.flow > 0 {
		b.flow--
		b.open = b.open[:len(b.open)-1]
	}
}

// mark takes a mark of a collection that is written with indentation. Those
// that are further to the right are complete.
func (b *bounds) mark(t *token.Token, c collection) error {
	if b.flow > 0 {
		return nil
	}
	for n := len(b.open); n > 0; n = len(b.open) {
		last := b.open[n-1]
		if last.column == c.column && last.isList == c.isList {
			return nil
		}
		// A list may have the column of the key that it belongs to.
		if last.column < c.column || last.column == c.column && c.isList {
			break
		}
		b.open = b.open[:n-1]
	}
	return b.begin(t, c)
}

// key takes a key of a mapping that is written with indentation.
func (b *bounds) key(t *token.Token) error {
	if b.flow > 0 {
		return nil
	}
	if err := b.mark(t, collection{column: t.Position.Column}); err != nil {
		return err
	}
	return b.count(t)
}

// comma takes the comma after an entry of a mapping or a list with brackets.
func (b *bounds) comma(t *token.Token) error {
	if b.flow == 0 {
		return nil
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

// faultAt returns an error that shows the place in the file.
func faultAt(t *token.Token, format string, values ...any) error {
	return &yaml.SyntaxError{Message: fmt.Sprintf(format, values...), Token: t}
}
