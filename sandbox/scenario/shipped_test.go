package scenario_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/scenarios"
)

func TestShippedFilesParse(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(scenarios.Files, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := scenarios.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := scenario.Parse(strings.TrimSuffix(file, ".yaml"), text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if s.Summary == "" {
			t.Errorf("%s has no summary", file)
		}
		if len(s.Operations()) == 0 {
			t.Errorf("%s can change no operation", file)
		}
	}
}

// Every failure the catalogue documents can be asked for by name, and the file
// of that name gives just that failure.
func TestEveryFailureShips(t *testing.T) {
	t.Parallel()
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	director := newDirector(t, library)
	for _, op := range catalog.Operations() {
		for _, failure := range op.Failures() {
			name := string(op.ID) + "-" + strings.ToLower(strings.ReplaceAll(string(failure.Code), "_", "-"))
			standing, err := director.Begin(op.ID, []string{name})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			verdict := director.Decide(&call{operation: op.ID}, standing)
			got, want := verdict.Effect.Fail, (&scenario.Failure{Code: failure.Code})
			if got == nil || *got != *want {
				t.Errorf("%s gives %+v, want %+v", name, got, want)
			}
			if found, _ := library.Find(name); !slices.Equal(found.Operations(), []catalog.OperationID{op.ID}) {
				t.Errorf("%s is on %v", name, found.Operations())
			}
		}
	}
}

// Every answer an account may choose ships as a scenario.
func TestEveryAlternativeShips(t *testing.T) {
	t.Parallel()
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	shipped := map[catalog.QuestionID][]string{}
	for _, entry := range library.List() {
		found, err := library.Find(entry.Name)
		if err != nil {
			t.Fatal(err)
		}
		for id, token := range found.Assume {
			shipped[id] = append(shipped[id], token)
		}
	}
	for _, question := range catalog.Questions() {
		if !question.HasChoice() {
			continue
		}
		if len(shipped[question.ID]) == 0 {
			t.Errorf("no scenario ships for question %s", question.ID)
		}
		for _, token := range question.Choices {
			if token.Answer != question.Default && !slices.Contains(shipped[question.ID], token.Answer) {
				t.Errorf("no scenario ships for %s: %s", question.ID, token.Answer)
			}
		}
	}
}

func TestGeneralScenariosShip(t *testing.T) {
	t.Parallel()
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	for _, name := range []string{"feature-off", "slow", "jittery", "flaky", "outage", "throttled", "gateway-html",
		"connection-reset", "empty-reply", "truncated", "garbage", "drip", "page-grows", "page-shrinks",
		"session-expired", "clock-skew-refused"} {
		if library.Source(name) != scenario.FromSandbox {
			t.Errorf("%s does not ship", name)
		}
	}
}
