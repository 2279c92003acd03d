package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// kind is what an input is.
type kind string

const (
	isText    kind = "text"
	isNumber  kind = "number" // whole
	isSwitch  kind = "switch"
	isTexts   kind = "texts"
	isObjects kind = "objects" // a list
	isPairs   kind = "pairs"   // an object with a text for each name
	isFlags   kind = "flags"   // an object with true or false for each name
)

// jsonType returns the type of a kind in JSON Schema.
func (k kind) jsonType() string {
	return map[kind]string{
		isText: "string", isNumber: "integer", isSwitch: "boolean", isTexts: "array", isObjects: "array", isPairs: "object", isFlags: "object",
	}[k]
}

// input is an input of a tool, or a field of one.
type input struct {
	name     string
	kind     kind
	meaning  string
	required bool
	enum     []string // the texts that it can be
	least    int      // of a number
	most     int      // of a number, 0 for no limit
	of       []input  // the fields of isObjects
}

// schema returns the JSON Schema of inputs.
func schema(fields []input) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range fields {
		properties[f.name] = f.schema()
		if f.required {
			required = append(required, f.name)
		}
	}
	shown := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		shown["required"] = required
	}
	return shown
}

func (f input) schema() map[string]any {
	shown := map[string]any{"type": f.kind.jsonType(), "description": f.meaning}
	choice := map[string]any{"type": "string"}
	if f.enum != nil {
		choice["enum"] = f.enum
	}
	switch f.kind {
	case isText:
		maps.Copy(shown, choice)
	case isNumber:
		shown["minimum"] = f.least
		if f.most > 0 {
			shown["maximum"] = f.most
		}
	case isTexts:
		shown["items"] = choice
	case isObjects:
		shown["items"] = schema(f.of)
	case isPairs:
		shown["additionalProperties"] = choice
	case isFlags:
		shown["additionalProperties"] = map[string]any{"type": "boolean"}
	}
	return shown
}

// inputError is an input that is wrong.
type inputError string

func (e inputError) Error() string { return string(e) }

func wrong(form string, values ...any) error { return inputError(fmt.Sprintf(form, values...)) }

// inputs are the inputs of a call by their names, each of the type of its kind.
type inputs map[string]any

// read returns the inputs of a call. It reports all that are wrong.
func read(fields []input, given json.RawMessage) (inputs, error) {
	var values map[string]any
	if text := bytes.TrimSpace(given); len(text) > 0 && !bytes.Equal(text, []byte("null")) {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&values); err != nil {
			return nil, wrong("the arguments must be an object with %s, got %s", orNone(known(fields)), cut(string(text), 80))
		}
	}
	return check(fields, values)
}

// words returns values as texts.
func words[T ~string](values []T) []string {
	var texts []string
	for _, value := range values {
		texts = append(texts, string(value))
	}
	return texts
}

func known(fields []input) []string {
	names := []string{}
	for _, f := range fields {
		names = append(names, f.name)
	}
	return names
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func check(fields []input, values map[string]any) (inputs, error) {
	checked, faults := inputs{}, []string{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(fields, func(f input) bool { return f.name == name }) {
			faults = append(faults, fmt.Sprintf("unknown argument %q; known: %s", name, orNone(known(fields))))
		}
	}
	for _, f := range fields {
		value, err := f.read(values[f.name])
		switch {
		case err != nil:
			faults = append(faults, err.Error())
		case value == nil && f.required:
			faults = append(faults, f.name+" is required: "+f.meaning)
		case value != nil:
			checked[f.name] = value
		}
	}
	if len(faults) > 0 {
		return nil, wrong("%s", strings.Join(faults, "; "))
	}
	return checked, nil
}

// read returns a value as its kind, nil for none. An empty text is none, because
// agents write one for what they leave out.
func (f input) read(value any) (any, error) {
	switch {
	case value == nil, value == "" && f.kind != isSwitch:
		return nil, nil
	case f.kind == isText:
		return f.text(value)
	case f.kind == isNumber:
		return f.number(value)
	case f.kind == isSwitch:
		on, is := value.(bool)
		if !is {
			return nil, wrong("%s must be true or false, got %s", f.name, shown(value))
		}
		return on, nil
	}
	return f.several(value)
}

func (f input) text(value any) (any, error) {
	text, is := value.(string)
	if !is || f.enum != nil && !slices.Contains(f.enum, text) {
		right := "a text"
		if f.enum != nil {
			right = "one of " + strings.Join(f.enum, ", ")
		}
		return nil, wrong("%s must be %s, got %s", f.name, right, shown(value))
	}
	return text, nil
}

func (f input) number(value any) (any, error) {
	number, is := value.(json.Number)
	n, err := number.Int64()
	most := int64(math.MaxInt32)
	if f.most > 0 {
		most = int64(f.most)
	}
	if !is || err != nil || n < int64(f.least) || n > most {
		if f.most > 0 {
			return nil, wrong("%s must be a whole number from %d to %d, got %s", f.name, f.least, f.most, shown(value))
		}
		return nil, wrong("%s must be a whole number of at least %d, got %s", f.name, f.least, shown(value))
	}
	return int(n), nil
}

// several returns a list or an object.
func (f input) several(value any) (any, error) {
	list, isList := value.([]any)
	object, isObject := value.(map[string]any)
	switch {
	case f.kind == isTexts && isList:
		texts := []string{}
		for _, element := range list {
			text, err := f.text(element)
			if err != nil {
				return nil, err
			}
			texts = append(texts, text.(string))
		}
		return texts, nil
	case f.kind == isObjects && isList:
		objects := []inputs{}
		for _, element := range list {
			fields, is := element.(map[string]any)
			if !is {
				return nil, wrong("%s must be a list of objects, got %s", f.name, shown(element))
			}
			object, err := check(f.of, fields)
			if err != nil {
				return nil, wrong("%s: %v", f.name, err)
			}
			objects = append(objects, object)
		}
		return objects, nil
	case f.kind == isPairs && isObject:
		return pairs[string](f.name, "texts", object)
	case f.kind == isFlags && isObject:
		return pairs[bool](f.name, "true or false", object)
	}
	return nil, wrong("%s must be an %s, got %s", f.name, f.kind.jsonType(), shown(value))
}

// pairs returns the values of an object, which are all of one type.
func pairs[T any](name, what string, object map[string]any) (map[string]T, error) {
	values := map[string]T{}
	for key, value := range object {
		typed, is := value.(T)
		if !is {
			return nil, wrong("%s must have %s by name, got %s for %q", name, what, shown(value), key)
		}
		values[key] = typed
	}
	return values, nil
}

// shown returns a wrong value in at most 80 bytes.
func shown(value any) string {
	text, _ := json.Marshal(value) // it was JSON before
	if len(text) > 80 {
		return strings.ToValidUTF8(string(text[:77]), "") + "…"
	}
	return string(text)
}

func (i inputs) text(name string) string {
	text, _ := i[name].(string)
	return text
}

// number returns a number, or what absence means.
func (i inputs) number(name string, absent int) int {
	if n, given := i[name].(int); given {
		return n
	}
	return absent
}

// count returns a number, nil when it is absent.
func (i inputs) count(name string) *int {
	n, given := i[name].(int)
	if !given {
		return nil
	}
	return &n
}

func (i inputs) on(name string) bool {
	on, _ := i[name].(bool)
	return on
}

func (i inputs) texts(name string) []string {
	texts, _ := i[name].([]string)
	return texts
}

func (i inputs) objects(name string) []inputs {
	objects, _ := i[name].([]inputs)
	return objects
}

// duration returns a duration such as 5s, 0 when it is absent.
func (i inputs) duration(name string) (time.Duration, error) {
	given := i.text(name)
	if given == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(given)
	if err != nil || d <= 0 {
		return 0, wrong("%s must be a duration such as 500ms, 5s or 2h, got %s", name, shown(given))
	}
	return d, nil
}
