// Package openapi writes the OpenAPI document of the REST operations (section 4,
// without 4.9). Operations, parameters, statuses, error codes and limits come
// from package catalog, the shapes of records from the Go types of package
// commerce, so that neither is written twice.
//
// Where the interface is silent, the document follows the answers of one account, because
// an answer to a question can change a status, a body or the required fields of a record.
// Every place with an open question cites its id; the extension x-open-questions of the
// document has the questions with their answers.
//
// The document has one plain spelling of each request, because generators make types of
// it. It describes further accepted spellings in words. A second form of the document has
// no oneOf, because many generators cannot read it.
//
// The version is 3.0.3. Of 3.1 the document would need only "or null", and tools in use
// cannot read 3.1: OpenAPI Generator 5 stops with an error, and dredd warns that it does
// not fully support it. The document is a value of kin-openapi, with which a test checks
// the recorded exchanges too.
//
// Package control serves the document and finds its examples; rest and commerce
// answer the calls.
package openapi

import (
	"encoding/json"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Document describes the REST operations of a sandbox for one account.
type Document struct {
	Server            string          // REST base address (section 9), such as http://localhost:8080/rest/6.0
	Origin            string          // of the pages, the guide and the control interface, such as http://localhost:8080
	Account           string          // vendor code, for the addresses in descriptions
	CredentialHeaders []string        // the names of the credential header, at least one
	Answers           catalog.Answers // the account's answers to open questions
	Operations        []Operation
	ForGenerators     bool // without oneOf, because generators cannot read it
}

// Operation is a REST operation of the catalogue as the document describes it.
type Operation struct {
	Row     *catalog.Operation
	Reads   Body
	Answers Answer
	Example Example // with the account's records; zero when no call succeeds
}

// builder collects the parts of a document.
type builder struct {
	Document
	schemas   openapi3.Schemas
	orders    shapes
	campaigns shapes
	cited     map[catalog.QuestionID]bool
}

// JSON returns the document as JSON.
func (d Document) JSON() ([]byte, error) {
	b := &builder{Document: d, schemas: openapi3.Schemas{}, cited: map[catalog.QuestionID]bool{}}
	b.orders = shapes{components: b.schemas, nulls: nullRule(d.Answers.Get(catalog.Nulls))}
	b.campaigns = shapes{components: b.schemas, nulls: nullsShown}
	t := &openapi3.T{
		OpenAPI:      "3.0.3",
		Info:         b.info(),
		ExternalDocs: &openapi3.ExternalDocs{Description: "The guide: generated clients and tools", URL: d.Origin + "/ui/guide/openapi"},
		Servers:      openapi3.Servers{{URL: d.Server, Description: "this sandbox"}},
		Tags:         tags(),
	}
	for _, op := range d.Operations {
		t.AddOperation(op.Row.Path, op.Row.Method, b.operation(op))
	}
	if d.ForGenerators {
		b.flatten()
	}
	t.Components = &openapi3.Components{Schemas: b.schemas, SecuritySchemes: b.credentials()}
	t.Extensions = map[string]any{"x-open-questions": b.questions(), "x-limits": limits()}
	return json.Marshal(t)
}

// cite adds questions for the document to explain.
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
