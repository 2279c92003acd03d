package rest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
)

// decode reads the JSON body into v, strictly: names twice or unknown, text
// that is not UTF-8, anything after the value and values of another type are
// refused by name, unknown names and wrong types with the given code.
// Content-Type is not looked at (open question general-errors). Of several
// faults the first is told, because what follows it cannot be read reliably; a
// body that is no JSON is told as that, whatever its beginning says.
func (c *call) decode(v any, code catalog.Code) error {
	body, err := c.bytes()
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return commerce.Refuse(catalog.InvalidRequestBody, "A JSON body is required").Of("", "", "a JSON object")
	}
	err = json.Unmarshal(body, v, json.RejectUnknownMembers(true), json.WithUnmarshalers(readers))
	if err == nil {
		return nil
	}
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return badForm(err)
	}
	if err := checkForm(body); err != nil {
		return badForm(err)
	}
	return badValue(semantic, v, code)
}

// checkForm returns the first fault of a body as JSON.
func checkForm(body []byte) error {
	whole := jsontext.NewDecoder(bytes.NewReader(body))
	if err := whole.SkipValue(); err != nil {
		return err
	}
	if _, err := whole.ReadToken(); !errors.Is(err, io.EOF) {
		return cmp.Or(err, errors.New("there is something after the value"))
	}
	return nil
}

// badForm tells what is wrong with a body that is not one JSON value.
func badForm(err error) error {
	refuse := func(field, given, expected, format string, args ...any) error {
		return commerce.Refuse(catalog.InvalidRequestBody, format, args...).Of(field, given, expected)
	}
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		return refuse("", "", "one JSON object", "The body cannot be read: %v", err)
	}
	field := jsonPath(syntactic.JSONPointer)
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return refuse(field, "twice", "once", "%s is given twice", field)
	}
	return refuse(field, "", "one JSON object in UTF-8", "The body is not valid JSON at byte %d: %v", syntactic.ByteOffset, syntactic.Err)
}

// badValue tells which value of a body has an unknown name or another type
// than it must have, in the words of its sender. A body that is no object at
// all has none of the fields that a code could be about.
func badValue(fault *json.SemanticError, into any, code catalog.Code) error {
	field := jsonPath(fault.JSONPointer)
	subject := field
	if subject == "" {
		subject, code = "The body", catalog.InvalidRequestBody
	}
	if errors.Is(fault, json.ErrUnknownName) {
		return commerce.Refuse(code, "%s is not a known name%s", field, hint(field, into)).Of(field, field, "a known name")
	}
	expected, given := wanted(fault.GoType), kindName(fault.JSONKind)
	if fault.JSONKind == '0' && len(fault.JSONValue) > 0 && len(fault.JSONValue) <= longestGiven {
		given = string(fault.JSONValue)
	}
	return commerce.Refuse(code, "%s must be %s, got %s", subject, expected, given).Of(field, given, expected)
}

// longestGiven is how long a number may be to be told as it was sent.
const longestGiven = 40

// longestPath is how long a path in a body may be to be told whole. Only those
// of hostile bodies are longer.
const longestPath = 200

// jsonPath spells a JSON pointer as senders do: Discount.Values[1].Currency.
func jsonPath(p jsontext.Pointer) string {
	var path strings.Builder
	for token := range p.Tokens() {
		if path.Len() > longestPath {
			break
		}
		if token == "" {
			token = `""`
		}
		switch {
		case strings.Trim(token, "0123456789") == "":
			fmt.Fprintf(&path, "[%s]", token)
		case path.Len() > 0:
			path.WriteString("." + token)
		default:
			path.WriteString(token)
		}
	}
	if path.Len() <= longestPath {
		return path.String()
	}
	return strings.ToValidUTF8(path.String()[:longestPath], "") + "…"
}

// hint names the known field that an unknown one resembles.
func hint(field string, into any) string {
	name := field[strings.LastIndexByte(field, '.')+1:]
	if near := phrase.Nearest(name, fieldNames(reflect.TypeOf(into), nil)); len(near) > 0 {
		return ", did you mean " + near[0] + "?"
	}
	return ""
}

// fieldNames collects the JSON names of a type and of the types within it.
func fieldNames(t reflect.Type, names []string) []string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return fieldNames(t.Elem(), names)
	case reflect.Struct:
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if name != "" {
				names = fieldNames(t.Field(i).Type, append(names, name))
			}
		}
	}
	return names
}

// kindName is how a sender would call a JSON value.
func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "a list"
	}
	return "another value"
}

// wanted is what a sender has to write for a Go type.
func wanted(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == nil:
		return "another value"
	case t == reflect.TypeFor[commerce.Money]():
		return fmt.Sprintf("a number of at most %d digits on either side of its point", commerce.MoneyDigits)
	case t == reflect.TypeFor[commerce.DraftDay]():
		return "a calendar day in the format Y-m-d, or null"
	}
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true, false, 0 or 1"
	case reflect.Int, reflect.Int64:
		return fmt.Sprintf("a whole number of at most %d digits", commerce.MoneyDigits)
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}
