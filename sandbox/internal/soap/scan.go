package soap

import (
	"bytes"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// The bounds of an envelope. A real call of 2,000 items is far below them. Reading the
// worst allowed envelope takes less than 64 MB.
const (
	maxDepth      = 64     // elements within elements
	maxElements   = 20_000 // in the document, and again when references are resolved
	maxAttributes = 20_000 // of all elements together
	maxAsides     = 1_000  // comments and CDATA sections
)

// scanner counts the markup of an envelope and allocates nothing, so that a hostile
// envelope costs no more than reading its bytes. It leaves the matching of names and tags
// to the parser.
type scanner struct{ depth, roots, elements, attributes, asides int }

// scan returns the envelope without its XML declaration. The error names the exceeded
// bound, or a part forbidden by SOAP: a document type, because it can declare entities,
// or a processing instruction.
func scan(text []byte) (content []byte, err error) {
	content, err = withoutDeclaration(bytes.TrimLeft(text, " \t\r\n"))
	if err != nil {
		return nil, err
	}
	var s scanner
	for rest := content; ; {
		outside, markup, found := bytes.Cut(rest, []byte("<"))
		if s.depth == 0 && len(bytes.TrimSpace(outside)) > 0 {
			return nil, unreadable("there is text outside the root element")
		}
		if !found {
			return content, nil
		}
		if rest, err = s.skip(markup); err != nil {
			return nil, err
		}
	}
}

func withoutDeclaration(text []byte) ([]byte, error) {
	if len(text) == 0 {
		return nil, unreadable("the body is empty")
	}
	if text[0] != '<' {
		why := "the body does not begin with \"<\""
		if bytes.Contains(text[:min(len(text), 1<<10)], []byte(`"jsonrpc"`)) {
			why = "it is JSON-RPC, which is not part of this interface; login is SOAP at " + catalog.Endpoint
		}
		return nil, unreadable(why)
	}
	head := bytes.TrimPrefix(text, []byte("<?xml")) // without it the "<" is no space
	if len(head) == 0 || !isSpace(head[0]) {
		return text, nil
	}
	_, content, closed := bytes.Cut(head, []byte("?>"))
	if !closed {
		return nil, unreadable("the XML declaration is not closed")
	}
	return content, nil
}

// skip returns what follows a piece of markup, which begins behind its "<".
func (s *scanner) skip(markup []byte) (rest []byte, err error) {
	const comment, section = "!--", "![CDATA["
	end := ">"
	switch {
	case bytes.HasPrefix(markup, []byte(comment)):
		markup, end = markup[len(comment):], "-->"
		s.asides++
	case bytes.HasPrefix(markup, []byte(section)):
		markup, end = markup[len(section):], "]]>"
		s.asides++
	case bytes.HasPrefix(markup, []byte("!")):
		return nil, unreadable("it declares a document type or entities, which SOAP forbids")
	case bytes.HasPrefix(markup, []byte("?")):
		return nil, unreadable("it has a processing instruction, which SOAP forbids")
	case bytes.HasPrefix(markup, []byte("/")):
		s.depth--
	default:
		return s.skipStartTag(markup)
	}
	if s.asides > maxAsides {
		return nil, beyondBound("comments and CDATA sections", maxAsides)
	}
	_, rest, closed := bytes.Cut(markup, []byte(end))
	if !closed {
		return nil, unreadable("it ends within a tag, a comment or a CDATA section")
	}
	return rest, nil
}

// skipStartTag counts the element of a tag, and its attributes by their equals signs.
func (s *scanner) skipStartTag(markup []byte) (rest []byte, err error) {
	var quote byte
	for i, b := range markup {
		switch {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == '=':
			s.attributes++
			if s.attributes > maxAttributes {
				return nil, beyondBound("attributes", maxAttributes)
			}
		case b == '>':
			empty := i > 0 && markup[i-1] == '/'
			return markup[i+1:], s.count(empty)
		}
	}
	return nil, unreadable("it ends within a tag")
}

// count counts an element.
func (s *scanner) count(empty bool) error {
	s.elements++
	if s.depth == 0 {
		s.roots++
	}
	s.depth++
	switch {
	case s.roots > 1:
		return unreadable("it has more than one root element")
	case s.elements > maxElements:
		return beyondBound("elements", maxElements)
	case s.depth > maxDepth:
		return beyondBound("levels of elements", maxDepth)
	}
	if empty {
		s.depth--
	}
	return nil
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// unreadable returns the problem of an unreadable envelope.
func unreadable(reason string) error {
	return commerce.Problemf(catalog.InvalidRequestBody, "The request is not a readable SOAP envelope: %s.", reason)
}

// beyondBound returns the problem of an envelope with more than the bound allows.
func beyondBound(what string, most int) error {
	return commerce.Problemf(catalog.InvalidRequestBody, "The envelope has more than %d %s.", most, what)
}
