package client_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func TestRoutes(t *testing.T) {
	t.Parallel()
	_, c, _ := start(t)
	routes, err := c.Routes(t.Context())
	want := client.Route{Method: http.MethodGet, Path: "/_sandbox/accounts/{code}/clock", Summary: "the clock of an account", Query: []client.QueryName{}}
	if err != nil || !slices.ContainsFunc(routes, func(r client.Route) bool { return reflect.DeepEqual(r, want) }) {
		t.Errorf("got %v, %v, want %v among them", routes, err, want)
	}
	check(t, struct{}{}, c.Ready(t.Context()), struct{}{})
}

// TestNotReady calls a waiting sandbox.
func TestNotReady(t *testing.T) {
	t.Parallel()
	waiting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"error":"not ready","hint":"waiting for start"}`))
	}))
	defer waiting.Close()
	c := client.New(waiting.URL, client.Options{})
	fails(t, c.Ready(t.Context()), client.Error{Status: http.StatusServiceUnavailable, Text: "not ready", Hint: "waiting for start"})
}

// TestDocuments reads the operations, and the document of an account.
func TestDocuments(t *testing.T) {
	t.Parallel()
	_, c, shop := start(t)
	shown, err := c.Catalog(t.Context())
	done(t, err)
	operations, err := c.Operations(t.Context())
	check(t, operations, err, shown.Operations)
	document, err := shop.OpenAPI(t.Context())
	if err != nil || !json.Valid(document) {
		t.Errorf("got %.100s, %v, want an OpenAPI document", document, err)
	}
}
