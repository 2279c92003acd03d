package apidoc

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Types says how Go types are described.
type Types struct {
	Root    string                  // folder of the module, where the comments are
	Module  string                  // its path
	Special map[reflect.Type]Schema // of types that write their JSON themselves
	Nulls   []string                // folders of packages whose lists and maps may be null
	Variant map[reflect.Type][]any  // the same, written as one of these zero values
}

// shapes makes schemas of Go types in the form in which encoding/json writes
// their values: a nil pointer is null, omitempty leaves a member out, and an
// embedded struct adds its members. A struct with a name becomes a component.
type shapes struct {
	Types
	sources    sources
	components map[string]*Schema
	made       map[string]reflect.Type // by the name of the component
	err        error                   // the first
}

func newShapes(types Types) *shapes {
	return &shapes{Types: types, sources: sources{}, components: map[string]*Schema{}, made: map[string]reflect.Type{}}
}

// names returns the names of the components, sorted.
func (s *shapes) names() []string { return slices.Sorted(maps.Keys(s.components)) }

func (s *shapes) fail(format string, args ...any) *Schema {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
	return &Schema{}
}

// of returns the schema of a type.
func (s *shapes) of(t reflect.Type) *Schema {
	if special, ok := s.Special[t]; ok {
		return &special
	}
	if variants, ok := s.Variant[t]; ok {
		return s.anyOf(variants)
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return &Schema{Type: "string", Format: "date-time"}
	case reflect.TypeFor[time.Duration]():
		return &Schema{Type: "string", Description: "a duration, such as 5s"}
	case reflect.TypeFor[json.RawMessage](), reflect.TypeFor[any]():
		return &Schema{}
	}
	if t.Kind() != reflect.Pointer && (t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())) {
		return s.fail("%s writes its JSON itself; add it to the special types", t)
	}
	return s.ofKind(t)
}

// anyOf returns the schema of values of the types of some zero values.
func (s *shapes) anyOf(variants []any) *Schema {
	one := &Schema{}
	for _, zero := range variants {
		one.AnyOf = append(one.AnyOf, s.of(reflect.TypeOf(zero)))
	}
	return one
}

func (s *shapes) ofKind(t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.Pointer:
		nullable := *s.of(t.Elem())
		nullable.Null = true
		return &nullable
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Uint32, reflect.Uint64:
		return &Schema{Type: "integer"}
	case reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.String:
		return &Schema{Type: "string", Enum: s.source(t).values[t.Name()]}
	case reflect.Slice:
		return &Schema{Type: "array", Items: s.of(t.Elem())}
	case reflect.Map:
		return &Schema{Type: "object", Values: s.of(t.Elem())}
	case reflect.Struct:
		return s.structure(t)
	}
	return s.fail("%s has no JSON form that can be described", t)
}

// structure returns a reference to the component of a struct, made at the first use. A
// struct without a name has its schema in place.
func (s *shapes) structure(t reflect.Type) *Schema {
	if t.Name() == "" {
		return &Schema{Type: "object", Fields: s.fields(t)}
	}
	name := componentName(t)
	switch before, known := s.made[name]; {
	case !known:
		s.made[name] = t
		made := &Schema{Type: "object", Description: goNil.ReplaceAllString(s.source(t).comments[plainName(t)], "null")}
		s.components[name] = made
		made.Fields = s.fields(t)
	case before != t:
		return s.fail("%s and %s would have the same name", before, t)
	}
	return &Schema{Ref: name}
}

// plainName returns the name of a type without its type arguments.
func plainName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return name
}

// componentName returns the name of a struct's component: PairOfInt for
// Pair[int].
func componentName(t reflect.Type) string {
	name, arguments, generic := strings.Cut(strings.TrimSuffix(t.Name(), "]"), "[")
	name = strings.ToUpper(name[:1]) + name[1:]
	if !generic {
		return name
	}
	for argument := range strings.SplitSeq(arguments, ",") {
		argument = notInName.ReplaceAllString(argument[strings.LastIndexByte(argument, '.')+1:], "")
		name += "Of" + strings.ToUpper(argument[:1]) + argument[1:]
	}
	return name
}

var notInName = regexp.MustCompile(`\W+`)

// fields returns the members of a struct.
func (s *shapes) fields(t reflect.Type) []Field {
	fields := []Field{}
	for f := range t.Fields() {
		tag, tagged := f.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && !tagged:
			fields = append(fields, s.fields(f.Type)...)
		case name == "":
			s.fail("%s.%s has no JSON name", t, f.Name)
		default:
			optional := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
			null := "null" // what readers of JSON see of nil
			if optional {
				null = "absent"
			}
			comment := goNil.ReplaceAllString(s.source(t).comments[plainName(t)+"."+f.Name], null)
			fields = append(fields, Field{name, comment, optional, s.member(t, f.Type, name, optional)})
		}
	}
	return fields
}

var goNil = regexp.MustCompile(`\bnil\b`)

// member returns the schema of a field of a struct. A pointer with omitempty is never
// null, and a duration is a number where its name ends in the unit.
func (s *shapes) member(of, t reflect.Type, name string, optional bool) *Schema {
	if t.Kind() == reflect.Pointer && optional {
		t = t.Elem()
	}
	isList := t.Kind() == reflect.Slice || t.Kind() == reflect.Map
	if isList && !optional && slices.Contains(s.Nulls, strings.TrimPrefix(of.PkgPath(), s.Module+"/")) {
		nullable := *s.of(t)
		nullable.Null = true
		return &nullable
	}
	if t == reflect.TypeFor[time.Duration]() && strings.HasSuffix(name, "_ns") {
		return &Schema{Type: "integer"}
	}
	return s.of(t)
}

// source returns the source of a type.
func (s *shapes) source(t reflect.Type) source {
	below, ours := strings.CutPrefix(t.PkgPath(), s.Module+"/")
	if !ours {
		return source{}
	}
	found, err := s.sources.of(s.Root, below)
	if err != nil {
		s.fail("%w", err)
	}
	return found
}
