package openapi

import (
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// flatten makes one object of each object with oneOf, because generators refuse some of
// them, or make programs that fail at every order. Its kinds are no components any more:
// nothing else refers to them.
func (b *builder) flatten() {
	for name, ref := range b.schemas {
		if ref.Value.OneOf == nil {
			continue
		}
		whole := openapi3.NewObjectSchema()
		whole.Description = ref.Value.Description
		for n, one := range ref.Value.OneOf {
			kind := strings.TrimPrefix(one.Ref, schemaPath)
			merge(whole, b.schemas[kind].Value, n == 0)
			delete(b.schemas, kind)
		}
		for field, s := range whole.Properties {
			if text, both := descriptions[name+"."+field]; both {
				s.Value.Description = text
			}
		}
		ref.Value = whole
	}
}

// merge adds the fields of a kind to an object. Fields required by all kinds are
// required, and a field of several kinds has the values of all.
func merge(whole, kind *openapi3.Schema, first bool) {
	whole.Nullable = whole.Nullable || kind.Nullable
	if first {
		whole.Required = slices.Clone(kind.Required)
	}
	whole.Required = slices.DeleteFunc(whole.Required, func(field string) bool { return !slices.Contains(kind.Required, field) })
	for field, s := range kind.Properties {
		if before := whole.Properties[field]; before != nil {
			before.Value.Enum = slices.Concat(before.Value.Enum, s.Value.Enum)
			continue
		}
		whole.Properties[field] = s
	}
}
