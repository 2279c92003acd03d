package scenario_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/scenarios"
)

const folder = "../../../scenarios"

// A missing, stale or superfluous generated file fails by name; -update writes the first
// two and deletes the third.
func TestGeneratedFilesAreFresh(t *testing.T) {
	t.Parallel()
	got, want := embedded(t), generatedFiles()
	if *update {
		writeGenerated(t, got, want)
		return
	}
	for _, fault := range compare(got, want) {
		t.Errorf("%s; run %s", fault, generate)
	}
}

// compare names the files that differ from the generated ones.
func compare(got, want map[string]string) []string {
	var faults []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[name]; !ok {
			faults = append(faults, "scenarios/"+name+" is missing")
		} else if text != want[name] {
			faults = append(faults, "scenarios/"+name+" is stale")
		}
	}
	for _, name := range superfluous(got, want) {
		faults = append(faults, "scenarios/"+name+" is superfluous: the catalogue has no such failure or answer")
	}
	return faults
}

// superfluous returns the files marked as generated but not generated.
func superfluous(got, want map[string]string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok && strings.HasPrefix(got[name], mark) {
			names = append(names, name)
		}
	}
	return names
}

func writeGenerated(t *testing.T, got, want map[string]string) {
	for name, text := range want {
		if text == got[name] {
			continue
		}
		must(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	for _, name := range superfluous(got, want) {
		must(t, os.Remove(filepath.Join(folder, name)))
	}
}

// embedded returns every shipped scenario file, by its file name.
func embedded(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(scenarios.Files, "*.yaml")
	must(t, err)
	files := map[string]string{}
	for _, name := range names {
		text, err := scenarios.Files.ReadFile(name)
		must(t, err)
		files[name] = string(text)
	}
	return files
}

func TestCompareNamesEveryFile(t *testing.T) {
	t.Parallel()
	got := map[string]string{
		"fresh.yaml":       mark + " fresh",
		"stale.yaml":       mark + " old",
		"by-hand.yaml":     "# Teaches a delay.",
		"superfluous.yaml": mark,
	}
	want := map[string]string{"fresh.yaml": mark + " fresh", "stale.yaml": mark + " new", "new.yaml": mark}
	faults := []string{
		"scenarios/new.yaml is missing",
		"scenarios/stale.yaml is stale",
		"scenarios/superfluous.yaml is superfluous: the catalogue has no such failure or answer",
	}
	if found := compare(got, want); !slices.Equal(found, faults) {
		t.Errorf("got %q, want %q", found, faults)
	}
}

// A generated file gives the failure or the answer of its name, and nothing else.
func TestGeneratedFilesSayWhatTheirNamesSay(t *testing.T) {
	t.Parallel()
	files := generatedFiles()
	for _, op := range catalog.Operations() {
		for _, failure := range op.Failures() {
			name := catalog.FailureScenario(op.ID, failure.Code)
			s := parse(t, name, files[name+".yaml"])
			if got, want := s.Operations(), []catalog.OperationID{op.ID}; !slices.Equal(got, want) {
				t.Errorf("%s is on %v, want %v", name, got, want)
			}
		}
	}
	for _, question := range catalog.Questions() {
		for _, choice := range question.Choices {
			if choice.Answer == question.Default || question.PerAccount {
				continue
			}
			name := answerName(question.ID, choice.Answer)
			got, want := parse(t, name, files[name+".yaml"]).Assume, map[catalog.QuestionID]string{question.ID: choice.Answer}
			if !maps.Equal(got, want) {
				t.Errorf("%s gives the answers %v, want %v", name, got, want)
			}
		}
	}
}

func parse(t *testing.T, name, text string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse(name, []byte(text))
	if err != nil {
		t.Fatalf("%s.yaml: %v", name, err)
	}
	return s
}

// A scenario written by hand has its lesson in a comment.
func TestFilesByHandSayWhatTheyTeach(t *testing.T) {
	t.Parallel()
	generated := generatedFiles()
	for name, text := range embedded(t) {
		if _, ok := generated[name]; !ok && !strings.HasPrefix(text, "# ") {
			t.Errorf("scenarios/%s: the first line must be a comment that says what the scenario teaches", name)
		}
	}
}
