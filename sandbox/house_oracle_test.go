package sandbox_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// TestHouseOracle holds that the oracle of the conformance corpus shares no code with
// the sandbox: it is no part of a program and imports the standard library only. The
// test beside it, which makes its calls to a sandbox, is another package.
func TestHouseOracle(t *testing.T) {
	t.Parallel()
	list := exec.Command("go", "list", "-json=GoFiles,TestGoFiles,TestImports", "./sandbox/internal/oracle")
	list.Dir = moduleRoot
	out, err := list.Output()
	must(t, err)
	var oracle struct{ GoFiles, TestGoFiles, TestImports []string }
	must(t, json.Unmarshal(out, &oracle))
	if len(oracle.GoFiles) > 0 || len(oracle.TestGoFiles) == 0 {
		t.Errorf("the oracle must be in _test files alone, got %q and %q", oracle.GoFiles, oracle.TestGoFiles)
	}
	for _, path := range oracle.TestImports {
		if host, _, _ := strings.Cut(path, "/"); strings.Contains(host, ".") {
			t.Errorf("the oracle must import the standard library only, not %s", path)
		}
	}
}
