package soap

import (
	"bytes"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// declaredEncoding finds the encoding in an XML declaration.
var declaredEncoding = regexp.MustCompile(`^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']`)

// maxDeclaration is the number of bytes searched for the encoding.
const maxDeclaration = 256

// decode returns the envelope in UTF-8 without a byte order mark. The mark decides
// the encoding, then the charset of the Content-Type, then the XML declaration.
func decode(body []byte, contentType string) ([]byte, error) {
	label, body := label(body, contentType)
	text, ok := convert(body, label)
	if !ok {
		return nil, commerce.Problemf(catalog.InvalidRequestBody,
			"The envelope's encoding must be UTF-8, UTF-16, ISO-8859-1, windows-1252 or US-ASCII, got %q.", label)
	}
	if at := firstInvalid(text); at >= 0 {
		return nil, commerce.Problemf(catalog.InvalidRequestBody,
			"The envelope is not valid %s: the byte at offset %d is not part of a character. "+
				"Name the encoding in the XML declaration or as charset of the Content-Type.", label, at)
	}
	return text, nil
}

// label returns the name of the body's encoding, and the body without its byte
// order mark.
func label(body []byte, contentType string) (string, []byte) {
	switch {
	case bytes.HasPrefix(body, []byte("\xEF\xBB\xBF")):
		return "utf-8", body[3:]
	case bytes.HasPrefix(body, []byte("\xFE\xFF")):
		return "utf-16be", body[2:]
	case bytes.HasPrefix(body, []byte("\xFF\xFE")):
		return "utf-16le", body[2:]
	case bytes.HasPrefix(body, []byte("\x00<")):
		return "utf-16be", body
	case bytes.HasPrefix(body, []byte("<\x00")):
		return "utf-16le", body
	}
	if _, parameters, err := mime.ParseMediaType(contentType); err == nil && parameters["charset"] != "" {
		return strings.ToLower(strings.Trim(parameters["charset"], `"' `)), body
	}
	head := bytes.TrimLeft(body[:min(len(body), maxDeclaration)], " \t\r\n")
	if found := declaredEncoding.FindSubmatch(head); found != nil {
		return strings.ToLower(string(found[1])), body
	}
	return "utf-8", body
}

// convert returns the body in UTF-8; false for an unaccepted encoding. The accepted
// labels are listed here instead of in an index of x/text, because an index brings every
// encoding of the web along.
func convert(body []byte, label string) ([]byte, bool) {
	switch label {
	// UTF-16 has a byte order mark or zero bytes, and then another label. A body
	// that only claims to be UTF-16 was converted on its way and is UTF-8.
	case "utf-8", "utf8", "us-ascii", "ascii", "utf-16":
		return body, true
	case "utf-16be":
		return decodeFrom(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), body)
	case "utf-16le":
		return decodeFrom(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), body)
	// Windows-1252 differs from ISO-8859-1 only where the latter has control
	// characters that XML forbids; clients mix the two names up.
	case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
		return decodeFrom(charmap.Windows1252, body)
	}
	return nil, false
}

// decodeFrom returns the body in UTF-8, with U+FFFD for anything but characters.
func decodeFrom(from encoding.Encoding, body []byte) ([]byte, bool) {
	text, err := from.NewDecoder().Bytes(body)
	return text, err == nil
}

// firstInvalid returns the offset of the first byte that is not UTF-8, or -1.
func firstInvalid(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// Text returns an envelope in UTF-8, and an unreadable one as it is.
func Text(body []byte, contentType string) []byte {
	text, err := decode(body, contentType)
	if err != nil {
		return body
	}
	return text
}
