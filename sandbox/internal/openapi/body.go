package openapi

import (
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// The media types of bodies.
const (
	jsonType = "application/json"
	textType = "text/plain"
)

// Body describes the JSON object read by an operation. fields come from its row in the
// catalogue.
type Body func(b *builder, fields []catalog.Parameter) body

// body is the component of a JSON object, nil for none, and a remark about it, as a
// sentence.
type body struct {
	schema *openapi3.SchemaRef
	remark string
}

// NoBody is the body of an operation without JSON to read.
func NoBody(*builder, []catalog.Parameter) body { return body{} }

// OrderForm is the form of a purchase order.
func OrderForm(b *builder, fields []catalog.Parameter) body {
	return body{schema: b.draft("OrderForm", fields)}
}

// CampaignDraft is a new campaign.
func CampaignDraft(b *builder, fields []catalog.Parameter) body {
	return body{schema: b.draft("CampaignDraft", fields)}
}

// CampaignChange is an update of a campaign. It has the type shown by the interface, so
// that a client can send a campaign back, unless an absent field stays as it was (open
// question campaign-update).
func CampaignChange(b *builder, fields []catalog.Parameter) body {
	if b.Answers.Is(catalog.CampaignUpdate, "merge") {
		change := b.draft("CampaignChange", fields)
		b.schemas["CampaignChange"].Value.Required = nil
		return body{schema: change}
	}
	return body{b.campaigns.of(typeOf[record.Campaign]()),
		"Send the whole campaign, as it was read. The sandbox also accepts a body without Code and without the fields that CampaignDraft does not require."}
}

// SettingsBody are the settings of campaigns.
func SettingsBody(b *builder, _ []catalog.Parameter) body {
	return body{schema: b.campaigns.of(typeOf[record.UpsellSettings]())}
}

// request describes the body of a call, nil when the operation reads none.
func (b body) request(example any) *openapi3.RequestBodyRef {
	if b.schema == nil {
		return nil
	}
	media := &openapi3.MediaType{Schema: b.schema, Example: example}
	return &openapi3.RequestBodyRef{Value: &openapi3.RequestBody{
		Required: true, Content: openapi3.Content{jsonType: media}, Description: descriptions[strings.TrimPrefix(b.schema.Ref, schemaPath)],
	}}
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

// field returns the schema of a field of a draft. An object has the component of the
// record, except for products, because their fields may be absent.
func (b *builder) field(p catalog.Parameter, all []catalog.Parameter) *openapi3.SchemaRef {
	switch p.Name {
	case "Discount":
		return b.campaigns.of(typeOf[record.Discount]())
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
