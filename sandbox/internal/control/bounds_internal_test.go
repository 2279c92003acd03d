package control

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestTooManyStreams ends a stream to make room for another one.
func TestTooManyStreams(t *testing.T) {
	t.Parallel()
	api := &API{}
	for range maxStreams {
		must(t, api.startStream())
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
		_, err := api.Scenarios.Put(fmt.Sprint("own-", i), []byte("summary: of a test\nrules: [{on: \"*\", delay: 1ms}]\n"))
		must(t, err)
	}
	if err := api.checkOwnScenarios("own-7"); err != nil {
		t.Errorf("got %v, want that the scenario can be replaced", err)
	}
	want := client.Error{Status: http.StatusTooManyRequests, Text: "no further scenarios of your own are possible, because their limit of 1000 is reached", Hint: "delete or end one first"}
	if got := errorOf(api.checkOwnScenarios("more")); !reflect.DeepEqual(*got, want) {
		t.Errorf("got %+v, want %+v", *got, want)
	}
}

// fullStore is a store of scenarios without room.
type fullStore struct{}

var errFull = errors.New("no room")

func (fullStore) Put(context.Context, string, []byte) error { return errFull }

func (fullStore) Delete(context.Context, ...string) error { return errFull }

// TestUnstoredScenario expects the library as it was when the store has no room for a change.
func TestUnstoredScenario(t *testing.T) {
	t.Parallel()
	const before, now = "rules: [{on: login, delay: 1ms}]", "rules: [{on: login, delay: 2ms}]"
	api := &API{Scenarios: scenario.NewLibrary(scenario.LibraryOptions{}), OwnScenarios: fullStore{}}
	_, err := api.Scenarios.Put("mine", []byte(before))
	must(t, err)
	for what, change := range map[string]struct {
		name   string
		handle handler
	}{"add": {"another", api.putScenario}, "replace": {"mine", api.putScenario}, "delete": {"mine", api.deleteScenario}} {
		r := httptest.NewRequest(http.MethodPut, "/", strings.NewReader(now))
		if _, err := change.handle(&gin.Context{Request: r, Params: gin.Params{{Key: "name", Value: change.name}}}); !errors.Is(err, errFull) {
			t.Errorf("%s: got %v, want %v", what, err, errFull)
		}
		if kept, err := api.Scenarios.Find("mine"); err != nil || kept.Text != before || api.Scenarios.Source("another") != "" {
			t.Errorf("%s: got %+v, %v, and another from %q", what, kept, err, api.Scenarios.Source("another"))
		}
	}
}
