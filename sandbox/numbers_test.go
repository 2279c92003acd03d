package sandbox_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestNumbersAreWide finds the format of every number in the OpenAPI documents, because
// generators make 32 bits of a number without one, which cannot have 1234567.89.
func TestNumbersAreWide(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.World("empty"))
	for document, least := range map[string]int{"openapi.json": 70, "control.openapi.json": 200} {
		_, text := roundTrip(t, "GET", s.URL()+"/_sandbox/"+document, "")
		var read any
		must(t, json.Unmarshal([]byte(text), &read))
		if got := numbersIn(t, document, read); got < least {
			t.Errorf("%s: found %d numbers, want at least %d", document, got, least)
		}
	}
}

// numbersIn counts the schemas of numbers at any depth, and fails for those that are not
// wide.
func numbersIn(t *testing.T, place string, node any) int {
	t.Helper()
	found := 0
	switch node := node.(type) {
	case []any:
		for n, child := range node {
			found += numbersIn(t, fmt.Sprintf("%s[%d]", place, n), child)
		}
	case map[string]any:
		for name, child := range node {
			found += numbersIn(t, place+"."+name, child)
		}
		types, several := node["type"].([]any)
		if !several {
			types = []any{node["type"]}
		}
		for name, format := range map[string]string{"number": "double", "integer": "int64"} {
			if !slices.Contains(types, any(name)) {
				continue
			}
			found++
			if node["format"] != format {
				t.Errorf("%s: got a %s of the format %v, want %s", place, name, node["format"], format)
			}
		}
	}
	return found
}
