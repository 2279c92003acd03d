// Package oas is the part of an OpenAPI document, version 3.0.3, that package openapi
// fills. Its JSON has sorted names.
//
// It is here because a library for all of OpenAPI links a validator, a second YAML
// parser and a JSON Schema, a twentieth of the program, to write a document. The tests
// read the document with such a library.
package oas

import (
	"encoding/json"
	"maps"
	"strings"
)

// T is a document.
type T struct {
	Components   *Components          `json:"components,omitempty"`
	ExternalDocs *ExternalDocs        `json:"externalDocs,omitempty"`
	Info         *Info                `json:"info"`
	OpenAPI      string               `json:"openapi"`
	Paths        map[string]*PathItem `json:"paths"`
	Servers      []*Server            `json:"servers,omitempty"`
	Tags         []*Tag               `json:"tags,omitempty"`
	Extensions   map[string]any       `json:"-"`
}

// MarshalJSON implements json.Marshaler.
func (t T) MarshalJSON() ([]byte, error) {
	type plain T
	return extended(plain(t), t.Extensions)
}

// AddOperation adds the operation of a method to a path.
func (t *T) AddOperation(path, method string, o *Operation) {
	if t.Paths == nil {
		t.Paths = map[string]*PathItem{}
	}
	if t.Paths[path] == nil {
		t.Paths[path] = &PathItem{}
	}
	(*t.Paths[path])[strings.ToLower(method)] = o
}

// PathItem are the operations of a path, by method in lower case.
type PathItem map[string]*Operation

// Info says what a document describes.
type Info struct {
	Contact     *Link  `json:"contact,omitempty"`
	Description string `json:"description,omitempty"`
	License     *Link  `json:"license,omitempty"`
	Title       string `json:"title"`
	Version     string `json:"version"`
}

// Link is a contact or a licence.
type Link struct {
	Name string `json:"name,omitempty"`
	URL  string `json:"url,omitempty"`
}

// ExternalDocs is a page about a part of a document.
type ExternalDocs struct {
	Description string `json:"description,omitempty"`
	URL         string `json:"url,omitempty"`
}

// Server is an address of the interface.
type Server struct {
	Description string `json:"description,omitempty"`
	URL         string `json:"url"`
}

// Tag is a group of operations.
type Tag struct {
	Description string `json:"description,omitempty"`
	Name        string `json:"name,omitempty"`
}

// Components are what references name.
type Components struct {
	Schemas         Schemas                    `json:"schemas,omitempty"`
	SecuritySchemes map[string]*SecurityScheme `json:"securitySchemes,omitempty"`
}

// SecurityScheme is a way to send credentials.
type SecurityScheme struct {
	Description string         `json:"description,omitempty"`
	In          string         `json:"in,omitempty"`
	Name        string         `json:"name,omitempty"`
	Type        string         `json:"type,omitempty"`
	Extensions  map[string]any `json:"-"`
}

// MarshalJSON implements json.Marshaler.
func (s SecurityScheme) MarshalJSON() ([]byte, error) {
	type plain SecurityScheme
	return extended(plain(s), s.Extensions)
}

// Operation is one operation.
type Operation struct {
	Description  string                `json:"description,omitempty"`
	ExternalDocs *ExternalDocs         `json:"externalDocs,omitempty"`
	OperationID  string                `json:"operationId,omitempty"`
	Parameters   []*Parameter          `json:"parameters,omitempty"`
	RequestBody  *RequestBody          `json:"requestBody,omitempty"`
	Responses    map[string]*Response  `json:"responses"`
	Security     []SecurityRequirement `json:"security"` // the call needs one of them
	Summary      string                `json:"summary,omitempty"`
	Tags         []string              `json:"tags,omitempty"`
}

// SecurityRequirement are schemes that a call needs together; empty, it needs none.
type SecurityRequirement map[string][]string

// Parameter is a parameter of an operation, or a header of an answer, which has no
// name and no place.
type Parameter struct {
	Description string         `json:"description,omitempty"`
	Example     any            `json:"example,omitempty"`
	In          string         `json:"in,omitempty"`
	Name        string         `json:"name,omitempty"`
	Required    bool           `json:"required,omitempty"`
	Schema      *SchemaRef     `json:"schema,omitempty"`
	Extensions  map[string]any `json:"-"`
}

// MarshalJSON implements json.Marshaler.
func (p Parameter) MarshalJSON() ([]byte, error) {
	type plain Parameter
	return extended(plain(p), p.Extensions)
}

// RequestBody is the body that an operation reads.
type RequestBody struct {
	Content     Content `json:"content,omitempty"`
	Description string  `json:"description,omitempty"`
	Required    bool    `json:"required,omitempty"`
}

// Content is a body by media type.
type Content map[string]*MediaType

// MediaType is a body in one media type.
type MediaType struct {
	Example  any                 `json:"example,omitempty"`
	Examples map[string]*Example `json:"examples,omitempty"`
	Schema   *SchemaRef          `json:"schema,omitempty"`
}

// Example is an example with a name.
type Example struct {
	Summary string `json:"summary,omitempty"`
	Value   any    `json:"value,omitempty"`
}

// Response is an answer.
type Response struct {
	Content     Content               `json:"content,omitempty"`
	Description string                `json:"description"`
	Headers     map[string]*Parameter `json:"headers,omitempty"`
	Extensions  map[string]any        `json:"-"`
}

// MarshalJSON implements json.Marshaler.
func (r Response) MarshalJSON() ([]byte, error) {
	type plain Response
	return extended(plain(r), r.Extensions)
}

// extended returns the JSON of an object with its extensions.
func extended(plain any, extensions map[string]any) ([]byte, error) {
	text, err := json.Marshal(plain)
	if err != nil || len(extensions) == 0 {
		return text, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	all := maps.Clone(extensions)
	for name, value := range members {
		all[name] = value
	}
	return json.Marshal(all)
}
