// Package content decodes bodies as conditions, checks and comparisons see them: JSON as
// it is, XML as maps by local name, any other body as text.
//
// The package leaves to scenario, verify and difference what is compared with it.
package content

import (
	"bytes"
	"cmp"
	"encoding/json"
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

// Number is a number as it is written: 10.50.
type Number string

// MarshalJSON returns the number as it is written.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// Both is a value with numbers that a number of Go writes otherwise, or does not hold.
type Both struct {
	Plain   any    // numbers are int or float64, or text where neither represents them exactly
	Written any    // as Verbatim reads it
	Inexact string // the first number that neither represents exactly, "" for none
}

// MarshalJSON returns the value as it is written.
func (b Both) MarshalJSON() ([]byte, error) { return json.Marshal(b.Written) }

// Decode returns a body of a media type, nil for an empty body. Without a type it is JSON, see
// JSON. The error says why the body cannot be read.
func Decode(mediaType string, text []byte) (any, error) {
	switch body := bytes.TrimSpace(text); {
	case len(body) == 0:
		return nil, nil
	case isOf(mediaType, "json"):
		value, err := JSON(body)
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
		if value, err := JSON(body); err == nil {
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

// JSON reads one JSON value. Its objects are maps, its numbers int or float64. A value with
// numbers written otherwise is a Both.
func JSON(body []byte) (any, error) {
	r := reading{Decoder: decoderOf(body)}
	value, err := r.whole()
	switch {
	case err != nil:
		return nil, errors.New(strings.TrimPrefix(err.Error(), "jsontext: "))
	case r.otherwise:
		written, _ := Verbatim(body) // it was read before
		return Both{value, written, r.inexact}, nil
	}
	return value, nil
}

// Verbatim reads one JSON value. Its numbers are int, or a Number as it is written. With an
// error, it returns the objects and lists read before it.
func Verbatim(body []byte) (any, error) {
	return (&reading{Decoder: decoderOf(body), written: true}).whole()
}

func decoderOf(body []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// reading reads values, with numbers as they are written or as those of Go.
type reading struct {
	*jsontext.Decoder
	written   bool
	otherwise bool   // a number is written otherwise
	inexact   string // see Both
}

// whole reads a value with nothing behind it.
func (r *reading) whole() (any, error) {
	value, err := r.value()
	if err != nil {
		return value, err
	}
	switch _, err = r.ReadToken(); {
	case errors.Is(err, io.EOF):
		return value, nil
	case err == nil:
		err = errors.New("more follows after the value")
	}
	return value, err
}

// value reads a value. The decoder limits how deep it nests.
func (r *reading) value() (any, error) {
	token, err := r.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case 't', 'f':
		return token.Bool(), nil
	case '"':
		return token.String(), nil
	case '0':
		return r.number(token.String()), nil
	case '[':
		return r.list()
	case '{':
		return r.object()
	}
	return nil, nil
}

func (r *reading) list() (any, error) {
	list := []any{}
	for r.PeekKind() != ']' {
		value, err := r.value()
		if err != nil {
			return list, err
		}
		list = append(list, value)
	}
	_, err := r.ReadToken()
	return list, err
}

func (r *reading) object() (any, error) {
	object := map[string]any{}
	for r.PeekKind() != '}' {
		name, err := r.ReadToken()
		if err != nil {
			return object, err
		}
		key := name.String()
		value, err := r.value()
		if err == nil || value != nil {
			object[key] = value
		}
		if err != nil {
			return object, err
		}
	}
	_, err := r.ReadToken()
	return object, err
}

func (r *reading) number(text string) any {
	if n, err := strconv.Atoi(text); err == nil && text != "-0" {
		return n
	}
	if r.written {
		return Number(text)
	}
	f, err := strconv.ParseFloat(text, 64)
	spelled := strconv.FormatFloat(f, 'f', -1, 64)
	switch isExact := err == nil && Same(text, spelled); {
	case isExact && text == spelled:
		return f
	case isExact:
		r.otherwise = true
		return f
	}
	r.otherwise, r.inexact = true, cmp.Or(r.inexact, text)
	return text
}

// Same reports whether two spellings mean one number: 1, 1.0 and 10e-1.
func Same(a, b string) bool {
	x, xOK := decimalOf(a)
	y, yOK := decimalOf(b)
	return xOK && yOK && x == y
}

// decimal is a number as a sign, digits without zeros at the ends, and an
// exponent. It is never multiplied out, because 1e999999999 would be long.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

func decimalOf(spelling string) (decimal, bool) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(spelling), "e")
	d := decimal{}
	if exponent != "" {
		n, err := strconv.Atoi(exponent)
		if err != nil {
			return d, false
		}
		d.exponent = n
	}
	mantissa, d.negative = strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.exponent -= len(fraction)
	digits := strings.TrimLeft(whole+fraction, "0")
	d.digits = strings.TrimRight(digits, "0")
	d.exponent += len(digits) - len(d.digits)
	if d.digits == "" {
		return decimal{}, true // zero has no sign
	}
	return d, true
}

// decodeXML returns the content of the Body of an envelope, or of the root element
// of other XML.
func decodeXML(body []byte) (any, error) {
	root, err := XML(body)
	if envelope, ok := root["Envelope"].(map[string]any); ok {
		return envelope["Body"], err
	}
	return root, err
}

// XML returns the root element by its name. An element is nil when it says so, its text, or a
// map of its elements by local name, with lists for repeated names. With an error, XML
// returns the elements read before it.
func XML(body []byte) (root map[string]any, err error) {
	decoder := xml.NewDecoder(bytes.NewReader(body))
	decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("its encoding is %.40q", charset)
	}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && root != nil {
			return root, nil
		}
		if err != nil {
			return root, err
		}
		if start, ok := token.(xml.StartElement); ok && root == nil {
			value, err := element(decoder, start, maxAnswerDepth)
			if err != nil && value == nil {
				return nil, err
			}
			root = map[string]any{start.Name.Local: value}
			if err != nil {
				return root, err
			}
		}
	}
}

func element(decoder *xml.Decoder, start xml.StartElement, depth int) (any, error) {
	if depth == 0 {
		return nil, fmt.Errorf("its elements nest more than %d levels deep", maxAnswerDepth)
	}
	var text strings.Builder
	var fields map[string]any
	repeated := map[string]bool{}
	for {
		token, err := decoder.Token()
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			var value any
			value, err = element(decoder, t, depth-1)
			if err == nil || value != nil && fields[t.Name.Local] == nil {
				if fields == nil {
					fields = map[string]any{}
				}
				add(fields, repeated, t.Name.Local, value)
			}
		case xml.EndElement:
			switch {
			case fields != nil:
				return fields, nil
			case isNil(start):
				return nil, nil
			}
			return text.String(), nil
		}
		switch {
		case err != nil && fields == nil:
			return nil, err
		case err != nil:
			return fields, err
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
