package oracle

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// member is a field of a body whose factor does not have its default value.
type member struct {
	v     value
	usual any
}

// body writes the body of the choices, and returns the length to fill it to with blanks.
func (s *subject) body(choices []choice) (text string, pad int) {
	if s.Body == nil {
		return "", 0
	}
	root, forms := decoded(s.Body).(map[string]any), map[string]string{}
	for _, ch := range choices {
		if f := s.all[ch.factor]; f.Instead != nil {
			root["Discount"] = decoded(f.Instead)
		}
	}
	for _, ch := range choices {
		f := s.all[ch.factor]
		v := f.values[ch.value]
		switch {
		case f.In == "form":
			forms[f.name] = v.text()
		case f.In != "body" && f.In != "envelope":
		case f.name == "(body)" && v.special["$pad"] != nil:
			pad, _ = strconv.Atoi(string(v.special["$pad"]))
		case f.name == "(body)":
			return v.text(), 0
		default:
			put(root, strings.Split(strings.Trim(f.name, "()"), "."), v)
			if _, usual := root["hash"].(string); usual && v.special["$date"] != nil {
				root["hash"] = "{sha256 " + unquote(v.special["$date"]) + "}"
			}
		}
	}
	if s.Action != "" {
		return s.envelope(root, forms), pad
	}
	return written(root), pad
}

func decoded(text json.RawMessage) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic("classes.json: " + err.Error())
	}
	return v
}

// put gives a field its value; in a list the value of the first element.
func put(in any, path []string, v value) {
	if list, is := in.([]any); is && len(list) > 0 {
		in = list[0]
	}
	object, is := in.(map[string]any)
	switch {
	case !is:
	case len(path) > 1:
		put(object[path[0]], path[1:], v)
	default:
		object[path[0]] = member{v, object[path[0]]}
	}
}

func written(v any) string {
	var parts []string
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if m, is := v[name].(member); is {
				parts = append(parts, m.written(name)...)
			} else {
				parts = append(parts, strconv.Quote(name)+":"+written(v[name]))
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		for _, e := range v {
			parts = append(parts, written(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	_ = out.Encode(v)
	return strings.TrimSpace(text.String())
}

func (m member) written(name string) []string {
	of := func(name, text string) string { return strconv.Quote(name) + ":" + text }
	switch special := m.v.special; {
	case m.v.given == nil:
		return nil
	case special["$raw"] != nil:
		return []string{of(name, unquote(special["$raw"]))}
	case special["$lower"] != nil:
		return []string{of(strings.ToLower(name), written(m.usual))}
	case special["$twice"] != nil:
		return []string{of(name, written(m.usual)), of(name, written(m.usual))}
	case special["$many"] != nil:
		times, _ := strconv.Atoi(string(special["$many"]))
		return []string{of(name, written(slices.Repeat(m.usual.([]any), times)))}
	case special["$long"] != nil:
		return []string{of(name, strconv.Quote(m.v.text()))}
	}
	return []string{of(name, string(m.v.given))}
}
