package control

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestTooManyStreams ends a stream to make room for another one.
func TestTooManyStreams(t *testing.T) {
	t.Parallel()
	api := &API{}
	for range maxStreams {
		if err := api.startStream(); err != nil {
			t.Fatal(err)
		}
	}
	want := client.Error{Status: http.StatusTooManyRequests, Text: "no further streams are possible, because their limit of 2000 is reached", Hint: "delete or end one first"}
	if got := errorOf(api.startStream()); !reflect.DeepEqual(*got, want) {
		t.Errorf("got %+v, want %+v", *got, want)
	}
	api.streams.Add(-1)
	if err := api.startStream(); err != nil {
		t.Errorf("got %v, want room for one stream", err)
	}
}

// TestTooManyOwnScenarios replaces an own scenario of a known name even at the limit.
func TestTooManyOwnScenarios(t *testing.T) {
	t.Parallel()
	api := &API{Scenarios: scenario.NewLibrary(scenario.LibraryOptions{})}
	for i := range maxOwnScenarios {
		if _, err := api.Scenarios.Put(fmt.Sprint("own-", i), []byte("summary: of a test\nrules: [{on: \"*\", delay: 1ms}]\n")); err != nil {
			t.Fatal(err)
		}
	}
	if err := api.checkOwnScenarios("own-7"); err != nil {
		t.Errorf("got %v, want that the scenario can be replaced", err)
	}
	want := client.Error{Status: http.StatusTooManyRequests, Text: "no further scenarios of your own are possible, because their limit of 1000 is reached", Hint: "delete or end one first"}
	if got := errorOf(api.checkOwnScenarios("more")); !reflect.DeepEqual(*got, want) {
		t.Errorf("got %+v, want %+v", *got, want)
	}
}
