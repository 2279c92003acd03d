package soap

import (
	"bytes"
	"mime"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// declaredEncoding finds the encoding in an XML declaration.
var declaredEncoding = regexp.MustCompile(`^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']`)

// longestDeclaration is how far into an envelope its encoding is looked for.
const longestDeclaration = 256

// decode returns the envelope in UTF-8 without a byte order mark. A mark wins
// over the charset of the Content-Type, which wins over the declaration.
func decode(body []byte, contentType string) ([]byte, error) {
	label, body := label(body, contentType)
	text, ok := convert(body, label)
	if !ok {
		return nil, commerce.Problemf(catalog.InvalidRequestBody,
			"The envelope's encoding %q is not read: use UTF-8, UTF-16, ISO-8859-1, windows-1252 or US-ASCII.", label)
	}
	if at := firstInvalid(text); at >= 0 {
		return nil, commerce.Problemf(catalog.InvalidRequestBody,
			"The envelope is not valid %s: the byte at offset %d belongs to no character. "+
				"Name the encoding in the XML declaration or as charset of the Content-Type.", label, at)
	}
	return text, nil
}

// label names the encoding of the body and cuts off its byte order mark.
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
	head := bytes.TrimLeft(body[:min(len(body), longestDeclaration)], " \t\r\n")
	if found := declaredEncoding.FindSubmatch(head); found != nil {
		return strings.ToLower(string(found[1])), body
	}
	return "utf-8", body
}

// convert reads the body in the labelled encoding; false when it is unknown.
func convert(body []byte, label string) ([]byte, bool) {
	switch label {
	// The marks and zero bytes of UTF-16 are told by label. A body that only
	// claims to be UTF-16 was transcoded on its way and is UTF-8.
	case "utf-8", "utf8", "us-ascii", "ascii", "utf-16":
		return body, true
	case "utf-16be":
		return fromUTF16(body, 0), true
	case "utf-16le":
		return fromUTF16(body, 1), true
	// Windows-1252 differs from ISO-8859-1 only where the latter has control
	// characters that XML forbids; clients mix the two names up.
	case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
		return fromWindows1252(body), true
	}
	return nil, false
}

// fromUTF16 reads pairs of bytes of which the one at high is the upper. Half a
// pair and lone surrogates become U+FFFD.
func fromUTF16(body []byte, high int) []byte {
	text := make([]byte, 0, len(body))
	for i := 0; i+1 < len(body); i += 2 {
		r := unit(body, i, high)
		if utf16.IsSurrogate(r) && i+3 < len(body) {
			if whole := utf16.DecodeRune(r, unit(body, i+2, high)); whole != utf8.RuneError {
				r = whole
				i += 2
			}
		}
		text = utf8.AppendRune(text, r)
	}
	if len(body)%2 == 1 {
		text = utf8.AppendRune(text, utf8.RuneError)
	}
	return text
}

func unit(body []byte, at, high int) rune {
	return rune(body[at+high])<<8 | rune(body[at+1-high])
}

// windows1252 are the characters at 0x80 to 0x9F; the five that are not
// assigned stay control characters.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}

func fromWindows1252(body []byte) []byte {
	text := make([]byte, 0, len(body)+len(body)/8)
	for _, b := range body {
		r := rune(b)
		if b >= 0x80 && b < 0xA0 {
			r = windows1252[b-0x80]
		}
		text = utf8.AppendRune(text, r)
	}
	return text
}

// firstInvalid returns where the text stops being UTF-8, or -1.
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
