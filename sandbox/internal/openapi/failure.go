package openapi

import (
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// errorComponent is the name of the component for the error body.
const errorComponent = "Error"

// errorSchema returns the schema of the error body (section 2.5).
func errorSchema() *openapi3.SchemaRef {
	s := openapi3.NewObjectSchema().
		WithProperty("error_code", openapi3.NewStringSchema()).
		WithProperty("message", openapi3.NewStringSchema())
	s.Required = []string{"error_code", "message"}
	s.Description = "Section 2.5. The code is stable, the message is for people."
	return s.NewRef()
}

// failure describes the failures of an operation that have one status: the
// error body with one of their codes.
func (b *builder) failure(outcomes []catalog.Outcome) *openapi3.Response {
	codes := make([]any, 0, len(outcomes))
	lines := make([]string, 0, len(outcomes))
	examples := openapi3.Examples{}
	for _, o := range outcomes {
		code := string(o.Code)
		codes = append(codes, code)
		lines = append(lines, "- `"+code+"`: "+o.Condition)
		examples[code] = &openapi3.ExampleRef{Value: &openapi3.Example{
			Value: map[string]any{"error_code": code, "message": o.Condition},
		}}
	}
	r := b.response(outcomes, strings.Join(lines, "\n"))
	one := openapi3.NewObjectSchema().WithProperty("error_code", openapi3.NewStringSchema().WithEnum(codes...))
	body := openapi3.NewMediaType().WithSchema(&openapi3.Schema{
		AllOf: openapi3.SchemaRefs{{Ref: schemaPath + errorComponent}, one.NewRef()},
	})
	body.Examples = examples
	r.Content = openapi3.Content{jsonType: body}
	return r
}
