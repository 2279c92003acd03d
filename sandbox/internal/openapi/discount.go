package openapi

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/oas"
)

// discount returns the component of a discount, which has other fields when it is
// FIXED than when it is PERCENT (open question discount-types).
func (s shapes) discount() *oas.SchemaRef {
	const name = "Discount"
	if _, made := s.components[name]; !made {
		amounts := &oas.Schema{Type: "array", MinItems: 1}
		amounts.Items = s.of(typeOf[commerce.Amount]())
		percent := oas.NewIntegerSchema().WithMin(0).WithMax(100)
		s.kind("FixedDiscount", catalog.FixedDiscount, oas.Schemas{
			"Values": amounts.NewRef(), "DefaultCurrency": currency(oas.NewStringSchema()).NewRef(),
		}, "Values", "DefaultCurrency")
		s.kind("PercentDiscount", catalog.PercentDiscount, oas.Schemas{"Value": percent.NewRef()}, "Value")
		s.components[name] = (&oas.Schema{
			Description: descriptions[name],
			OneOf:       []*oas.SchemaRef{{Ref: schemaPath + "FixedDiscount"}, {Ref: schemaPath + "PercentDiscount"}},
			Discriminator: &oas.Discriminator{PropertyName: "Type", Mapping: map[string]string{
				string(catalog.FixedDiscount):   schemaPath + "FixedDiscount",
				string(catalog.PercentDiscount): schemaPath + "PercentDiscount",
			}},
		}).NewRef()
	}
	return &oas.SchemaRef{Ref: schemaPath + name}
}

// kind makes the component of the discounts of one type.
func (s shapes) kind(name string, of catalog.DiscountType, fields oas.Schemas, required ...string) {
	whole := oas.NewObjectSchema()
	whole.Description = descriptions[name]
	whole.Properties = fields
	whole.Properties["Type"] = oas.NewStringSchema().WithEnum(string(of)).NewRef()
	for field, schema := range fields {
		schema.Value.Description = descriptions[name+"."+field]
	}
	whole.Required = append([]string{"Type"}, required...)
	s.components[name] = whole.NewRef()
}
