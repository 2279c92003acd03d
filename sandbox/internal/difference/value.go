package difference

import (
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// kind is the type of a value.
type kind int

const (
	unknown kind = iota // the body is cut before it
	null
	truth
	number
	text
	list
	record
)

// value is one value of a body.
type value struct {
	kind   kind
	text   string  // of a scalar; of a number as it is spelled
	items  []value // of a list
	fields []field // of a record, in their order
	space  string  // namespace of an XML element
	cut    bool    // whether the end of a list or a record is not kept
	open   bool    // further XML elements of the same name may have followed in the part not kept
}

type field struct {
	name  string
	value value
}

func (v value) isScalar() bool { return v.kind != list && v.kind != record && v.kind != unknown }

// field returns the first field of a name.
func (v value) field(name string) (value, bool) {
	for _, f := range v.fields {
		if f.name == name {
			return f.value, true
		}
	}
	return value{}, false
}

// byName returns the fields by their names.
func (v value) byName() map[string]value {
	fields := make(map[string]value, len(v.fields))
	for _, f := range v.fields {
		fields[f.name] = f.value
	}
	return fields
}

// spell returns the value as the format spells it, without white space.
func (v value) spell(as format) string {
	var b strings.Builder
	if as == xmlFormat {
		v.writeXML(&b)
	} else {
		v.writeJSON(&b)
	}
	return b.String()
}

func (v value) writeJSON(b *strings.Builder) {
	switch v.kind {
	case list:
		b.WriteByte('[')
		for i, item := range v.items {
			comma(b, i)
			item.writeJSON(b)
		}
		b.WriteByte(']')
	case record:
		b.WriteByte('{')
		for i, f := range v.fields {
			comma(b, i)
			b.WriteString(phrase.Quote(f.name) + ":")
			f.value.writeJSON(b)
		}
		b.WriteByte('}')
	case text:
		b.WriteString(phrase.Quote(v.text))
	default:
		b.WriteString(v.text)
	}
}

func comma(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}

// writeXML writes the content of an element.
func (v value) writeXML(b *strings.Builder) {
	if v.kind != record {
		b.WriteString(v.text)
		return
	}
	for _, f := range v.fields {
		items := f.value.items
		if f.value.kind != list {
			items = []value{f.value}
		}
		for _, item := range items {
			b.WriteString("<" + f.name + ">")
			item.writeXML(b)
			b.WriteString("</" + f.name + ">")
		}
	}
}
