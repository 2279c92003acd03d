package openapi

import (
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
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
	o.Parameters = append(o.Parameters, &openapi3.ParameterRef{Ref: "#/components/parameters/" + scenarioName})
	return o
}

// describe says what no other part of an operation can. OpenAPI does not let
// Accept be a parameter.
func (b *builder) describe(op *catalog.Operation) string {
	text := "Section " + op.Section + "."
	if op.Accept && !b.lenient() {
		text += " Accept is required and must name application/json (section 4)."
		b.note(catalog.Accept)
	}
	if op.Feature != "" {
		text += fmt.Sprintf(" The account needs the feature %s.", op.Feature)
	}
	if op.ID == catalog.CustomerOrders {
		text += " CustomerReference, ExternalCustomerReference or both are required; both must mean the same customer."
	}
	return text
}

// lenient reports whether Accept is not looked at (open question accept).
func (b *builder) lenient() bool { return b.Answers.Is(catalog.Accept, "lenient") }

// security asks for one of the credential headers. Where the interface does not
// list it, the account may do without (open question rest-auth).
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

// The sandbox's own headers that are named more than once here.
const (
	scenarioName = "X-Sandbox-Scenario" // a call asks for scenarios by it, an answer tells them
	requestName  = "X-Sandbox-Request"
)

func scenarioParameter() *openapi3.Parameter {
	p := openapi3.NewHeaderParameter(scenarioName).WithSchema(openapi3.NewStringSchema())
	p.Description = "Scenarios of the sandbox for this call alone, joined by commas, or an error code of the operation. " +
		"The interface has no such header."
	return p
}

// headers are what the sandbox says about an answer. The interface has none of
// them.
func headers() openapi3.Headers {
	text := func(description string) *openapi3.HeaderRef {
		return &openapi3.HeaderRef{Value: &openapi3.Header{Parameter: openapi3.Parameter{
			Description: description, Schema: openapi3.NewStringSchema().NewRef(),
		}}}
	}
	all := openapi3.Headers{
		requestName:            text("Id of the call in the sandbox's journal."),
		"X-Sandbox-Explain":    text("The check that failed, or notes, in one line."),
		"X-Sandbox-Assumption": text("The open questions with a choice that the answer depends on, joined by commas."),
		scenarioName:           text("The scenarios that bent the call, joined by commas."),
	}
	all[requestName].Value.Required = true
	return all
}
