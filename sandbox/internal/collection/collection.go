// Package collection writes the operations of the interface as a collection for people
// who send calls by hand: in the format of Postman 2.1, also for Bruno and Insomnia.
//
// It has a successful request for every operation, one failed by a scenario for every
// failure, and an answer saved beside each. A script of the collection signs them.
// Operations and failures come from package catalog.
//
// Package control serves the collection and finds its examples.
package collection

import (
	"encoding/json"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// schema is the format of the collection.
const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

// Collection is the source of the requests.
type Collection struct {
	REST, SOAP       string // addresses, without a slash at the end
	Account, Secret  string
	CredentialHeader string
	Answers          catalog.Answers // of the account to open questions
	Operations       []Operation
}

// Operation is an operation of the catalogue as the collection calls it.
type Operation struct {
	Row      *catalog.Operation
	Envelope Envelope // of SOAP, otherwise nil
	Example  *Example // nil when no call succeeds
}

// Example is a successful call.
type Example struct {
	Inputs map[string]any // by the name of the parameter, in path, query or envelope
	Body   any            // as JSON shows it, nil for none
	Answer any            // as JSON shows it, nil for none
}

// JSON returns the collection as Postman reads it.
func (c Collection) JSON() ([]byte, error) {
	made := file{Info: info{
		Name: "Commerce sandbox: " + c.Account, Schema: schema,
		Description: "Every operation of the interface with a call that succeeds, and every failure with a call that the sandbox makes fail " +
			"(X-Sandbox-Scenario). A script of the collection signs each call with the variables vendor_code and secret.",
	}}
	made.Variables = []variable{
		{"rest_url", c.REST}, {"soap_url", c.SOAP}, {"vendor_code", c.Account}, {"secret", c.Secret},
		{"credentials", ""}, {"date", ""}, {"hash", ""}, {"session", ""},
	}
	made.Events = []event{scriptOf("prerequest", signing...)}
	for _, op := range c.Operations {
		folder, err := c.folder(op)
		if err != nil {
			return nil, err
		}
		made.Items = append(made.Items, folder)
	}
	return json.Marshal(made)
}

// folder returns the requests of an operation: the successful one first.
func (c Collection) folder(of Operation) (item, error) {
	op := of.Row
	f := item{Name: string(op.ID), Description: op.Summary + " (section " + op.Section + ")."}
	asked, err := c.request(of)
	if err != nil {
		return item{}, err
	}
	succeeding := item{Name: string(op.ID), Request: asked, Responses: []response{}}
	if of.Example != nil {
		status := op.Success.StatusFor(c.Answers)
		succeeding.Events = []event{scriptOf("test", successTest(op, status)...)}
		if of.Example.Answer != nil {
			saved, err := c.jsonResponse("success", asked, status, of.Example.Answer)
			if err != nil {
				return item{}, err
			}
			succeeding.Responses = append(succeeding.Responses, saved)
		}
	}
	var failing []item
	for _, failure := range op.Failures() {
		one, err := c.failing(op, asked, failure)
		if err != nil {
			return item{}, err
		}
		failing = append(failing, one)
		succeeding.Responses = append(succeeding.Responses, one.Responses...)
	}
	f.Items = append([]item{succeeding}, failing...)
	return f, nil
}

// failing returns a request failed by a scenario, with its answer saved.
func (c Collection) failing(op *catalog.Operation, asked *request, failure catalog.Outcome) (item, error) {
	code, status := string(failure.Code), failure.StatusFor(c.Answers)
	provoked := *asked
	provoked.Description = failure.Condition
	provoked.Header = append(slices.Clone(asked.Header), header{Key: scenarioHeader, Value: code})
	var saved response
	var err error
	if op.Protocol == catalog.SOAP {
		saved = answerOf(code, &provoked, status, xmlType, fault(op, failure.Code))
	} else {
		saved, err = c.jsonResponse(code, &provoked, status, struct {
			Code    catalog.Code `json:"error_code"`
			Message string       `json:"message"`
		}{failure.Code, op.Message(failure.Code)})
	}
	return item{
		Name: code, Request: &provoked, Responses: []response{saved},
		Events: []event{scriptOf("test", failureTest(op, status, code)...)},
	}, err
}
