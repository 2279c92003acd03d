package yamltext

import (
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// OtherNames is the tag of a field for the names, separated by commas, that its
// subject has elsewhere. A reader of such a name learns the right one.
const OtherNames = "interface"

// field is a field of a struct to read from a text.
type field struct {
	others []string
	of     reflect.Type
}

// fieldsOf returns the fields of a struct by their keys, with fields of inlined
// structs, and none for another type.
func fieldsOf(t reflect.Type) map[string]field {
	fields := map[string]field{}
	if t.Kind() != reflect.Struct {
		return fields
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, style, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case style == "inline":
			maps.Copy(fields, fieldsOf(f.Type))
		case name != "" && name != "-":
			others := strings.FieldsFunc(f.Tag.Get(OtherNames), func(r rune) bool { return r == ',' })
			fields[name] = field{others: others, of: f.Type}
		}
	}
	return fields
}

// addKeys adds the keys of a type and of all types within it.
func addKeys(t reflect.Type, keys map[string]bool, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		addKeys(t.Elem(), keys, seen)
	case reflect.Struct:
		if seen[t] {
			return
		}
		seen[t] = true
		for name := range fieldsOf(t) {
			keys[name] = true
		}
		for i := range t.NumField() {
			addKeys(t.Field(i).Type, keys, seen)
		}
	}
}

// typeName names a value of a type, for messages.
func typeName(t reflect.Type) string {
	if t == reflect.TypeFor[time.Duration]() {
		return "a duration such as 500ms or 5s"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "a mapping"
	case reflect.String:
		return "text"
	}
	return "a whole number"
}

// maxGiven bounds a wrong value in a message, in characters.
const maxGiven = 60

// Describe names a node, for messages.
func Describe(node ast.Node) string {
	switch n := node.(type) {
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.LiteralNode:
		return strconv.Quote(phrase.Shorten(n.Value.Value, maxGiven))
	case ast.ScalarNode:
		return fmt.Sprintf("%q", phrase.Shorten(n.GetToken().Value, maxGiven))
	}
	return "something else"
}

// IsList reports whether a node is a list.
func IsList(node ast.Node) bool {
	_, is := node.(*ast.SequenceNode)
	return is
}

// First returns the node with the first token of a mapping, because the token of
// a mapping is the colon after its first key.
func First(node ast.Node) ast.Node {
	switch n := node.(type) {
	case *ast.MappingNode:
		if len(n.Values) > 0 && !n.IsFlowStyle {
			return n.Values[0].Key
		}
	case *ast.MappingValueNode:
		return n.Key
	}
	return node
}
