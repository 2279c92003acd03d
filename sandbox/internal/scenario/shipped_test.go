package scenario_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/scenarios"
)

func TestShippedFilesParse(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(scenarios.Files, "*.yaml")
	must(t, err)
	for _, file := range files {
		text, err := scenarios.Files.ReadFile(file)
		must(t, err)
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

func TestGeneralScenariosShip(t *testing.T) {
	t.Parallel()
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	for _, name := range []string{"feature-off", "slow", "jittery", "flaky", "outage", "throttled", "gateway-html",
		"connection-reset", "empty-reply", "truncated", "garbage", "drip", "paced", "stale-connection", "wrong-length", "page-grows", "page-shrinks",
		"session-expired", "clock-skew-refused"} {
		if library.Source(name) != scenario.FromSandbox {
			t.Errorf("%s does not ship", name)
		}
	}
}
