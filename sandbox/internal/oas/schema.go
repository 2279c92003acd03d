package oas

import "encoding/json"

// Schema is a schema of a value.
type Schema struct {
	AdditionalProperties *AdditionalProperties `json:"additionalProperties,omitempty"`
	Default              any                   `json:"default,omitempty"`
	Description          string                `json:"description,omitempty"`
	Discriminator        *Discriminator        `json:"discriminator,omitempty"`
	Enum                 []any                 `json:"enum,omitempty"`
	Format               string                `json:"format,omitempty"`
	Items                *SchemaRef            `json:"items,omitempty"`
	MaxItems             *uint64               `json:"maxItems,omitempty"`
	MaxLength            *uint64               `json:"maxLength,omitempty"`
	Max                  *float64              `json:"maximum,omitempty"`
	MinItems             uint64                `json:"minItems,omitempty"`
	MinLength            uint64                `json:"minLength,omitempty"`
	Min                  *float64              `json:"minimum,omitempty"`
	Nullable             bool                  `json:"nullable,omitempty"`
	OneOf                []*SchemaRef          `json:"oneOf,omitempty"`
	Pattern              string                `json:"pattern,omitempty"`
	Properties           Schemas               `json:"properties,omitempty"`
	Required             []string              `json:"required,omitempty"`
	Type                 string                `json:"type,omitempty"`
	Extensions           map[string]any        `json:"-"`
}

// MarshalJSON implements json.Marshaler.
func (s Schema) MarshalJSON() ([]byte, error) {
	type plain Schema
	return extended(plain(s), s.Extensions)
}

// Schemas are schemas by name.
type Schemas map[string]*SchemaRef

// SchemaRef is a schema in its place, or a reference to a component.
type SchemaRef struct {
	Ref   string
	Value *Schema
}

// MarshalJSON implements json.Marshaler.
func (r SchemaRef) MarshalJSON() ([]byte, error) {
	if r.Ref != "" {
		return json.Marshal(map[string]string{"$ref": r.Ref})
	}
	return json.Marshal(r.Value)
}

// AdditionalProperties says which further properties an object may have: those of a
// schema, or none.
type AdditionalProperties struct{ Schema *SchemaRef }

// MarshalJSON implements json.Marshaler.
func (a AdditionalProperties) MarshalJSON() ([]byte, error) {
	if a.Schema == nil {
		return []byte("false"), nil
	}
	return json.Marshal(a.Schema)
}

// Discriminator is the property that says which schema a value has.
type Discriminator struct {
	Mapping      map[string]string `json:"mapping,omitempty"` // references by value
	PropertyName string            `json:"propertyName"`
}

// NewStringSchema returns a schema of texts.
func NewStringSchema() *Schema { return &Schema{Type: "string"} }

// NewBoolSchema returns a schema of true and false.
func NewBoolSchema() *Schema { return &Schema{Type: "boolean"} }

// NewIntegerSchema returns a schema of integers.
func NewIntegerSchema() *Schema { return &Schema{Type: "integer"} }

// NewNumberSchema returns a schema of numbers.
func NewNumberSchema() *Schema { return &Schema{Type: "number"} }

// NewArraySchema returns a schema of lists.
func NewArraySchema() *Schema { return &Schema{Type: "array"} }

// NewObjectSchema returns a schema of objects.
func NewObjectSchema() *Schema { return &Schema{Type: "object"} }

// NewRef returns the schema in its place.
func (s *Schema) NewRef() *SchemaRef { return &SchemaRef{Value: s} }

// WithEnum limits a schema to values.
func (s *Schema) WithEnum(values ...any) *Schema {
	s.Enum = values
	return s
}

// WithMin sets the least value.
func (s *Schema) WithMin(least float64) *Schema {
	s.Min = &least
	return s
}

// WithMax sets the greatest value.
func (s *Schema) WithMax(greatest float64) *Schema {
	s.Max = &greatest
	return s
}

// WithMaxLength sets the greatest number of characters.
func (s *Schema) WithMaxLength(most uint64) *Schema {
	s.MaxLength = &most
	return s
}

// WithMaxItems sets the greatest number of items.
func (s *Schema) WithMaxItems(most uint64) *Schema {
	s.MaxItems = &most
	return s
}

// WithMinLength sets the least number of characters.
func (s *Schema) WithMinLength(least uint64) *Schema {
	s.MinLength = least
	return s
}
