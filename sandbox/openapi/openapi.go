// Package openapi writes the OpenAPI document of the REST half of the interface
// (section 4, without 4.9). Operations, parameters, statuses, error codes and
// limits come from package catalog, the shapes of records from the Go types of
// package commerce, so that neither is written down twice.
//
// Where the interface is silent, the document says what one account answers: a
// question with a choice changes a status, a body or what a record must have,
// and a document for all answers at once would promise none of them. Every
// place that rests on an open question cites its id, and x-open-questions holds
// the questions with their answers.
//
// The version is 3.0.3, which generators, proxies and validators read best. The
// library is kin-openapi: a document is a plain struct there, and its validator
// is the one that the recorded exchanges are held against.
//
// The package leaves the route of the document to control, and what is answered
// to rest and commerce.
package openapi

import (
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Document describes the REST operations of one sandbox, as an account of it
// answers the open questions.
type Document struct {
	Server            string   // REST base address (section 9), such as http://localhost:8080/rest/6.0
	CredentialHeaders []string // names that the credential header is known by, at least one
	Answers           catalog.Answers
}

// JSON returns the document.
func (d Document) JSON() ([]byte, error) { return d.build().MarshalJSON() }

// builder is a document in the making.
type builder struct {
	Document
	schemas   openapi3.Schemas
	orders    shapes
	campaigns shapes
	cited     map[catalog.QuestionID]bool
}

func (d Document) build() *openapi3.T {
	b := &builder{Document: d, schemas: openapi3.Schemas{}, cited: map[catalog.QuestionID]bool{}}
	b.orders = shapes{made: b.schemas, nulls: nullRule(d.Answers.Get(catalog.Nulls))}
	b.campaigns = shapes{made: b.schemas, nulls: nullsShown}
	b.schemas[errorName] = errorSchema()
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
		Headers: headers(), Parameters: openapi3.ParametersMap{scenarioName: {Value: scenarioParameter()}},
	}
	t.Extensions = map[string]any{"x-open-questions": b.questions(), "x-limits": limits()}
	return t
}

const about = "The REST operations of the commerce interface as this sandbox answers them. " +
	"Section numbers are those of the interface. Where it is silent, x-open-question and x-open-questions name " +
	"the open questions that a place rests on; the extension x-open-questions of the document has their answers.\n\n" +
	"Every path is answered with and without a slash at its end; the spelling here is the interface's. " +
	"HEAD is answered like GET, without a body. A list in a query is a repeated name; " +
	"`X[]=`, `X[0]=` and values joined by commas are read too."

// credentials are the names of the credential header (section 5, open question
// header-name), any of which will do.
func (b *builder) credentials() openapi3.SecuritySchemes {
	schemes := openapi3.SecuritySchemes{}
	for _, name := range b.CredentialHeaders {
		schemes[name] = &openapi3.SecuritySchemeRef{Value: &openapi3.SecurityScheme{
			Type: "apiKey", In: "header", Name: name,
			Description: `Section 5: code="VENDOR_CODE" date="Y-m-d H:i:s" hash="HASH". The date is GMT; the hash is the HMAC, ` +
				"keyed with the account's secret, over length of code, code, length of date, date.",
			Extensions: cite(catalog.HashRecipe, catalog.RESTHash, catalog.RESTSkew, catalog.HeaderName),
		}}
	}
	b.note(catalog.HashRecipe, catalog.RESTHash, catalog.RESTSkew, catalog.HeaderName)
	return schemes
}

// note remembers that the document cites questions.
func (b *builder) note(ids ...catalog.QuestionID) {
	for _, id := range ids {
		b.cited[id] = true
	}
}

// cite names the open questions that a place rests on.
func cite(ids ...catalog.QuestionID) map[string]any {
	if len(ids) == 0 {
		return nil
	}
	return map[string]any{"x-open-questions": slices.Clone(ids)}
}
