package main

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// A template of answers, of a row or of --format, sees an answer as JSON shows it: maps by
// the names there, with every name that the answer can have, null where it has none.

// parseTemplate parses a template with functions of its own beside those of all.
func parseTemplate(text string, more template.FuncMap) (*template.Template, error) {
	functions := template.FuncMap{
		"utc":       shownMoment,
		"mebibytes": func(size int64) string { return fmt.Sprintf("%.1f MiB", math.Ceil(float64(size)/(1<<20)*10)/10) },
		"counts":    func(what string, counts any) string { all, _ := counts.(map[string]any); return countsOf(what, all) },
		"clock": func(c map[string]any) (string, error) {
			now, err := shownMoment(c["now"])
			return fmt.Sprintf("%v at %s UTC", c["mode"], now), err
		},
		"count": func(n any, noun string) string { return count(int(reflect.ValueOf(n).Int()), noun) },
		"join": func(list any, by string) string {
			var texts []string
			all, _ := list.([]any) // nil is an empty list
			for _, one := range all {
				texts = append(texts, fmt.Sprint(one))
			}
			return strings.Join(texts, by)
		},
		"cell": func(value any) string { // of a table
			if list, is := value.([]any); is {
				return strings.Trim(fmt.Sprint(list), "[]")
			}
			return fmt.Sprint(cmp.Or(value, any("")))
		},
		"orIfNull": func(value any, absent string) any {
			if value == nil {
				return absent
			}
			return value
		},
		"trimLines": func(text string) string { return strings.TrimRight(text, "\n") },
		"firstLine": func(text any) string {
			line, _, _ := strings.Cut(strings.TrimSpace(fmt.Sprint(text)), "\n")
			return line
		},
	}
	maps.Copy(functions, more)
	return template.New("format").Option("missingkey=error").Funcs(functions).Parse(text)
}

// shownMoment returns a moment of an answer as texts show it, "" for none.
func shownMoment(moment any) (string, error) {
	if moment == nil {
		return "", nil
	}
	t, err := time.Parse(time.RFC3339Nano, fmt.Sprint(moment))
	return inUTC(t), err
}

// isTemplate reports whether a format is a template.
func isTemplate(f client.Format) bool { return strings.Contains(string(f), "{{") }

// checkTemplate reports a template that cannot be parsed, or that names what an answer, given by its
// zero value, cannot have. So nothing is done when the output would fail.
func checkTemplate(f client.Format, zero any) error {
	if !isTemplate(f) {
		return nil
	}
	t, err := parseTemplate(string(f), nil)
	if err != nil {
		return err // the flag has reported it
	}
	var made samples
	sample := made.answer(zero)
	if err = t.Execute(io.Discard, sample); err == nil {
		return nil
	}
	missing := missingName.FindStringSubmatch(err.Error())
	if missing == nil || made.open && len(sandbox.Nearest(missing[1], namesIn(sample))) == 0 {
		return nil // it depends on the values
	}
	return fmt.Errorf("--format %w", templateError(err, namesIn(sample)))
}

// writeAs writes data by a template.
func (p *program) writeAs(f client.Format, data any) error {
	t, err := parseTemplate(string(f), nil)
	var made strings.Builder
	if err == nil {
		err = t.Execute(&made, data)
	}
	if err != nil {
		return usage{fmt.Errorf("--format %w", templateError(err, namesIn(data)))}
	}
	_, err = fmt.Fprintln(p.stdout, sandbox.Visible(strings.TrimSuffix(made.String(), "\n")))
	return err
}

var (
	templatePlace = regexp.MustCompile(`^template: format:(\d+):(?:(\d+):)? (?:executing "format" at (<.*>): )?`)
	missingName   = regexp.MustCompile(`map has no entry for key "(.*)"$`)
)

// templateError returns the error of a template, nil for none, with its place, the nearest name and the rule.
func templateError(err error, known []string) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	place := templatePlace.FindStringSubmatch(text)
	if place == nil {
		return err
	}
	at, text := "line "+place[1], text[len(place[0]):]
	if column, err := strconv.Atoi(place[2]); err == nil {
		at += fmt.Sprintf(", column %d", column+1)
	}
	if missing := missingName.FindStringSubmatch(text); missing != nil {
		text = fmt.Sprintf("nothing has the name %q here", missing[1])
		if near := sandbox.Nearest(missing[1], known); len(near) > 0 {
			text += "; did you mean " + strings.Join(near, " or ") + "?"
		}
	}
	return fmt.Errorf("%s: %s; a template has the names that --format json prints, such as {{.total}}", at, text)
}

// answerData returns an answer in JSON as templates see it. Zero is a value of its type.
func answerData(raw []byte, zero any) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var data any
	if err := decoder.Decode(&data); err != nil {
		return nil, fmt.Errorf("the answer cannot be read: %w", err)
	}
	return fill(data, new(samples).answer(zero)), nil
}

// dataOf returns a value that came as JSON as templates see it.
func dataOf(value any) any {
	raw, _ := encodeJSON(value) // what came as JSON always encodes, and is read again
	data, _ := answerData(raw, value)
	return data
}

// fill returns a value with the numbers as numbers, and with null under the names that a
// sample of its type has and it has not.
func fill(value, sample any) any {
	switch v := value.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		n, _ := v.Float64() // JSON has no other numbers
		return n
	case []any:
		list, _ := sample.([]any)
		for n := range v {
			v[n] = fill(v[n], append(list, nil)[0])
		}
	case map[string]any:
		names, _ := sample.(map[string]any)
		each, _ := sample.(anyNames)
		for name := range v {
			v[name] = fill(v[name], cmp.Or(names[name], each["x"]))
		}
		for name := range names {
			if _, is := v[name]; !is {
				v[name] = nil
			}
		}
	}
	return value
}

// fieldsOf returns the types of a struct's fields by their names in JSON, nil for another type.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	if t == nil || t.Kind() != reflect.Struct || writesItself(t) {
		return nil
	}
	fields := map[string]reflect.Type{}
	for n := range t.NumField() {
		f := t.Field(n)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			for inner, of := range fieldsOf(f.Type) {
				if fields[inner] == nil {
					fields[inner] = of
				}
			}
		case f.IsExported() && name != "-":
			fields[cmp.Or(name, f.Name)] = f.Type
		}
	}
	return fields
}

// writesItself reports whether a type has a form of its own in JSON.
func writesItself(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// samples makes values of types as templates see them.
type samples struct {
	open bool // a type has parts with any names
}

// anyNames is the sample of a map, with its element under one name.
type anyNames map[string]any

// answer returns an answer of a verb by its zero value.
func (s *samples) answer(zero any) any {
	switch v := zero.(type) {
	case listOf:
		return map[string]any{v.plural: []any{s.of(reflect.TypeOf(v.row), 1)}, "total": int64(1)}
	case named:
		made := map[string]any{}
		for name := range v {
			made[name] = "x"
		}
		return made
	}
	return s.of(reflect.TypeOf(zero), 0)
}

// of returns a value of a type, with one element in every list.
func (s *samples) of(t reflect.Type, depth int) any {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	const deepest = 12 // of types that have themselves
	switch {
	case t == nil || depth > deepest || t.Kind() == reflect.Interface || t == reflect.TypeFor[json.RawMessage]():
		s.open = true
		return map[string]any{}
	case t == reflect.TypeFor[time.Time]():
		return time.Time{}.Format(time.RFC3339)
	case t.Kind() == reflect.Struct && !writesItself(t):
		made := map[string]any{}
		for name, of := range fieldsOf(t) {
			made[name] = s.of(of, depth+1)
		}
		return made
	case t.Kind() == reflect.Map:
		s.open = true
		return anyNames{"x": s.of(t.Elem(), depth+1)}
	case t.Kind() == reflect.Slice:
		return []any{s.of(t.Elem(), depth+1)}
	case t.Kind() == reflect.Bool:
		return true
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		return int64(1)
	case t.Kind() == reflect.Float64:
		return 1.5
	}
	return "x"
}

// namesIn returns all names in data.
func namesIn(data any) (names []string) {
	switch v := data.(type) {
	case anyNames:
		return namesIn(map[string]any(v))
	case map[string]any:
		for name, inner := range v {
			names = append(append(names, name), namesIn(inner)...)
		}
	case []any:
		for _, inner := range v {
			names = append(names, namesIn(inner)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
