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
type scanner struct {
	rest       []byte
	depth      int
	roots      int
	elements   int
	attributes int
	asides     int
}

// scan returns the envelope without its XML declaration. The error names the exceeded
// bound, or a part forbidden by SOAP: a document type, because it can declare entities,
// or a processing instruction.
func scan(text []byte) (content []byte, err error) {
	content, err = withoutDeclaration(bytes.TrimLeft(text, " \t\r\n"))
	if err != nil {
		return nil, err
	}
	s := scanner{rest: content}
	for {
		at := bytes.IndexByte(s.rest, '<')
		outside := s.rest
		if at >= 0 {
			outside = s.rest[:at]
		}
		if s.depth == 0 && len(bytes.TrimSpace(outside)) > 0 {
			return nil, unreadable("there is text outside the root element")
		}
		if at < 0 {
			return content, nil
		}
		s.rest = s.rest[at+1:]
		if err := s.markup(); err != nil {
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

// markup skips one piece of markup, from behind its "<".
func (s *scanner) markup() error {
	if len(s.rest) == 0 {
		return s.startTag()
	}
	switch s.rest[0] {
	case '/':
		s.depth--
		return s.skipTo(">")
	case '!':
		return s.aside()
	case '?':
		return unreadable("it has a processing instruction, which SOAP forbids")
	}
	return s.startTag()
}

// aside skips a comment or a CDATA section.
func (s *scanner) aside() error {
	switch {
	case bytes.HasPrefix(s.rest, []byte("!--")):
		return s.skipAside("!--", "-->")
	case bytes.HasPrefix(s.rest, []byte("![CDATA[")):
		return s.skipAside("![CDATA[", "]]>")
	}
	return unreadable("it declares a document type or entities, which SOAP forbids")
}

func (s *scanner) skipAside(open, end string) error {
	s.asides++
	if s.asides > maxAsides {
		return beyondBound("comments and CDATA sections", maxAsides)
	}
	s.rest = s.rest[len(open):]
	return s.skipTo(end)
}

func (s *scanner) skipTo(end string) error {
	_, after, found := bytes.Cut(s.rest, []byte(end))
	if !found {
		return unreadable("it ends within a tag, a comment or a CDATA section")
	}
	s.rest = after
	return nil
}

// startTag counts the element, and its attributes by their equals signs.
func (s *scanner) startTag() error {
	var quote byte
	for i, b := range s.rest {
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
				return beyondBound("attributes", maxAttributes)
			}
		case b == '>':
			empty := i > 0 && s.rest[i-1] == '/'
			s.rest = s.rest[i+1:]
			return s.element(empty)
		}
	}
	return unreadable("it ends within a tag")
}

// element counts an element.
func (s *scanner) element(empty bool) error {
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
