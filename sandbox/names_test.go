package sandbox_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// TestKnownNames starts a sandbox with every name, each question with its last
// answer.
func TestKnownNames(t *testing.T) {
	t.Parallel()
	names := sandbox.KnownNames()
	o := sandbox.Options{Scenarios: names.Scenarios, Answers: map[string]string{}, Features: map[string]bool{}}
	for _, name := range names.Answers {
		id, answer, _ := strings.Cut(name, "=")
		o.Answers[id] = answer
	}
	for _, flag := range names.Features {
		o.Features[flag] = false
	}
	if len(o.Scenarios) == 0 || len(o.Answers) == 0 || len(o.Features) == 0 || len(names.Operations) == 0 {
		t.Errorf("got %+v, want names of every kind", names)
	}
	_, err := sandbox.New(o)
	must(t, err)
}
