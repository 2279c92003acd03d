package client_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestStream reads each kind of event, an unknown one, signs of life, and the end.
func TestStream(t *testing.T) {
	t.Parallel()
	var asked string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.RawQuery
		fmt.Fprint(w, "id: x-1\nevent: hello\ndata: {\"instance\":\"x\",\"last\":1}\n\n: alive\n\nid: x-2\n: alive\n\n"+
			"event: missed\ndata: {\"calls\":3}\n\nid: x-3\nevent: call\ndata: {\"id\":\"A-1\",\"status\":200}\n\n"+
			"id: x-4\nevent: scenario\ndata: {\"account\":\"A\",\"name\":\"slow\",\"change\":\"spent\"}\n\n"+
			"id: x-5\nevent: weather\ndata: {\"rain\":1}\n\n")
	}))
	defer server.Close()
	stream, err := client.New(server.URL, client.Options{}).Stream(t.Context(),
		client.StreamOptions{Accounts: []string{"A", client.NoAccount}, Query: "status:4xx", Lines: true, Last: "x-0"})
	done(t, err)
	var got []client.Event
	for event, err := range stream {
		if err != nil {
			if !strings.Contains(err.Error(), "the stream ended early") {
				t.Errorf("got %v", err)
			}
			continue
		}
		got = append(got, event)
	}
	want := []client.Event{
		{ID: "x-1", Kind: client.EventHello, Data: client.Hello{Instance: "x", Last: 1}},
		{Kind: client.EventMissed, Data: client.Missed{Calls: 3}},
		{ID: "x-3", Kind: client.EventCall, Data: client.EntryLine{ID: "A-1", Status: 200}},
		{ID: "x-4", Kind: client.EventScenario, Data: client.ScenarioEvent{Account: "A", Name: "slow", Change: client.ChangeSpent}},
		{ID: "x-5", Kind: "weather", Data: json.RawMessage(`{"rain":1}`)},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if want := "accounts=A%2Cnone&last=x-0&q=status%3A4xx&view=line"; asked != want {
		t.Errorf("asked for %s, want %s", asked, want)
	}
}
