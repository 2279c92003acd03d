package openapi

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

func (b *builder) operation(of Operation) *openapi3.Operation {
	op := of.Row
	inBody := slices.DeleteFunc(op.Parameters(), func(p catalog.Parameter) bool { return p.In != catalog.InBody })
	body := of.Reads(b, inBody)
	o := &openapi3.Operation{
		OperationID: string(op.ID),
		Summary:     op.Summary,
		Description: b.describe(op, body.remark),
		ExternalDocs: &openapi3.ExternalDocs{
			Description: "Section " + op.Section + " of the interface, with its open questions",
			URL:         b.Origin + "/ui/a/" + url.PathEscape(b.Account) + "/operations/" + string(op.ID),
		},
		Tags:        []string{ordersTag},
		Security:    b.security(op),
		Responses:   b.responses(of),
		RequestBody: body.request(of.Example.Body),
	}
	if strings.HasPrefix(op.Path, "/upsell") {
		o.Tags = []string{campaignsTag}
	}
	for _, p := range op.Parameters() {
		if p.In == catalog.InPath || p.In == catalog.InQuery {
			o.AddParameter(b.parameter(p, of.Example))
		}
	}
	return o
}

// describe adds facts without another place in an operation: OpenAPI does not allow
// Accept as a parameter.
func (b *builder) describe(op *catalog.Operation, remark string) string {
	text := op.Success.Condition
	if op.Accept && !b.lenient() {
		text += " Accept is required and must name application/json (section 4)."
		b.cite(catalog.Accept)
	}
	if op.Feature != "" {
		text += fmt.Sprintf(" The account needs the feature %s.", op.Feature)
	}
	for _, more := range []string{op.Together, remark} {
		if more != "" {
			text += " " + more
		}
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
