package difference

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// maxPath bounds the path of a value in bytes. What is deeper is compared as one value,
// because the time grows with the square of the depth.
const maxPath = 1000

// values compares two values at a path.
func (c *comparison) values(path string, a, b any) {
	if c.format == xmlFormat {
		a, b = asList(a, b), asList(b, a)
	}
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok && len(path) < maxPath {
			c.records(path, x, y)
			return
		}
	case []any:
		if y, ok := b.([]any); ok && len(path) < maxPath {
			c.lists(path, x, y)
			return
		}
	}
	if reflect.DeepEqual(a, b) {
		return
	}
	x, y := c.spell(a), c.spell(b)
	change := client.Changed
	if isNumber(a) && isNumber(b) && content.Same(x, y) {
		change = client.Spelling
	}
	c.row(path, change, &x, &y)
}

// asList returns v as a list of one element where the other value is a list,
// because XML writes a list of one element like the element.
func asList(v, other any) any {
	_, isList := v.([]any)
	if _, isOther := other.([]any); isOther && !isList {
		return []any{v}
	}
	return v
}

func isNumber(v any) bool {
	switch v.(type) {
	case int, content.Number:
		return true
	}
	return false
}

func (c *comparison) reportRemoved(path string, a any) {
	c.row(path, client.Removed, new(c.spell(a)), nil)
}

func (c *comparison) reportAdded(path string, b any) { c.row(path, client.Added, nil, new(c.spell(b))) }

// records compares the fields of two records by their names.
func (c *comparison) records(path string, a, b map[string]any) {
	names := slices.AppendSeq(make([]string, 0, len(a)), maps.Keys(a))
	for name := range b {
		if _, known := a[name]; !known {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		x, inA := a[name]
		y, inB := b[name]
		switch at := within(path, name); {
		case !inA:
			c.reportAdded(at, y)
		case !inB:
			c.reportRemoved(at, x)
		default:
			c.values(at, x, y)
		}
	}
}

// within returns the path of a field: Items[2].Price. An ambiguous name is
// quoted.
func within(path, name string) string {
	if name == "" || strings.ContainsAny(name, `.[]"`) {
		return path + "[" + phrase.Quote(name) + "]"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

// spell returns a value as the format writes it, without white space.
func (c *comparison) spell(v any) string {
	if c.format == xmlFormat && v != nil {
		return spellXML(v)
	}
	text, _ := phrase.JSON(v) // it was read from JSON
	return text
}

// spellXML returns the content of an element.
func spellXML(v any) string {
	fields, ok := v.(map[string]any)
	if !ok {
		text, _ := v.(string)
		return text
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, item := range asList(fields[name], []any{}).([]any) {
			b.WriteString("<" + name + ">" + spellXML(item) + "</" + name + ">")
		}
	}
	return b.String()
}
