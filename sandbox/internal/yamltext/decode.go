package yamltext

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Decode reads a node into the value that into points to. Its error is a
// *ShapeError with every fault: unknown fields, each with the nearest known ones,
// and values of a wrong type. It reads the rest all the same, and an unknown field
// with one possible meaning, to let the caller look for further faults. gone knows the
// fields of earlier versions, nil for none.
func Decode(node ast.Node, into any, gone Gone) error {
	err := yaml.NodeToValue(node, into, yaml.Strict())
	if err == nil {
		return nil
	}
	reflect.ValueOf(into).Elem().SetZero()
	r := repair{top: reflect.TypeOf(into).Elem(), gone: gone, fields: map[reflect.Type]map[string]field{}}
	body := r.value(node, r.top, "$")
	if again := yaml.NodeToValue(body, into, yaml.Strict()); again != nil {
		r.add(func() error { return again })
	}
	return &ShapeError{Faults: r.faults, More: r.more, Incomplete: r.incomplete}
}

// ShapeError has the faults in the fields and the types of a text.
type ShapeError struct {
	Faults     []error  // the first ones
	More       int      // further ones
	Incomplete []string // paths of values not read in whole
}

// Error returns the faults, one after the other.
func (e *ShapeError) Error() string { return errors.Join(e.Faults...).Error() }

// Unwrap returns the faults.
func (e *ShapeError) Unwrap() []error { return e.Faults }

// repair collects the faults of a tree and takes them out of it.
type repair struct {
	top        reflect.Type
	gone       Gone
	fields     map[reflect.Type]map[string]field
	keys       []string // of top and of all types within it
	faults     []error
	more       int
	incomplete []string
}

// maxFaults bounds the faults of an error.
const maxFaults = 100

// add records a fault. It only counts those beyond maxFaults.
func (r *repair) add(fault func() error) {
	if len(r.faults) == maxFaults {
		r.more++
		return
	}
	r.faults = append(r.faults, Short(fault()))
}

// readsItself is a type with a format of its own.
type readsItself interface{ UnmarshalYAML(node ast.Node) error }

// Gone says what to write instead of a field that a struct had in an earlier version, "" for any
// other name.
type Gone func(of reflect.Type, field string) string

// GoneFrom returns a Gone for fields of any struct, from what to write instead of each.
func GoneFrom(instead map[string]string) Gone {
	return func(_ reflect.Type, field string) string {
		if instead[field] == "" {
			return ""
		}
		return "the field " + field + " is gone: write " + instead[field]
	}
}

// value returns a node readable as a t: node itself, or null when there is
// nothing to read.
func (r *repair) value(node ast.Node, t reflect.Type, path string) ast.Node {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	_, isNull := node.(*ast.NullNode)
	own := reflect.PointerTo(t).Implements(reflect.TypeFor[readsItself]())
	switch kind := t.Kind(); {
	case isNull:
		return node
	case own, kind != reflect.Struct && kind != reflect.Slice && kind != reflect.Map:
		return r.leaf(node, t, path, own)
	case kind == reflect.Slice:
		return r.repairList(node, t, path)
	}
	return r.repairMapping(node, t, path)
}

func (r *repair) repairList(node ast.Node, t reflect.Type, path string) ast.Node {
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		return r.wrongType(node, t, path)
	}
	for i, item := range list.Values {
		list.Values[i] = r.value(item, t.Elem(), fmt.Sprintf("%s[%d]", path, i))
	}
	return list
}

func (r *repair) repairMapping(node ast.Node, t reflect.Type, path string) ast.Node {
	switch m := node.(type) {
	case *ast.MappingNode:
		all := slices.Clone(m.Values)
		m.Values = slices.DeleteFunc(m.Values, func(entry *ast.MappingValueNode) bool { return !r.entry(entry, all, t, path) })
		return m
	case *ast.MappingValueNode:
		if !r.entry(m, nil, t, path) {
			return ast.Null(m.GetToken())
		}
		return m
	}
	return r.wrongType(node, t, path)
}

// leaf checks a value without parts.
func (r *repair) leaf(node ast.Node, t reflect.Type, path string, own bool) ast.Node {
	err := yaml.NodeToValue(node, reflect.New(t).Interface(), yaml.Strict())
	switch {
	case err == nil:
		return node
	case !own:
		return r.wrongType(node, t, path)
	}
	r.add(func() error { return err })
	return r.drop(node, path)
}

func (r *repair) drop(node ast.Node, path string) ast.Node {
	r.incomplete = append(r.incomplete, path)
	return ast.Null(node.GetToken())
}

func (r *repair) wrongType(node ast.Node, t reflect.Type, path string) ast.Node {
	r.add(func() error {
		name := path[strings.LastIndexByte(path, '.')+1:]
		return Short(&yaml.SyntaxError{Message: fmt.Sprintf("%s must be %s, got %s", name, typeName(t), Describe(node)), Token: First(node).GetToken()})
	})
	return r.drop(node, path)
}

// entry reports whether the key of an entry can be read as a field of t, after
// its value was repaired. The others are the entries of the same mapping.
func (r *repair) entry(entry *ast.MappingValueNode, others []*ast.MappingValueNode, t reflect.Type, path string) bool {
	key := entry.Key.GetToken().Value
	if t.Kind() == reflect.Map {
		entry.Value = r.value(entry.Value, t.Elem(), path+"."+key)
		return true
	}
	if field, known := r.fieldsOf(t)[key]; known {
		entry.Value = r.value(entry.Value, field.of, path+"."+key)
		return true
	}
	return r.renameUnknown(entry, others, t, path)
}

// renameUnknown reports an unknown key, and gives it the name of the meant field when
// there is one.
func (r *repair) renameUnknown(entry *ast.MappingValueNode, others []*ast.MappingValueNode, t reflect.Type, path string) bool {
	key, fields := entry.Key.GetToken().Value, r.fieldsOf(t)
	meant := onlyMeaning(key, fields)
	if r.gone != nil {
		if instead := r.gone(t, key); instead != "" {
			r.add(func() error { return &yaml.UnknownFieldError{Message: instead, Token: entry.Key.GetToken()} })
			r.incomplete = append(r.incomplete, path)
			return false
		}
	}
	r.add(func() error {
		fault := &yaml.UnknownFieldError{Message: fmt.Sprintf("unknown field %q", phrase.Shorten(key, maxGiven)), Token: entry.Key.GetToken()}
		if meant != "" {
			return didYouMean(fault, meant)
		}
		return didYouMean(fault, r.nearest(key, t)...)
	})
	name, isText := entry.Key.(*ast.StringNode)
	taken := slices.ContainsFunc(others, func(other *ast.MappingValueNode) bool { return other.Key.GetToken().Value == meant })
	if meant == "" || !isText || taken {
		r.incomplete = append(r.incomplete, path)
		return false
	}
	renamed, written := *name, *name.Token
	renamed.Value, written.Value = meant, meant
	renamed.Token = &written
	entry.Key = &renamed
	entry.Value = r.value(entry.Value, fields[meant].of, path+"."+meant)
	return true
}

// onlyMeaning returns the only possible meaning of an unknown field, "" for none.
func onlyMeaning(key string, fields map[string]field) string {
	plain := plainly(key)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if plainly(name) == plain || slices.ContainsFunc(fields[name].others, func(other string) bool { return plainly(other) == plain }) {
			return name
		}
	}
	return ""
}

// plainly returns a name without case and underscores, because they differ
// between styles of names.
func plainly(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

func (r *repair) fieldsOf(t reflect.Type) map[string]field {
	fields, known := r.fields[t]
	if !known {
		fields = fieldsOf(t)
		r.fields[t] = fields
	}
	return fields
}

// nearest returns the known fields closest to an unknown one: of its own type,
// otherwise of any type of the text.
func (r *repair) nearest(key string, own reflect.Type) []string {
	if near := phrase.Nearest(key, slices.Sorted(maps.Keys(r.fieldsOf(own)))); len(near) > 0 {
		return near
	}
	if r.keys == nil {
		keys := map[string]bool{}
		addKeys(r.top, keys, map[reflect.Type]bool{})
		r.keys = slices.Sorted(maps.Keys(keys))
	}
	elsewhere := func(other string) bool { return other == key }
	return phrase.Nearest(key, slices.DeleteFunc(slices.Clone(r.keys), elsewhere))
}

// didYouMean adds the nearest known fields to the fault of an unknown one.
func didYouMean(fault *yaml.UnknownFieldError, near ...string) error {
	if len(near) == 0 {
		return Short(fault)
	}
	fault.Message += "; did you mean " + phrase.Or(near...) + "?"
	return Suggest(Short(fault), near[0])
}
