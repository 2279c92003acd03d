package openapi

import (
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// The groups of operations.
const (
	ordersTag    = "Orders"
	campaignsTag = "Upsell campaigns"
)

func (b *builder) operation(op *catalog.Operation) *openapi3.Operation {
	o := &openapi3.Operation{
		OperationID: string(op.ID),
		Summary:     op.Summary,
		Description: b.describe(op),
		Tags:        []string{ordersTag},
		Security:    b.security(op),
		Responses:   b.responses(op),
		RequestBody: b.body(op),
	}
	if strings.HasPrefix(op.Path, "/upsell") {
		o.Tags = []string{campaignsTag}
	}
	for _, p := range op.Parameters() {
		if p.In == catalog.InPath || p.In == catalog.InQuery {
			o.AddParameter(b.parameter(p))
		}
	}
	for _, name := range []string{scenarioName, previewName} {
		o.Parameters = append(o.Parameters, &openapi3.ParameterRef{Ref: "#/components/parameters/" + name})
	}
	return o
}

// describe says what no other part of an operation can say: OpenAPI does not
// allow Accept as a parameter.
func (b *builder) describe(op *catalog.Operation) string {
	text := "Section " + op.Section + "."
	if op.Accept && !b.lenient() {
		text += " Accept is required and must name application/json (section 4)."
		b.cite(catalog.Accept)
	}
	if op.Feature != "" {
		text += fmt.Sprintf(" The account needs the feature %s.", op.Feature)
	}
	if op.ID == catalog.CustomerOrders {
		text += " CustomerReference, ExternalCustomerReference or both are required; both must name the same customer."
	}
	return text
}

// lenient reports whether Accept is not checked (open question accept).
func (b *builder) lenient() bool { return b.Answers.Is(catalog.Accept, "lenient") }

// security requires one of the credential headers. Where the interface does not
// list it, the account may accept calls without (open question rest-auth).
func (b *builder) security(op *catalog.Operation) *openapi3.SecurityRequirements {
	required := openapi3.NewSecurityRequirements()
	for _, name := range b.CredentialHeaders {
		required.With(openapi3.NewSecurityRequirement().Authenticate(name))
	}
	if !op.CredentialListed && b.Answers.Is(catalog.RESTAuth, "documented") {
		required.With(openapi3.NewSecurityRequirement())
	}
	return required
}

// The sandbox's own headers that this file names more than once.
const (
	scenarioName = "X-Sandbox-Scenario" // in a call and in its answer
	previewName  = "X-Sandbox-Preview"  // in both too
	requestName  = "X-Sandbox-Request"
)

func scenarioParameter() *openapi3.Parameter {
	p := openapi3.NewHeaderParameter(scenarioName).WithSchema(openapi3.NewStringSchema())
	p.Description = "Scenarios for this call alone, separated by commas, or an error code of the operation. " +
		"The interface has no such header."
	return p
}

func previewParameter() *openapi3.Parameter {
	p := openapi3.NewHeaderParameter(previewName).WithSchema(openapi3.NewStringSchema().WithEnum("1"))
	p.Description = "With 1, the call is answered as it would be, and nothing is stored. The interface has no such header."
	return p
}

// headers returns the headers that the sandbox adds to an answer. The interface
// has none of them.
func headers() openapi3.Headers {
	text := func(description string) *openapi3.HeaderRef {
		return &openapi3.HeaderRef{Value: &openapi3.Header{Parameter: openapi3.Parameter{
			Description: description, Schema: openapi3.NewStringSchema().NewRef(),
		}}}
	}
	all := openapi3.Headers{
		requestName:            text("Id of the call in the sandbox's journal."),
		"X-Sandbox-Explain":    text("The check that failed, or notes, in one line."),
		"X-Sandbox-Assumption": text("The open questions with a choice on which the answer depends, separated by commas."),
		scenarioName:           text("The scenarios that affected the call, separated by commas."),
		previewName:            text("1 for a call that stored nothing, because it asked for a preview."),
	}
	all[requestName].Value.Required = true
	return all
}
