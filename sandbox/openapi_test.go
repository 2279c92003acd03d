package sandbox_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// documents are the OpenAPI documents of sandboxes, by their form and their answers to
// the open questions. Each is parsed once, because parsing takes longer than a story.
type documents struct {
	mu sync.Mutex
	by map[string]*openapi3.T
}

// of returns the document of a sandbox, the exact one or that for generators.
func (d *documents) of(t *testing.T, s *sandboxtest.Running, forGenerators bool) *openapi3.T {
	t.Helper()
	answers := s.Sandbox().DefaultAnswers()
	key := fmt.Sprint(forGenerators, " ")
	for _, q := range catalog.Questions() {
		key += answers.Get(q.ID) + " "
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if document, read := d.by[key]; read {
		return document
	}
	text, err := openapi.Document{
		Server: "http://sandbox.test" + rest.Base, Origin: "http://sandbox.test", Account: s.Code(),
		CredentialHeaders: rest.CredentialHeaders(), Answers: answers, Operations: s.Sandbox().DocumentedOperations(), ForGenerators: forGenerators,
	}.JSON()
	must(t, err)
	document, err := openapi3.NewLoader().LoadFromData(text)
	must(t, err)
	d.by[key] = document
	return document
}

// validate checks the answer by both forms of the OpenAPI document.
func (st *step) validate(t *testing.T, library *documents, s *sandboxtest.Running, raw []byte, response *http.Response, body []byte) {
	t.Helper()
	protocol, op := st.operation()
	if protocol != catalog.REST || op == nil {
		return
	}
	for _, forGenerators := range []bool{false, true} {
		follow(t, library.of(t, s, forGenerators), op, raw, response, body)
	}
}

// follow checks an answer by a document, and the request too if it succeeded. An answer
// that a scenario made need not be in the document; if it is, its code need not be one of
// the operation.
func follow(t *testing.T, document *openapi3.T, op *catalog.Operation, raw []byte, response *http.Response, body []byte) {
	t.Helper()
	input, err := callOf(document, op, raw)
	must(t, err)
	ctx := context.Background()
	if response.StatusCode < http.StatusBadRequest {
		if err := openapi3filter.ValidateRequest(ctx, input); err != nil {
			t.Errorf("%s: the document does not allow it: %v", firstLine(raw), err)
		}
	}
	made := response.Header.Get("X-Sandbox-Scenario") != ""
	answer := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: response.StatusCode, Header: response.Header,
		Options: &openapi3filter.Options{IncludeResponseStatus: !made},
	}
	answer.SetBodyBytes(body)
	if err := openapi3filter.ValidateResponse(ctx, answer); err != nil {
		t.Errorf("%s: the document lacks the answer %d: %v", firstLine(raw), response.StatusCode, err)
	}
	described := input.Route.Operation.Responses.Status(response.StatusCode)
	if described == nil {
		return
	}
	if len(described.Value.Content) == 0 && len(body) > 0 {
		t.Errorf("%s: the document has no body for the answer %d, got %q", firstLine(raw), response.StatusCode, body)
	}
	code := failureCode(string(body))
	_, own := op.Failure(code)
	if codes, _ := described.Value.Extensions["x-error-codes"].([]any); codes != nil && (own || !made) && !slices.Contains(codes, any(string(code))) {
		t.Errorf("%s: the document lacks the code of the answer %d, got %s", firstLine(raw), response.StatusCode, body)
	}
}

// callOf returns a request as the call of an operation, whatever the spelling of
// its path.
func callOf(document *openapi3.T, op *catalog.Operation, raw []byte) (*openapi3filter.RequestValidationInput, error) {
	request, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
	if err != nil {
		return nil, err
	}
	if op.Method == http.MethodPost || op.Method == http.MethodPut {
		request.Header.Set("Content-Type", "application/json") // which the sandbox ignores
	}
	item := document.Paths.Value(op.Path)
	if err := respell(op, request); err != nil {
		return nil, err
	}
	return &openapi3filter.RequestValidationInput{
		Request:    request,
		PathParams: parametersOf(op.Path, strings.TrimPrefix(request.URL.Path, rest.Base)),
		Route: &routers.Route{
			Spec: document, Server: document.Servers[0], Path: op.Path, PathItem: item,
			Method: op.Method, Operation: item.GetOperation(op.Method),
		},
		Options: &openapi3filter.Options{SkipSettingDefaults: true, AuthenticationFunc: carries},
	}, nil
}

// parametersOf returns the parameters of a path.
func parametersOf(pattern, given string) map[string]string {
	found := map[string]string{}
	have := segments(given)
	for i, segment := range segments(pattern) {
		if strings.HasPrefix(segment, "{") && i < len(have) {
			found[strings.Trim(segment, "{}")] = have[i]
		}
	}
	return found
}

// carries checks that a request has the header of a security requirement.
func carries(_ context.Context, in *openapi3filter.AuthenticationInput) error {
	if in.RequestValidationInput.Request.Header.Get(in.SecurityScheme.Name) == "" {
		return errors.New(in.SecurityScheme.Name + " is missing")
	}
	return nil
}
