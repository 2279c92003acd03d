package soap

import (
	"bytes"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// The bounds of an envelope. A real call of 2,000 items stays well below them;
// a tree of the largest envelope they allow takes some 20 MB.
const (
	maxDepth      = 64     // elements within elements
	maxElements   = 20_000 // in the document, and again when references are resolved
	maxAttributes = 20_000 // of all elements together
	maxAsides     = 1_000  // comments and CDATA sections
)

// scanner walks over markup without building anything, so that an envelope
// made to exhaust the sandbox costs no more than reading its bytes. It counts
// and refuses; whether names and tags match is found out by the parser.
type scanner struct {
	rest       []byte
	depth      int
	roots      int
	elements   int
	attributes int
	asides     int
}

// scan returns the envelope without its XML declaration, or what is wrong with
// it: a bound is passed, or it holds what SOAP forbids (a document type, with
// which entities could be declared, or a processing instruction).
func scan(text []byte) ([]byte, error) {
	content, err := withoutDeclaration(bytes.TrimLeft(text, " \t\r\n"))
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
			return nil, refuse("there is text outside the root element")
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
		return nil, refuse("the body is empty")
	}
	if text[0] != '<' {
		return nil, refuse("the body does not begin with \"<\"")
	}
	head, isDeclaration := bytes.CutPrefix(text, []byte("<?xml"))
	if !isDeclaration || len(head) == 0 || !isSpace(head[0]) {
		return text, nil
	}
	_, content, closed := bytes.Cut(head, []byte("?>"))
	if !closed {
		return nil, refuse("the XML declaration is not closed")
	}
	return content, nil
}

// markup reads one piece of markup; its "<" has been read.
func (s *scanner) markup() error {
	switch {
	case bytes.HasPrefix(s.rest, []byte("!--")):
		return s.aside("!--", "-->")
	case bytes.HasPrefix(s.rest, []byte("![CDATA[")):
		return s.aside("![CDATA[", "]]>")
	case bytes.HasPrefix(s.rest, []byte("!")):
		return refuse("it declares a document type or entities, which SOAP forbids")
	case bytes.HasPrefix(s.rest, []byte("?")):
		return refuse("it holds a processing instruction, which SOAP forbids")
	case bytes.HasPrefix(s.rest, []byte("/")):
		s.depth--
		return s.skipTo(">")
	}
	return s.startTag()
}

func (s *scanner) aside(open, end string) error {
	s.asides++
	if s.asides > maxAsides {
		return tooMuch("comments and CDATA sections", maxAsides)
	}
	s.rest = s.rest[len(open):]
	return s.skipTo(end)
}

func (s *scanner) skipTo(end string) error {
	_, after, found := bytes.Cut(s.rest, []byte(end))
	if !found {
		return refuse("it ends within a tag, a comment or a CDATA section")
	}
	s.rest = after
	return nil
}

// startTag counts the element and, by their equals signs, its attributes.
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
				return tooMuch("attributes", maxAttributes)
			}
		case b == '>':
			empty := i > 0 && s.rest[i-1] == '/'
			s.rest = s.rest[i+1:]
			return s.enter(empty)
		}
	}
	return refuse("it ends within a tag")
}

func (s *scanner) enter(empty bool) error {
	s.elements++
	if s.depth == 0 {
		s.roots++
	}
	s.depth++
	switch {
	case s.roots > 1:
		return refuse("it has more than one root element")
	case s.elements > maxElements:
		return tooMuch("elements", maxElements)
	case s.depth > maxDepth:
		return tooMuch("levels of elements", maxDepth)
	}
	if empty {
		s.depth--
	}
	return nil
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

func refuse(reason string) error {
	return commerce.Problemf(catalog.InvalidRequestBody, "The request is no SOAP envelope that can be read: %s.", reason)
}

func tooMuch(what string, most int) error {
	return commerce.Problemf(catalog.InvalidRequestBody, "The envelope has more than %d %s.", most, what)
}
