package openapi

import (
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// discount returns the component of a discount. It has other fields for FIXED than for
// PERCENT (open question discount-types).
func (s shapes) discount() *openapi3.SchemaRef {
	const name = "Discount"
	if _, made := s.components[name]; !made {
		amounts := openapi3.NewArraySchema().WithMinItems(1)
		amounts.Items = s.of(typeOf[record.Amount]())
		percent := openapi3.NewInt64Schema().WithMin(0).WithMax(100)
		s.kind("FixedDiscount", catalog.FixedDiscount, openapi3.Schemas{
			"Values": amounts.NewRef(), "DefaultCurrency": currency(openapi3.NewStringSchema()).NewRef(),
		}, "Values", "DefaultCurrency")
		s.kind("PercentDiscount", catalog.PercentDiscount, openapi3.Schemas{"Value": percent.NewRef()}, "Value")
		s.components[name] = (&openapi3.Schema{
			Description: descriptions[name],
			OneOf:       openapi3.SchemaRefs{{Ref: schemaPath + "FixedDiscount"}, {Ref: schemaPath + "PercentDiscount"}},
			Discriminator: &openapi3.Discriminator{PropertyName: "Type", Mapping: map[string]openapi3.MappingRef{
				string(catalog.FixedDiscount):   {Ref: schemaPath + "FixedDiscount"},
				string(catalog.PercentDiscount): {Ref: schemaPath + "PercentDiscount"},
			}},
		}).NewRef()
	}
	return &openapi3.SchemaRef{Ref: schemaPath + name}
}

// kind makes the component of the discounts of one type.
func (s shapes) kind(name string, of catalog.DiscountType, fields openapi3.Schemas, required ...string) {
	whole := openapi3.NewObjectSchema()
	whole.Description = descriptions[name]
	whole.Properties = fields
	whole.Properties["Type"] = openapi3.NewStringSchema().WithEnum(string(of)).NewRef()
	for field, schema := range fields {
		schema.Value.Description = descriptions[name+"."+field]
	}
	whole.Required = append([]string{"Type"}, required...)
	s.components[name] = whole.NewRef()
}
