package soap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// inclusion is the namespace of references to attachments.
const inclusion = "http://www.w3.org/2004/08/xop/include"

// xmlNamespace is the namespace of the prefix xml, which needs no declaration.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// firstFault returns why an envelope cannot be read: of all reasons the one that
// comes first, nil when there is none. It reads the envelope once more, because
// xmlquery does not say which element has a prefix that is not declared.
func firstFault(content []byte) error {
	declared, decoder := map[string]bool{"": true, xmlNamespace: true}, xml.NewDecoder(bytes.NewReader(content))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return unreadable("its XML is not well-formed: " + parseReason(err))
		}
		if start, ok := token.(xml.StartElement); ok {
			if err := checkNamespace(start, declared); err != nil {
				return err
			}
		}
	}
}

// parseReason returns the parser's message, which begins with the line.
func parseReason(err error) string {
	return strings.TrimPrefix(err.Error(), "XML syntax error on ")
}

// checkNamespace checks the namespace of an element. declared are the namespaces
// that the envelope has declared before it.
func checkNamespace(start xml.StartElement, declared map[string]bool) error {
	for _, a := range start.Attr {
		if isDeclaration(a.Name.Space, a.Name.Local) {
			declared[a.Value] = true
		}
	}
	switch name := start.Name; {
	case name.Space == inclusion:
		return unreadable("it refers to an attachment by xop:Include; send the value in the envelope, without MTOM")
	case !declared[name.Space]:
		return unreadable("its XML is not well-formed: the prefix " + name.Space + " of " + name.Local + " is not declared")
	}
	return nil
}

// isDeclaration reports whether an attribute declares a namespace.
func isDeclaration(space, local string) bool {
	return space == "xmlns" || space == "" && local == "xmlns"
}
