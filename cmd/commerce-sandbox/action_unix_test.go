//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAction runs the script of the GitHub action with inputs.
func TestAction(t *testing.T) {
	t.Parallel()
	program := linked(t)
	for _, test := range []struct {
		name, want, summary string
		code                int
		inputs              []string
	}{
		{"passes", "Run ", ": passed, 1 account, 1 call, 0 refused", 0, []string{"RUN=" + signed}},
		{"no call", "::error title=commerce-sandbox::the tests or their verdict failed with 1; the log above says why\n", "**failed:** the command made no call of the interface", 1, []string{"RUN=true"}},
		{"no call, meant", "nothing to judge", "nothing to judge, 1 account, 0 calls", 0, []string{"RUN=true", "FLAGS=--allow-no-calls"}},
		{"failed command", "", "**failed:** the command ended with exit code 3", 1, []string{"RUN=exit 3"}},
		{"two programs", "the input version has no effect with program; leave one of them out\n", "", 1, []string{"VERSION=v0.1.0"}},
		{"rehearse, before", "the input before has no effect with rehearse;", "", 1, []string{"REHEARSE=true", "BEFORE=coverage.json"}},
		{"rehearse, min-coverage", "the input min-coverage has no effect with rehearse;", "", 1, []string{"REHEARSE=true", "MIN_COVERAGE=40"}},
		{"rehearse, require-verdict", "the input require-verdict has no effect with rehearse;", "", 1, []string{"REHEARSE=true", "REQUIRE_VERDICT=false"}},
		{"no verdict, min-coverage", "the input min-coverage has no effect with require-verdict: false;", "", 1, []string{"REQUIRE_VERDICT=false", "MIN_COVERAGE=40"}},
		{"no boolean", "the input rehearse must be true or false, got yes\n", "", 1, []string{"REHEARSE=yes"}},
		{"no program", "the input version or program is required\n", "", 1, []string{"PROGRAM="}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			summary := filepath.Join(folder, "summary.md")
			script, err := filepath.Abs("../../.github/actions/sandbox/run")
			must(t, err)
			must(t, os.WriteFile(summary, nil, 0o600))
			c := exec.Command("bash", script)
			c.Dir = folder
			c.Env = append([]string{
				"PATH=" + os.Getenv("PATH"), "HOME=" + folder, "GITHUB_STEP_SUMMARY=" + summary, "PROGRAM=" + program, "RUN=true", "VERSION=", "MIN_COVERAGE=0",
				"REQUIRE_VERDICT=true", "BEFORE=", "REHEARSE=false", "REPORT=report", "FLAGS=",
			}, test.inputs...)
			out, _ := c.CombinedOutput()
			if code := c.ProcessState.ExitCode(); code != test.code || !strings.Contains(string(out), test.want) || !strings.Contains(read(t, summary), test.summary) {
				t.Errorf("got %d:\n%s\nsummary:\n%s", code, out, read(t, summary))
			}
		})
	}
}
