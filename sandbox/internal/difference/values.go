package difference

import (
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// values compares two values at a path.
func (c *comparison) values(path string, a, b value) {
	if c.format == xmlFormat && a.kind != b.kind {
		a, b = asList(a, b), asList(b, a)
	}
	c.namespaces(path, a, b)
	switch {
	case a.kind != b.kind:
		if !a.cut && !b.cut { // the kind of a cut value is not known
			c.change(path, a, b)
		}
	case a.kind == record:
		c.records(path, a, b)
	case a.kind == list:
		c.lists(path, a, b)
	case a.text == b.text:
	case a.kind == number && content.Same(a.text, b.text):
		c.row(path, client.Spelling, excerpt(a.text), excerpt(b.text))
	default:
		c.change(path, a, b)
	}
}

// namespaces adds a row for the first element with another namespace, because the
// elements within it have it too.
func (c *comparison) namespaces(path string, a, b value) {
	spaces := [2]string{a.space, b.space}
	if a.space == b.space || slices.Contains(c.spaces, spaces) {
		return
	}
	c.spaces = append(c.spaces, spaces)
	c.row(path, client.Namespace, excerpt(a.space), excerpt(b.space))
}

// asList returns v as a list of one element where the other value is a list,
// because XML writes a list of one element like the element.
func asList(v, other value) value {
	switch {
	case other.kind != list || v.kind == list:
		return v
	case v.cut:
		return value{kind: list, space: v.space, cut: true}
	}
	return value{kind: list, items: []value{v}, space: v.space, cut: v.open}
}

func (c *comparison) change(path string, a, b value) {
	c.row(path, client.Changed, excerpt(a.spell(c.format)), excerpt(b.spell(c.format)))
}

func (c *comparison) reportRemoved(path string, a value) {
	c.row(path, client.Removed, excerpt(a.spell(c.format)), nil)
}

func (c *comparison) reportAdded(path string, b value) {
	c.row(path, client.Added, nil, excerpt(b.spell(c.format)))
}

// records compares the fields of two records by their names. A field missing
// because of a cut is no difference.
func (c *comparison) records(path string, a, b value) {
	inA, inB := a.byName(), b.byName()
	var common []string
	for _, f := range a.fields {
		other, known := inB[f.name]
		switch {
		case known:
			common = append(common, f.name)
			c.values(within(path, f.name), f.value, other)
		case !b.cut:
			c.reportRemoved(within(path, f.name), f.value)
		}
	}
	for _, f := range b.fields {
		if _, known := inA[f.name]; !known && !a.cut {
			c.reportAdded(within(path, f.name), f.value)
		}
	}
	if c.format == jsonFormat && !sameOrder(common, b) {
		c.reordered++
	}
}

// sameOrder reports whether the fields of a record have the order of the names.
func sameOrder(names []string, v value) bool {
	at := 0
	for _, f := range v.fields {
		if at < len(names) && f.name == names[at] {
			at++
		}
	}
	return at == len(names)
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
