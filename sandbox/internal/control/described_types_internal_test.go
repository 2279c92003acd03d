package control

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Where the comments are: the folder of the module, and its path.
const (
	moduleRoot = "../../.."
	modulePath = "github.com/commerce-sandbox/commerce-sandbox"
)

// nullFolder has the package whose lists and maps may be null.
const nullFolder = "sandbox/internal/record"

// special are the types that write their JSON themselves, by a schema or by zero values of
// their bodies.
var special = map[reflect.Type]any{
	reflect.TypeFor[client.Names](): schema{Type: "array", Items: &schema{Type: "string"}},
	reflect.TypeFor[client.Bytes](): schema{AnyOf: []*schema{
		{Type: "string"}, {Type: "object", Fields: []schemaField{{name: "base64", schema: &schema{Type: "string"}}}},
	}},
	reflect.TypeFor[client.Record]():        schema{},
	reflect.TypeFor[record.Money]():         schema{Type: "number"},
	reflect.TypeFor[record.Moment]():        schema{Type: "string"},
	reflect.TypeFor[record.Day]():           schema{Type: "string"},
	reflect.TypeFor[record.PaymentMethod](): either{record.Card{}, record.PayPal{}},
}

// shapes makes schemas of Go types in the form in which encoding/json writes
// their values: a nil pointer is null, omitempty leaves a member out, and an
// embedded struct adds its members. A struct with a name becomes a component.
type shapes struct {
	sources    sources
	components map[string]*schema
	made       map[string]reflect.Type // by the name of the component
	err        error                   // the first
}

func newShapes() *shapes {
	return &shapes{sources: sources{}, components: map[string]*schema{}, made: map[string]reflect.Type{}}
}

func (s *shapes) fail(format string, args ...any) *schema {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
	return &schema{}
}

// of returns the schema of a type.
func (s *shapes) of(t reflect.Type) *schema {
	switch known := special[t].(type) {
	case schema:
		return &known
	case either:
		return s.body(known)
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return &schema{Type: "string", Format: "date-time"}
	case reflect.TypeFor[time.Duration]():
		return &schema{Type: "string", Description: "a duration, such as 5s"}
	case reflect.TypeFor[json.RawMessage](), reflect.TypeFor[any]():
		return &schema{}
	}
	if t.Kind() != reflect.Pointer && (t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())) {
		return s.fail("%s writes its JSON itself; add it to the special types", t)
	}
	return s.ofKind(t)
}

func (s *shapes) ofKind(t reflect.Type) *schema {
	switch t.Kind() {
	case reflect.Pointer:
		nullable := *s.of(t.Elem())
		nullable.Null = true
		return &nullable
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Uint32, reflect.Uint64:
		return &schema{Type: "integer"}
	case reflect.Float64:
		return &schema{Type: "number"}
	case reflect.String:
		return &schema{Type: "string", Enum: s.source(t).values[t.Name()]}
	case reflect.Slice:
		return &schema{Type: "array", Items: s.of(t.Elem())}
	case reflect.Map:
		return &schema{Type: "object", Values: s.of(t.Elem())}
	case reflect.Struct:
		return s.structure(t)
	}
	return s.fail("%s has no JSON form that can be described", t)
}

// structure returns a reference to the component of a struct, made at the first use. A
// struct without a name has its schema in place.
func (s *shapes) structure(t reflect.Type) *schema {
	if t.Name() == "" {
		return &schema{Type: "object", Fields: s.fields(t)}
	}
	name := componentName(t)
	switch before, known := s.made[name]; {
	case !known:
		s.made[name] = t
		made := &schema{Type: "object", Description: goNil.ReplaceAllString(s.source(t).comments[plainName(t)], "null")}
		s.components[name] = made
		made.Fields = s.fields(t)
	case before != t:
		return s.fail("%s and %s would have the same name", before, t)
	}
	return &schema{Ref: name}
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
		argument = notInID.ReplaceAllString(argument[strings.LastIndexByte(argument, '.')+1:], "")
		name += "Of" + strings.ToUpper(argument[:1]) + argument[1:]
	}
	return name
}

// fields returns the members of a struct.
func (s *shapes) fields(t reflect.Type) []schemaField {
	fields := []schemaField{}
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
			fields = append(fields, schemaField{name, comment, optional, s.member(t, f.Type, name, optional)})
		}
	}
	return fields
}

var goNil = regexp.MustCompile(`\bnil\b`)

// member returns the schema of a field of a struct. A pointer with omitempty is never
// null, and a duration is a number where its name ends in the unit.
func (s *shapes) member(of, t reflect.Type, name string, optional bool) *schema {
	if t.Kind() == reflect.Pointer && optional {
		t = t.Elem()
	}
	isList := t.Kind() == reflect.Slice || t.Kind() == reflect.Map
	if isList && !optional && of.PkgPath() == modulePath+"/"+nullFolder {
		nullable := *s.of(t)
		nullable.Null = true
		return &nullable
	}
	if t == reflect.TypeFor[time.Duration]() && strings.HasSuffix(name, "_ns") {
		return &schema{Type: "integer"}
	}
	return s.of(t)
}

// source returns the source of a type.
func (s *shapes) source(t reflect.Type) source {
	below, ours := strings.CutPrefix(t.PkgPath(), modulePath+"/")
	if !ours {
		return source{}
	}
	found, err := s.sources.of(moduleRoot, below)
	if err != nil {
		s.fail("%w", err)
	}
	return found
}
