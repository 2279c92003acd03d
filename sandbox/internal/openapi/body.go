package openapi

import (
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// The media types of bodies.
const (
	jsonType = "application/json"
	textType = "text/plain"
)

// body describes the JSON object that an operation reads, nil when it reads
// none.
func (b *builder) body(op *catalog.Operation) *openapi3.RequestBodyRef {
	schema := b.read(op)
	if schema == nil {
		return nil
	}
	media := &openapi3.MediaType{Schema: schema}
	if example, ok := b.Examples[op.ID]; ok {
		media.Example = example.Body
	}
	return &openapi3.RequestBodyRef{Value: &openapi3.RequestBody{
		Required: true, Content: openapi3.Content{jsonType: media}, Description: descriptions[strings.TrimPrefix(schema.Ref, schemaPath)],
	}}
}

// read returns the component of a body. An update of a campaign has the type that
// the interface shows, so that a client can send a campaign that it read.
func (b *builder) read(op *catalog.Operation) *openapi3.SchemaRef {
	fields := slices.DeleteFunc(op.Parameters(), func(p catalog.Parameter) bool { return p.In != catalog.InBody })
	switch op.ID {
	case catalog.UploadOrderForm:
		return b.draft("OrderForm", fields)
	case catalog.CreateUpsell:
		return b.draft("CampaignDraft", fields)
	case catalog.UpdateUpsell:
		if b.merges() {
			change := b.draft("CampaignChange", fields)
			b.schemas["CampaignChange"].Value.Required = nil
			return change
		}
		return b.campaigns.of(typeOf[commerce.Campaign]())
	case catalog.ChangeUpsellSettings:
		return b.campaigns.of(typeOf[commerce.UpsellSettings]())
	}
	return nil
}

// draft makes a component of the fields of a body, and of the fields of its
// products. The catalogue lists a field within another after it, with a dot.
func (b *builder) draft(name string, fields []catalog.Parameter) *openapi3.SchemaRef {
	s := openapi3.NewObjectSchema().WithoutAdditionalProperties()
	s.Description = descriptions[name]
	for _, p := range fields {
		if strings.Contains(p.Name, ".") {
			continue
		}
		s.Properties[p.Name] = b.field(p, fields)
		if p.Required {
			s.Required = append(s.Required, p.Name)
		}
	}
	b.schemas[name] = s.NewRef()
	return &openapi3.SchemaRef{Ref: schemaPath + name}
}

// field returns the schema of a field of a draft. A field that is an object has
// the component of the record, except for products, whose fields may be absent.
func (b *builder) field(p catalog.Parameter, all []catalog.Parameter) *openapi3.SchemaRef {
	switch p.Name {
	case "Discount":
		return b.campaigns.of(typeOf[commerce.Discount]())
	case "PrimaryProduct", "RecommendedProduct":
		return b.draft("ProductDraft", within(p.Name, all))
	case "PriceOptions", "Description":
		list := b.input(p)
		list.Items = b.campaigns.of(lists[p.Name])
		return list.NewRef()
	}
	s := b.input(p)
	if p.Name == "Quantity" { // of either product
		s.Default, s.Description = nil, descriptions["ProductDraft.Quantity"]
	}
	return s.NewRef()
}

// within returns the fields inside a field, with their names there.
func within(name string, all []catalog.Parameter) []catalog.Parameter {
	var inner []catalog.Parameter
	for _, p := range all {
		if rest, inside := strings.CutPrefix(p.Name, name+"."); inside {
			p.Name = rest
			inner = append(inner, p)
		}
	}
	return inner
}
