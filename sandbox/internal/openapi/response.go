package openapi

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// responses describes how an operation ends: its success and, by status, its
// failures.
func (b *builder) responses(of Operation) *openapi3.Responses {
	all := openapi3.NewResponses()
	set := func(status int, r *openapi3.Response) {
		all.Set(strconv.Itoa(status), &openapi3.ResponseRef{Value: r})
	}
	set(of.Row.Success.StatusFor(b.Answers), b.success(of))
	byStatus := map[int][]catalog.Outcome{}
	for _, o := range append(of.Row.Failures(), of.Row.SandboxFailures()...) {
		status := o.StatusFor(b.Answers)
		switch {
		case o.Code == catalog.InvalidAcceptHeader && b.lenient():
		case !slices.Contains(o.DependsOn(), catalog.RecommendedNotFound) || b.Answers.Is(catalog.RecommendedNotFound, "404"):
			byStatus[status] = append(byStatus[status], o)
		case b.Answers.Is(catalog.RecommendedNotFound, "204"):
			set(http.StatusNoContent, b.response([]catalog.Outcome{o}, o.Condition))
		}
	}
	for status, outcomes := range byStatus {
		set(status, b.failure(outcomes))
	}
	return all
}

// response describes an answer; it cites the questions behind its outcomes.
func (b *builder) response(outcomes []catalog.Outcome, description string) *openapi3.Response {
	r := openapi3.NewResponse().WithDescription(description)
	var questions []catalog.QuestionID
	documented := false
	for _, o := range outcomes {
		documented = documented || o.Documented
		for _, id := range o.DependsOn() {
			if !slices.Contains(questions, id) {
				questions = append(questions, id)
			}
		}
	}
	b.cite(questions...)
	r.Extensions = map[string]any{"x-documented": documented}
	if len(questions) > 0 {
		r.Extensions["x-open-questions"] = questions
	}
	return r
}

// success describes the successful answer of an operation.
func (b *builder) success(of Operation) *openapi3.Response {
	r := b.response([]catalog.Outcome{of.Row.Success}, of.Row.Success.Condition)
	a := of.Answers(b)
	r.Headers = a.headers
	if a.schema == nil {
		return r
	}
	media := &openapi3.MediaType{Schema: a.schema, Example: of.Example.Answer}
	if a.omitsNulls {
		media.Example = withoutNulls(plainJSON(of.Example.Answer))
	}
	r.Content = openapi3.Content{cmp.Or(a.mediaType, jsonType): media}
	return r
}

// scalar makes a component of a body other than an object.
func (b *builder) scalar(name string, s *openapi3.Schema) *openapi3.SchemaRef {
	s.Description = descriptions[name]
	b.schemas[name] = s.NewRef()
	return &openapi3.SchemaRef{Ref: schemaPath + name}
}
