// Package apidoc makes documents of a JSON interface from its table of routes and from
// the Go types of its bodies: an OpenAPI document, TypeScript types and tables in
// Markdown. Descriptions are the comments of the types and their fields, and closed sets
// of values are the constants of a type, so that nothing is written twice.
//
// Comments exist in source files only. So tests make the documents and compare them with
// the shipped files; a sandbox serves these files as they are.
//
// The version of OpenAPI is 3.1, because a schema of it is JSON Schema: "an
// object or null" needs no second component, and every validator can check an
// answer.
//
// The meaning of the routes is left to package control.
package apidoc

import "net/http"

// API is an interface to describe.
type API struct {
	Title       string
	Version     string
	Description string
	License     string // its name in the list of SPDX
	Base        string // common path of all routes
	Groups      []Group
	Failure     any // zero value of the body of every error

	Types Types // how the types are described
}

// Group is a group of routes.
type Group struct {
	Name    string
	Summary string
	Routes  []Route
}

// Route is one route of an interface.
type Route struct {
	Method  string
	Path    string // below the base, with parameters as {name}
	Summary string
	Query   []Query
	Body    any // zero value of a JSON body, Text, or nil for none
	Answer  any // zero value of a JSON body, List, Events, Text, Document, or nil for none
	Status  int // of a success
	DryRun  any // answer of a dry run with status 200, nil where there is none
}

// Query is a possible name in the query of a route.
type Query struct{ Name, Meaning string }

// Text is the media type of a body other than JSON.
type Text string

// List is the body {"<plural>": […], "total": n}.
type List struct {
	Plural string
	Row    any // zero value
}

// OneOf is an answer of one of several bodies, chosen by the request.
type OneOf []any

// Events is an answer of server-sent events.
type Events map[string]any // zero value of the data by event, "" for events without a name

// Document is a JSON document with a schema of its own.
type Document struct{}

// Base paths and media types.
const (
	jsonType   = "application/json"
	eventsType = "text/event-stream"
)

// status returns the status of a success as a key of the document.
func (r Route) status() int {
	switch {
	case r.Status != 0:
		return r.Status
	case r.Answer == nil:
		return http.StatusNoContent
	}
	return http.StatusOK
}
