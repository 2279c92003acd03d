package openapi

import (
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// The media types of bodies.
const (
	jsonType = "application/json"
	textType = "text/plain"
)

// body describes the JSON object that an operation reads, nil when it reads
// none. The catalogue lists a field within another after it, with a dot.
func (b *builder) body(op *catalog.Operation) *openapi3.RequestBodyRef {
	whole := closedObject()
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
		whole.Required = nil // an absent field stays as it was (open question campaign-update)
	}
	described := openapi3.NewRequestBody().WithRequired(true).WithContent(openapi3.Content{jsonType: openapi3.NewMediaType().WithSchema(whole)})
	return &openapi3.RequestBodyRef{Value: described}
}

// inside returns the object at a path; for a list this is the object of its items.
func inside(s *openapi3.Schema, path []string) *openapi3.Schema {
	for _, name := range path {
		s = s.Properties[name].Value
		if s.Items != nil {
			s = s.Items.Value
		}
	}
	return s
}
