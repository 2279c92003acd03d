// Package content decodes the body of an answer as conditions and checks see it: JSON as
// it is, the content of a SOAP body as maps by local name, any other body as text.
//
// The package leaves to scenario and verify what is compared with it.
package content

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"mime"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxAnswerDepth is how deep the elements of an envelope may nest.
const maxAnswerDepth = 1_000

// Decode returns a body of a media type, nil for an empty body. Without a type it is JSON.
// Numbers are int or float64, or text where neither represents them exactly. The error
// says why the body cannot be read.
func Decode(mediaType string, text []byte) (any, error) {
	switch body := bytes.TrimSpace(text); {
	case len(body) == 0:
		return nil, nil
	case isOf(mediaType, "json"):
		value, err := decodeJSON(body)
		if err != nil {
			return nil, fmt.Errorf("the answer is not JSON: %w", err)
		}
		return value, nil
	case isOf(mediaType, "xml") && !isOf(mediaType, "xhtml"):
		value, err := decodeXML(body)
		if err != nil {
			return nil, fmt.Errorf("the answer is not XML: %w", err)
		}
		return value, nil
	case body[0] == '{' || body[0] == '[':
		if value, err := decodeJSON(body); err == nil {
			return value, nil
		}
	}
	return string(text), nil
}

// isOf reports whether a media type has a word, such as json in
// application/problem+json. Without a type it is JSON.
func isOf(given, word string) bool {
	if given == "" {
		return word == "json"
	}
	name, _, err := mime.ParseMediaType(given)
	if err != nil {
		name, _, _ = strings.Cut(given, ";")
	}
	_, subtype, _ := strings.Cut(strings.ToLower(name), "/")
	return strings.Contains(subtype, word)
}

// decodeJSON reads one JSON value. Its objects are maps, and its numbers int or
// float64, or text where neither represents them exactly.
func decodeJSON(body []byte) (any, error) {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	value, err := nextValue(decoder)
	if err == nil {
		_, err = decoder.ReadToken()
	}
	switch {
	case errors.Is(err, io.EOF): // after the value
		return value, nil
	case err == nil:
		return nil, errors.New("more follows after the value")
	}
	return nil, errors.New(strings.TrimPrefix(err.Error(), "jsontext: "))
}

// nextValue reads a value. The decoder limits how deep it nests.
func nextValue(decoder *jsontext.Decoder) (any, error) {
	token, err := decoder.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case 't', 'f':
		return token.Bool(), nil
	case '"':
		return token.String(), nil
	case '0':
		return number(token.String()), nil
	case '[':
		return nextList(decoder)
	case '{':
		return nextObject(decoder)
	}
	return nil, nil
}

func nextList(decoder *jsontext.Decoder) (any, error) {
	list := []any{}
	for decoder.PeekKind() != ']' {
		value, err := nextValue(decoder)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := decoder.ReadToken()
	return list, err
}

func nextObject(decoder *jsontext.Decoder) (any, error) {
	object := map[string]any{}
	for decoder.PeekKind() != '}' {
		name, err := decoder.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		value, err := nextValue(decoder)
		if err != nil {
			return nil, err
		}
		object[key] = value
	}
	_, err := decoder.ReadToken()
	return object, err
}

func number(text string) any {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || digits(text) != digits(strconv.FormatFloat(f, 'e', -1, 64)) {
		return text
	}
	return f
}

// decimal is a decimal number: its significant digits, and the power of ten of the
// first one.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// digits reads a number in the notation of JSON, so two spellings of one number are
// equal.
func digits(text string) decimal {
	rest, negative := strings.CutPrefix(text, "-")
	mantissa, power, _ := strings.Cut(strings.ToLower(rest), "e")
	exponent, _ := strconv.Atoi(power) // 0 without one; of an overflow, the number is no float64
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := whole + fraction
	significant := strings.TrimLeft(all, "0")
	exponent += len(whole) - (len(all) - len(significant))
	significant = strings.TrimRight(significant, "0")
	if significant == "" {
		return decimal{}
	}
	return decimal{negative, significant, exponent}
}

// decodeXML returns the content of the Body of an envelope, or of the root element
// of other XML.
func decodeXML(body []byte) (any, error) {
	decoder := xml.NewDecoder(bytes.NewReader(body))
	decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("its encoding is %.40q", charset)
	}
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		content, err := element(decoder, start, maxAnswerDepth)
		if err != nil {
			return nil, err
		}
		if envelope, ok := content.(map[string]any); ok && start.Name.Local == "Envelope" {
			return envelope["Body"], rest(decoder)
		}
		return map[string]any{start.Name.Local: content}, rest(decoder)
	}
}

// rest returns the fault of any text after the root element.
func rest(decoder *xml.Decoder) error {
	for {
		switch _, err := decoder.Token(); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// element returns an element: nil when it says so, its text, or a map of its
// elements by local name, with lists for repeated names.
func element(decoder *xml.Decoder, start xml.StartElement, depth int) (any, error) {
	if depth == 0 {
		return nil, fmt.Errorf("its elements nest more than %d levels deep", maxAnswerDepth)
	}
	var text strings.Builder
	var fields map[string]any
	repeated := map[string]bool{}
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			value, err := element(decoder, t, depth-1)
			if err != nil {
				return nil, err
			}
			if fields == nil {
				fields = map[string]any{}
			}
			add(fields, repeated, t.Name.Local, value)
		case xml.EndElement:
			switch {
			case fields != nil:
				return fields, nil
			case isNil(start):
				return nil, nil
			}
			return text.String(), nil
		}
	}
}

// add adds an element. repeated has the names with a list of elements.
func add(fields map[string]any, repeated map[string]bool, name string, value any) {
	before, known := fields[name]
	switch {
	case !known:
		fields[name] = value
	case repeated[name]:
		fields[name] = append(before.([]any), value)
	default:
		fields[name], repeated[name] = []any{before, value}, true
	}
}

func isNil(start xml.StartElement) bool {
	for _, a := range start.Attr {
		if a.Name.Local == "nil" && (a.Value == "true" || a.Value == "1") {
			return true
		}
	}
	return false
}
