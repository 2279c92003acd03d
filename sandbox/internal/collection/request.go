package collection

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

const (
	scenarioHeader = "X-Sandbox-Scenario"
	previewHeader  = "X-Sandbox-Preview"

	jsonType = "application/json"
	xmlType  = "text/xml; charset=utf-8"
)

// request returns the successful call of an operation.
func (c Collection) request(of Operation) (*request, error) {
	op, example := of.Row, of.example()
	if of.Envelope != nil {
		return of.Envelope.request(op, example.Inputs), nil
	}
	r := &request{Method: op.Method, URL: address("{{rest_url}}", pathOf(op, example.Inputs)), Description: op.Summary}
	for _, p := range op.Parameters() {
		if value, given := example.Inputs[p.Name]; given && p.In == catalog.InQuery {
			r.URL.Query = append(r.URL.Query, parameter{p.Name, escapeQuery(value)})
		}
	}
	if len(r.URL.Query) > 0 {
		var pairs []string
		for _, p := range r.URL.Query {
			pairs = append(pairs, p.Key+"="+p.Value)
		}
		r.URL.Raw += "?" + strings.Join(pairs, "&")
	}
	r.Header = []header{{Key: "Accept", Value: jsonType}, {Key: c.CredentialHeader, Value: "{{credentials}}"}}
	if example.Body != nil {
		text, err := indent(example.Body)
		if err != nil {
			return nil, err
		}
		r.Header = append(r.Header, header{Key: "Content-Type", Value: jsonType})
		r.Body = &body{Mode: "raw", Raw: text, Options: languageOf("json")}
	}
	return r.withPreview(), nil
}

// example returns the example of an operation, an empty one for none.
func (of Operation) example() Example {
	if of.Example == nil {
		return Example{}
	}
	return *of.Example
}

// withPreview adds the header of a preview, switched off, to a call that changes
// records.
func (r *request) withPreview() *request {
	if r.Method != http.MethodGet {
		r.Header = append(r.Header, header{Key: previewHeader, Value: "1", Disabled: true})
	}
	return r
}

// pathOf returns the path of an operation with the inputs of a call. A parameter missing
// in all records stays a variable.
func pathOf(op *catalog.Operation, inputs map[string]any) string {
	path := op.Path
	for _, p := range op.Parameters() {
		if p.In != catalog.InPath {
			continue
		}
		value := "{{" + p.Name + "}}"
		if given, ok := inputs[p.Name]; ok {
			value = url.PathEscape(fmt.Sprint(given))
		}
		path = strings.ReplaceAll(path, "{"+p.Name+"}", value)
	}
	return path
}

// escapeQuery returns a value of a query. Values of a list are joined by commas.
func escapeQuery(value any) string {
	text := fmt.Sprint(value)
	if list := reflect.ValueOf(value); list.Kind() == reflect.Slice {
		var words []string
		for i := range list.Len() {
			words = append(words, fmt.Sprint(list.Index(i)))
		}
		text = strings.Join(words, ",")
	}
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

func address(host, path string) link {
	l := link{Raw: host + path, Host: []string{host}}
	if path != "" {
		l.Path = strings.Split(strings.TrimPrefix(path, "/"), "/")
	}
	return l
}

// jsonResponse returns an answer in JSON.
func (c Collection) jsonResponse(name string, asked *request, status int, answer any) (response, error) {
	text, err := indent(answer)
	return answerOf(name, asked, status, jsonType, text), err
}

func answerOf(name string, asked *request, status int, contentType, text string) response {
	language := "json"
	if contentType == xmlType {
		language = "xml"
	}
	return response{
		Name: name, Request: asked, Status: http.StatusText(status), Code: status, Language: language,
		Header: []header{{Key: "Content-Type", Value: contentType}}, Body: text,
	}
}

// indent returns a value as JSON for people.
func indent(value any) (string, error) {
	var text bytes.Buffer
	w := json.NewEncoder(&text)
	w.SetEscapeHTML(false)
	w.SetIndent("", "  ")
	err := w.Encode(value)
	return strings.TrimSpace(text.String()), err
}
