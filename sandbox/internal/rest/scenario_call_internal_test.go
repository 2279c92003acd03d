package rest

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// TestConditionsReadBoundedBodies checks that conditions see a form of any size, and
// nothing of a body whose values would fill the memory.
func TestConditionsReadBoundedBodies(t *testing.T) {
	t.Parallel()
	file := strings.Repeat("Zm9y", catalog.MaxUploadBody/8)
	for name, b := range map[string]struct {
		text string
		want any
	}{
		"form":                             {`{"File":"` + file + `"}`, map[string]any{"File": file}},
		"an integer that no float64 holds": {`{"N":9007199254740993}`, map[string]any{"N": 9007199254740993}},
		"values":                           {`[1` + strings.Repeat(",1", maxCommas+1) + `]`, nil},
	} {
		c := &call{Call: callOf(httptest.NewRequest(http.MethodPost, "/", nil)), content: &sentBody{text: []byte(b.text)}}
		c.Operation = &catalog.Operation{Method: http.MethodPost}
		if got := (scenarioCall{c}).Body(); !reflect.DeepEqual(got, b.want) {
			t.Errorf("%s: got another value, a %T", name, got)
		}
	}
}
