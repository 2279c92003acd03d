package control

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
)

// schema describes a JSON value. The zero value describes any value.
type schema struct {
	Type        string // such as string; empty for any
	Null        bool   // whether null is a value too
	Ref         string // name of a component that describes the value
	Format      string
	Description string
	Enum        []string
	Items       *schema       // of an array
	Values      *schema       // of an object whose names are data
	Fields      []schemaField // of an object
	AnyOf       []*schema
}

// schemaField is a member of an object.
type schemaField struct {
	name, description string
	optional          bool
	schema            *schema
}

const componentPath = "#/components/schemas/"

// MarshalJSON writes the schema in the form of OpenAPI 3.1, which is JSON Schema.
func (s *schema) MarshalJSON() ([]byte, error) {
	o := s.describeType()
	o.addText("format", cmp.Or(s.Format, widest(s.Type)))
	o.addText("description", s.Description)
	if s.Enum != nil {
		var values []any
		for _, value := range s.Enum {
			values = append(values, value)
		}
		if s.Null {
			values = append(values, nil)
		}
		o.add("enum", values)
	}
	if s.Items != nil {
		o.add("items", s.Items)
	}
	if s.Values != nil {
		o.add("additionalProperties", s.Values)
	}
	if s.Fields != nil {
		o = append(o, members(s.Fields)...)
	}
	return json.Marshal(o)
}

// describeType returns the reference, the alternatives or the type, nothing for any value.
func (s *schema) describeType() object {
	switch {
	case s.Ref != "" && s.Null:
		return object{{"anyOf", []any{object{{"$ref", componentPath + s.Ref}}, object{{"type", "null"}}}}}
	case s.Ref != "":
		return object{{"$ref", componentPath + s.Ref}}
	case s.AnyOf != nil && s.Null:
		return object{{"anyOf", append(slices.Clone(s.AnyOf), &schema{Type: "null"})}}
	case s.AnyOf != nil:
		return object{{"anyOf", s.AnyOf}}
	case s.Type != "" && s.Null:
		return object{{"type", []string{s.Type, "null"}}}
	case s.Type != "":
		return object{{"type", s.Type}}
	}
	return object{}
}

// widest returns the format of the numbers of a type, because some generators choose 32
// bits without one.
func widest(numbers string) string {
	switch numbers {
	case "integer":
		return "int64"
	case "number":
		return "double"
	}
	return ""
}

// members returns the properties of an object and the required ones.
func members(fields []schemaField) object {
	properties, required := object{}, []string{}
	for _, f := range fields {
		described := *f.schema
		if f.description != "" {
			described.Description = f.description
		}
		properties.add(f.name, &described)
		if !f.optional {
			required = append(required, f.name)
		}
	}
	o := object{{"properties", properties}}
	if len(required) > 0 {
		o.add("required", required)
	}
	return o
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

func (o *object) add(name string, value any) { *o = append(*o, member{name, value}) }

func (o *object) addText(name, value string) {
	if value != "" {
		o.add(name, value)
	}
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for n, m := range o {
		if n > 0 {
			b.WriteByte(',')
		}
		if err := writeJSON(&b, m.name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := writeJSON(&b, m.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// writeJSON writes a value in JSON, with < and > as they are.
func writeJSON(b *bytes.Buffer, value any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the newline
	return nil
}
