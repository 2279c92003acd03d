package verify

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"mime"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// maxAnswerDepth is how deep the elements of an envelope may nest.
const maxAnswerDepth = 1_000

// decode returns the body of an answer as conditions see it: JSON as it is, the
// content of a SOAP body as maps by local name, any other body as text, and nil
// for none. The error says why the body cannot be read.
func decode(answer *client.Response) (any, error) {
	switch body := bytes.TrimSpace(answer.Body); {
	case answer.Truncated:
		return nil, fmt.Errorf("the answer cannot be read, because the journal kept only %d of its %d bytes", len(answer.Body), answer.BodySize)
	case len(body) == 0:
		return nil, nil
	case isOf(answer, "json"):
		value, err := decodeJSON(body)
		if err != nil {
			return nil, fmt.Errorf("the answer is not JSON: %w", err)
		}
		return value, nil
	case isOf(answer, "xml") && !isOf(answer, "xhtml"):
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
	return string(answer.Body), nil
}

// isOf reports whether the media type of an answer has a word, such as json in
// application/problem+json. An answer without a type is JSON.
func isOf(answer *client.Response, word string) bool {
	given := answer.Header.Get("Content-Type")
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

// decodeJSON reads one JSON value.
func decodeJSON(body []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more follows after the value")
	}
	return exact(value), nil
}

// exact replaces the numbers of a decoded value by int or float64, and keeps as
// text those that neither represents exactly.
func exact(value any) any {
	switch v := value.(type) {
	case json.Number:
		return number(v.String())
	case []any:
		for n := range v {
			v[n] = exact(v[n])
		}
	case map[string]any:
		for name := range v {
			v[name] = exact(v[name])
		}
	}
	return value
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

// digits reads a number in the notation of JSON, so that two spellings of one
// number are equal.
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

// rest returns what is wrong with what follows the root element.
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
// elements by local name, in which elements of one name are a list.
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

// add adds an element. repeated has the names whose value is a list of elements.
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
