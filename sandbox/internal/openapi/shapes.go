package openapi

import (
	"reflect"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// schemaPath is the beginning of a reference to a component.
const schemaPath = "#/components/schemas/"

// nullRule says how a record shows null members (open question nulls).
type nullRule string

const (
	nullsShown   nullRule = "shown"
	nullsOmitted nullRule = "omitted"
)

// shapes makes schemas of Go types as encoding/json writes their values: a nil pointer is
// null, omitempty leaves a member out, and an embedded struct adds its members. A struct
// with a name becomes a component; where it may be null, under another name, because null
// is not an object.
type shapes struct {
	components openapi3.Schemas
	nulls      nullRule
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// of returns the schema of a type.
func (s shapes) of(t reflect.Type) *openapi3.SchemaRef {
	switch t {
	case typeOf[record.Money]():
		return amount().NewRef()
	case typeOf[record.Moment]():
		return moment(openapi3.NewStringSchema()).NewRef()
	case typeOf[record.Day]():
		return calendarDay(openapi3.NewStringSchema()).NewRef()
	case typeOf[record.Discount]():
		return s.discount()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.nullable(t.Elem())
	case reflect.Slice:
		list := openapi3.NewArraySchema()
		list.Items = s.of(t.Elem())
		return list.NewRef()
	case reflect.Map:
		o := openapi3.NewObjectSchema()
		o.AdditionalProperties.Schema = s.of(t.Elem())
		return o.NewRef()
	case reflect.Struct:
		return s.structure(t, componentName(t), s.object)
	case reflect.Bool:
		return openapi3.NewBoolSchema().NewRef()
	case reflect.Int, reflect.Int64:
		return openapi3.NewInt64Schema().NewRef()
	}
	return openapi3.NewStringSchema().WithEnum(enums[t]...).NewRef()
}

// nullable returns the schema of a type that may also be null. A payment is a card or a
// PayPal account, with different required fields. Its null is an absent card, because null
// is none of the values of an object with oneOf.
func (s shapes) nullable(t reflect.Type) *openapi3.SchemaRef {
	isScalar := t == typeOf[record.Money]() || t == typeOf[record.Moment]() || t == typeOf[record.Day]()
	if t.Kind() == reflect.Struct && t.Name() != "" && !isScalar {
		name := componentName(t)
		if alsoNotNull[t] {
			name += "OrNull"
		}
		return s.structure(t, name, func(t reflect.Type) *openapi3.Schema {
			if t == typeOf[record.PaymentMethod]() {
				return &openapi3.Schema{OneOf: openapi3.SchemaRefs{s.nullable(typeOf[record.Card]()), s.of(typeOf[record.PayPal]())}}
			}
			o := s.object(t)
			o.Nullable = true
			return o
		})
	}
	ref := s.of(t)
	ref.Value.Nullable = true
	return ref
}

// componentName returns the name of the component of a type.
func componentName(t reflect.Type) string {
	if name, ok := componentNames[t]; ok {
		return name
	}
	return t.Name()
}

// structure returns a reference to the component of a type, made at the first use. A type
// without a name has its schema in place.
func (s shapes) structure(t reflect.Type, name string, build func(reflect.Type) *openapi3.Schema) *openapi3.SchemaRef {
	if t.Name() == "" {
		return build(t).NewRef()
	}
	if _, made := s.components[name]; !made {
		made := build(t)
		made.Description = descriptions[componentName(t)]
		s.components[name] = made.NewRef()
	}
	return &openapi3.SchemaRef{Ref: schemaPath + name}
}

// object returns the schema of a struct.
func (s shapes) object(t reflect.Type) *openapi3.Schema {
	o := openapi3.NewObjectSchema()
	s.members(t, o)
	return o
}

// members adds the fields of a struct to an object.
func (s shapes) members(t reflect.Type, o *openapi3.Schema) {
	for i := range t.NumField() {
		if field := t.Field(i); field.Anonymous {
			s.members(field.Type, o)
		} else {
			s.addMember(t, field, o)
		}
	}
}

// addMember adds a field, unless JSON leaves it out.
func (s shapes) addMember(t reflect.Type, field reflect.StructField, o *openapi3.Schema) {
	name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
	if name == "-" || !field.IsExported() {
		return
	}
	place := t.Name() + "." + field.Name // such as Order.Items
	mayBeAbsent := option == "omitempty"
	pointer := field.Type.Kind() == reflect.Pointer
	mayBeNull := !mayBeAbsent && (pointer || nullableLists[place])
	shown := field.Type
	if mayBeAbsent && pointer {
		shown = shown.Elem() // nil is left out
	}
	member := s.of(shown)
	if nullableLists[place] {
		member.Value.Nullable = true
	}
	if exact, ok := exactly[place]; ok {
		exact(member.Value)
	}
	if member.Ref == "" {
		member.Value.Description = descriptions[componentName(t)+"."+name]
	}
	o.Properties[name] = member
	if !mayBeAbsent && (!mayBeNull || s.nulls != nullsOmitted) {
		o.Required = append(o.Required, name)
	}
}
