package openapi

import (
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// failure describes the failures of an operation with one status: the error body, and its
// possible codes. The codes are an extension and not an enum, because each enum would be
// a type of its own in generated programs.
func (b *builder) failure(outcomes []catalog.Outcome) *openapi3.Response {
	codes := make([]string, 0, len(outcomes))
	lines := make([]string, 0, len(outcomes))
	examples := openapi3.Examples{}
	for _, o := range outcomes {
		code := string(o.Code)
		codes = append(codes, code)
		lines = append(lines, "- `"+code+"`: "+o.Condition)
		examples[code] = &openapi3.ExampleRef{Value: &openapi3.Example{
			Summary: o.Condition,
			Value:   map[string]any{"error_code": code, "message": o.Condition},
		}}
	}
	r := b.response(outcomes, strings.Join(lines, "\n"))
	r.Extensions["x-error-codes"] = codes
	r.Content = openapi3.Content{jsonType: {Schema: b.errorBody(), Examples: examples}}
	return r
}

// errorBody returns the component of the error body (section 2.5). The known codes are
// an extension and not an enum, because scenarios answer others, and a generated program
// would fail at them.
func (b *builder) errorBody() *openapi3.SchemaRef {
	const name = "Error"
	if b.schemas[name] == nil {
		message := openapi3.NewStringSchema()
		message.Description = descriptions["Error.message"]
		code := openapi3.NewStringSchema()
		code.Extensions = map[string]any{"x-extensible-enum": errorCodes()}
		whole := openapi3.NewObjectSchema()
		whole.Properties = openapi3.Schemas{"error_code": b.scalar("ErrorCode", code), "message": message.NewRef()}
		whole.Required = []string{"error_code", "message"}
		whole.Description = descriptions[name]
		b.schemas[name] = whole.NewRef()
	}
	return &openapi3.SchemaRef{Ref: schemaPath + name}
}

// errorCodes returns every code of a REST failure once, sorted.
func errorCodes() []string {
	outcomes := catalog.GeneralFailures(catalog.REST)
	for _, op := range catalog.Operations() {
		if op.Protocol == catalog.REST {
			outcomes = append(outcomes, op.Failures()...)
		}
	}
	codes := make([]string, len(outcomes))
	for i, o := range outcomes {
		codes[i] = string(o.Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}
