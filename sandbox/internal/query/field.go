package query

import (
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Kind says how the values of a field are read.
type Kind = client.QueryKind

// cost orders the terms of a query.
type cost int

const (
	cheap cost = iota
	expensive
)

// Field is one name of the language. The functions Word, Words, Flag, Number,
// Status, Moment, After, Before, Path, Text and Group return one; its methods
// add values and examples for completion.
type Field[T any] struct {
	Name     string
	Kind     Kind
	Meaning  string
	Values   []string // known ones, for completion
	Examples []string // terms

	names   string              // kind of the records with ids as values, "" for none
	next    map[string][]string // what can follow each value, nil for no order
	prefix  bool                // whether Name, a dot and any name make the name
	cost    cost
	compile func(name string, v value, now time.Time) (func(T) bool, *fault)
	given   func(subject T, name string) string
}

// Names makes handles of a kind of records values: @NAME is the id of the record.
func (f Field[T]) Names(kind string) Field[T] {
	f.names = kind
	f.Meaning += ", or a handle such as @NAME"
	return f
}

// WithValues adds values for completion.
func (f Field[T]) WithValues(values ...string) Field[T] {
	f.Values = slices.Concat(f.Values, values)
	return f
}

// OneOf adds values for completion and makes every other value an error.
func (f Field[T]) OneOf(values ...string) Field[T] {
	f = f.WithValues(values...)
	compile := f.compile
	f.compile = func(name string, v value, now time.Time) (func(T) bool, *fault) {
		if text, isLiteral := v.literal(); isLiteral && text != "" {
			if bad := checkKnown(name, text, values); bad != nil {
				return nil, bad
			}
		}
		return compile(name, v, now)
	}
	return f
}

// checkKnown returns a fault for a text outside of the known ones.
func checkKnown(what, text string, known []string) *fault {
	if slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, text) }) {
		return nil
	}
	return faultf(phrase.Suggest(text, known), "unknown %s %q", what, phrase.Shorten(text, maxShown))
}

// Then says which values can follow each one.
func (f Field[T]) Then(next map[string][]string) Field[T] {
	f.next = next
	return f
}

// Example adds terms that show how the field is used.
func (f Field[T]) Example(terms ...string) Field[T] {
	f.Examples = slices.Concat(f.Examples, terms)
	return f
}

// termName returns the name of a term in one spelling.
func (f Field[T]) termName(name string) string {
	if f.prefix {
		return f.Name + name[len(f.Name):]
	}
	return f.Name
}

// Fields are the names of a kind of list.
type Fields[T any] []Field[T]

// find returns the field of a name, in upper or lower case.
func (f Fields[T]) find(name string) (Field[T], bool) {
	for _, field := range f {
		if strings.EqualFold(field.Name, name) && !field.prefix || field.prefix && field.isNameOf(name) {
			return field, true
		}
	}
	return Field[T]{}, false
}

// isNameOf reports whether a name is the field's, a dot and at least one more
// character.
func (f Field[T]) isNameOf(name string) bool {
	at := len(f.Name)
	return len(name) > at+1 && name[at] == '.' && strings.EqualFold(name[:at], f.Name)
}

// suggest returns a hint for an unknown name, with the nearest known names.
func (f Fields[T]) suggest(name string) string {
	var names []string
	for _, field := range f {
		names = append(names, field.displayName())
	}
	if field := FieldFor(name, names); field != "" {
		return "nearest: " + field
	}
	if near := phrase.Nearest(name, names); len(near) > 0 {
		return "nearest: " + phrase.List(near...)
	}
	hint := "known: " + phrase.List(names...)
	if slices.Contains(names, "text") {
		hint += "; text:WORD looks for any text"
	}
	return hint + `; to look for a text with a colon, write it in double quotes`
}

// displayName returns the name as documentation spells it.
func (f Field[T]) displayName() string {
	if f.prefix {
		return f.Name + ".NAME"
	}
	return f.Name
}

// Describe returns the fields for documentation and completion.
func (f Fields[T]) Describe() []client.QueryField {
	rows := make([]client.QueryField, len(f))
	for i, field := range f {
		rows[i] = client.QueryField{Name: field.displayName(), Kind: field.Kind, Meaning: field.Meaning,
			Values: append([]string{}, field.Values...), Examples: append([]string{}, field.Examples...), Next: field.next}
	}
	return rows
}
