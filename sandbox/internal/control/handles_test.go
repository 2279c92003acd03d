package control_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestHandles verifies that every handle of the world is shown with its kind and
// its ids.
func TestHandles(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	status, text := visit(t, s, "GET", "/accounts/DEMO/handles", "")
	var got map[string]map[string]string
	if err := json.Unmarshal([]byte(text), &got); err != nil || status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	want := map[string]map[string]string{}
	for name, h := range s.Handles() {
		want[name] = map[string]string{"kind": h.Kind}
		maps.Copy(want[name], h.IDs)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
