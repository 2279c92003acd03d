package yamltext

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Decode reads a node into the value that into points to. A key that the type of
// the value does not have is an error, with the nearest keys.
func Decode(node ast.Node, into any) error {
	err := yaml.NodeToValue(node, into, yaml.Strict())
	var unknown *yaml.UnknownFieldError
	if !errors.As(err, &unknown) || unknown.Token == nil {
		return Short(err)
	}
	elsewhere := func(key string) bool { return key == unknown.Token.Value }
	near := phrase.Nearest(unknown.Token.Value, slices.DeleteFunc(keysOf(reflect.TypeOf(into)), elsewhere))
	if len(near) == 0 {
		return Short(err)
	}
	unknown.Message += "; did you mean " + phrase.Or(near...) + "?"
	return Suggest(Short(unknown), near[0])
}

// keysOf returns the keys of a type and of all types within it, sorted.
func keysOf(t reflect.Type) []string {
	keys, seen := map[string]bool{}, map[reflect.Type]bool{}
	var add func(reflect.Type)
	add = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			add(t.Elem())
		case reflect.Struct:
			if seen[t] {
				return
			}
			seen[t] = true
			for i := range t.NumField() {
				field := t.Field(i)
				if name, _, _ := strings.Cut(field.Tag.Get("yaml"), ","); name != "" && name != "-" {
					keys[name] = true
				}
				add(field.Type)
			}
		}
	}
	add(t)
	return slices.Sorted(maps.Keys(keys))
}
