// Package openapi writes the OpenAPI document of the REST operations (section 4,
// without 4.9). Operations, parameters, statuses, error codes and limits come
// from package catalog, the shapes of records from the Go types of package
// commerce, so that neither is written twice.
//
// Where the interface is silent, the document follows the answers of one
// account, because an answer to a question can change a status, a body or the
// required fields of a record. Every place that depends on an open question
// cites its id; the extension x-open-questions of the document has the questions
// with their answers.
//
// The version is 3.0.3, which generators, proxies and validators read best. The
// library is kin-openapi: its document is a plain struct, and a test checks the
// recorded exchanges with its validator.
//
// Package control serves the document; rest and commerce answer the calls.
package openapi

import (
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Document describes the REST operations of a sandbox for one account.
type Document struct {
	Server            string          // REST base address (section 9), such as http://localhost:8080/rest/6.0
	CredentialHeaders []string        // the names of the credential header, at least one
	Answers           catalog.Answers // the account's answers to open questions
}

// JSON returns the document as JSON.
func (d Document) JSON() ([]byte, error) { return d.build().MarshalJSON() }

// builder collects the parts of a document.
type builder struct {
	Document
	schemas   openapi3.Schemas
	orders    shapes
	campaigns shapes
	cited     map[catalog.QuestionID]bool
}

func (d Document) build() *openapi3.T {
	b := &builder{Document: d, schemas: openapi3.Schemas{}, cited: map[catalog.QuestionID]bool{}}
	b.orders = shapes{components: b.schemas, nulls: nullRule(d.Answers.Get(catalog.Nulls))}
	b.campaigns = shapes{components: b.schemas, nulls: nullsShown}
	b.schemas[errorComponent] = errorSchema()
	t := &openapi3.T{
		OpenAPI: "3.0.3",
		Info:    &openapi3.Info{Title: "Commerce REST interface", Version: "6.0", Description: about},
		Servers: openapi3.Servers{{URL: d.Server, Description: "this sandbox"}},
		Tags:    openapi3.Tags{{Name: ordersTag}, {Name: campaignsTag}},
		Paths:   openapi3.NewPaths(),
	}
	for _, op := range catalog.Operations() {
		if op.Protocol == catalog.REST {
			t.AddOperation(op.Path, op.Method, b.operation(op))
		}
	}
	t.Components = &openapi3.Components{
		Schemas: b.schemas, SecuritySchemes: b.credentials(),
		Headers: headers(), Parameters: openapi3.ParametersMap{
			scenarioName: {Value: scenarioParameter()}, previewName: {Value: previewParameter()},
		},
	}
	t.Extensions = map[string]any{"x-open-questions": b.questions(), "x-limits": limits()}
	return t
}

const about = "The REST operations of the commerce interface as this sandbox answers them. " +
	"Section numbers are those of the interface. Where the interface is silent, x-open-question and x-open-questions " +
	"name the open questions on which a place depends; the extension x-open-questions of the document has their answers.\n\n" +
	"Every path works with and without a slash at its end; the spelling here is the interface's. " +
	"HEAD works like GET, without a body. A list in a query is a repeated name; " +
	"`X[]=`, `X[0]=` and values separated by commas work too."

// credentials returns one scheme for each name of the credential header; a call
// needs one of them (section 5, open question header-name).
func (b *builder) credentials() openapi3.SecuritySchemes {
	schemes := openapi3.SecuritySchemes{}
	for _, name := range b.CredentialHeaders {
		schemes[name] = &openapi3.SecuritySchemeRef{Value: &openapi3.SecurityScheme{
			Type: "apiKey", In: "header", Name: name,
			Description: `Section 5: code="VENDOR_CODE" date="Y-m-d H:i:s" hash="HASH". The date is GMT; the hash is the HMAC, ` +
				"keyed with the account's secret, over length of code, code, length of date, date.",
			Extensions: openQuestions(catalog.HashRecipe, catalog.RESTHash, catalog.RESTSkew, catalog.HeaderName),
		}}
	}
	b.cite(catalog.HashRecipe, catalog.RESTHash, catalog.RESTSkew, catalog.HeaderName)
	return schemes
}

// cite adds questions to those that the document explains.
func (b *builder) cite(ids ...catalog.QuestionID) {
	for _, id := range ids {
		b.cited[id] = true
	}
}

// openQuestions returns the extension that cites open questions.
func openQuestions(ids ...catalog.QuestionID) map[string]any {
	if len(ids) == 0 {
		return nil
	}
	return map[string]any{"x-open-questions": slices.Clone(ids)}
}
