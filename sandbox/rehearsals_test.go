package sandbox_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// fileFence is a file in a page of the guide.
var fileFence = regexp.MustCompile("(?ms)^```yaml file=(\\S+)\n(.*?)^```$")

// rehearsals returns the files of the page by their names.
func rehearsals(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../web/guide/rehearsals.md")
	must(t, err)
	files := map[string]string{}
	for _, match := range fileFence.FindAllStringSubmatch(string(page), -1) {
		files[match[1]] = match[2]
	}
	if len(files) != 63 {
		t.Fatalf("got %d files, want 63", len(files))
	}
	return files
}

// TestRehearsalOfChecks verifies the answers that a client got and their order, and
// fails when they differ.
func TestRehearsalOfChecks(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, name := range []string{"one-field", "lost-once"} {
		must(t, s.Control().PutScenario(t.Context(), name, rehearsals(t)["rehearsals/"+name+".yaml"]))
	}
	play := func(scenario string, calls ...operationCall) {
		t.Helper()
		for i, call := range calls {
			_, err := tryCall(t, s, call, func(r *http.Request) {
				onNewConnection(r)
				if i == 0 && scenario != "" {
					asking(scenario)(r)
				}
			})
			if (err != nil) != (i == 0 && scenario == "lost-once") {
				t.Errorf("%s: %v", scenario, err)
			}
		}
	}
	expect := func(file string, want bool) {
		t.Helper()
		expected, err := sandbox.ReadExpectations([]byte(rehearsals(t)["expected/"+file]))
		must(t, err)
		got, err := controlled(s).VerifyAll(t.Context(), expected)
		if err != nil || got.Verified != want {
			t.Errorf("%s: got %t, %v, want %t: %s", file, got.Verified, err, want, got.Message)
		}
	}
	expect("answers.yaml", false)
	play("one-field", goodCall(t, s, catalog.RetrieveOrder))
	play("throttled", goodCall(t, s, catalog.SearchOrders))
	expect("answers.yaml", true)
	list := operationCall{"GET", s.REST() + "/upsell?Limit=2", ""}
	play("", list)
	play("lost-once", twice(s), twice(s))
	expect("order.yaml", false)
	play("", list)
	expect("order.yaml", true)
	play("INTERNAL_ERROR", goodCall(t, s, catalog.Login))
	expect("answers.yaml", false)
}

// twice is a call that creates a campaign of the name.
func twice(s *sandboxtest.Running) operationCall {
	path, body := restCall(s, catalog.CreateUpsell)
	return operationCall{"POST", s.REST() + path, strings.Replace(body, `"Name":"Spring"`, `"Name":"Twice"`, 1)}
}
