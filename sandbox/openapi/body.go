package openapi

import (
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// The media types of bodies.
const (
	jsonType = "application/json"
	textType = "text/plain"
)

// body describes the JSON object that an operation reads, nil when it reads
// none. A field within a field is named with a dot and follows it.
func (b *builder) body(op *catalog.Operation) *openapi3.RequestBodyRef {
	whole := closed()
	for _, p := range op.Parameters() {
		if p.In != catalog.InBody {
			continue
		}
		names := strings.Split(p.Name, ".")
		name, parent := names[len(names)-1], inside(whole, names[:len(names)-1])
		parent.Properties[name] = b.input(p).NewRef()
		if p.Required {
			parent.Required = append(parent.Required, name)
		}
	}
	if len(whole.Properties) == 0 {
		return nil
	}
	if op.ID == catalog.UpdateUpsell && b.Answers.Is(catalog.CampaignUpdate, "merge") {
		whole.Required = nil // a field left out stays as it was (open question campaign-update)
	}
	described := openapi3.NewRequestBody().WithRequired(true).WithContent(openapi3.Content{jsonType: openapi3.NewMediaType().WithSchema(whole)})
	return &openapi3.RequestBodyRef{Value: described}
}

// inside returns the object at a path, or the one that the items of a list are.
func inside(s *openapi3.Schema, path []string) *openapi3.Schema {
	for _, name := range path {
		s = s.Properties[name].Value
		if s.Items != nil {
			s = s.Items.Value
		}
	}
	return s
}
