package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// The content types of an answer.
const (
	jsonType = "application/json"
	textType = "text/plain; charset=utf-8"
)

// inJSON returns an answer with a body in JSON. A handler returns it beside an error too,
// because the gate makes another answer of an error.
func inJSON(body []byte, changes ...commerce.Change) gate.Answer {
	return gate.Answer{ContentType: jsonType, Body: body, Changes: changes}
}

// encode returns an answer with a value as its body.
func encode(value any, changes ...commerce.Change) (gate.Answer, error) {
	body, err := record.Encode(value)
	return inJSON(body, changes...), err
}

// at returns an answer with the address of a new record, below Base.
func (c *call) at(location string, a gate.Answer) gate.Answer {
	a.Location = c.handler.Gate.Address.Prefix(c.Request) + Base + location
	return a
}

// failure is the body of section 2.5.
type failure struct {
	Code    catalog.Code `json:"error_code"`
	Message string       `json:"message"`
}

// failureBody returns the body of a failed call.
func failureBody(code catalog.Code, message string) (contentType string, body []byte) {
	body, _ = record.Encode(failure{code, message}) // two strings always encode
	return jsonType, body
}

// Failure returns the body of a failed call.
func (c *call) Failure(code catalog.Code, message string) (contentType string, body []byte) {
	return failureBody(code, message)
}

// Edit makes edits of an answer in JSON.
func (c *call) Edit(edits edit.List, a *edit.Answer) []string { return edits.JSON(a) }
