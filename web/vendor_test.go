package web_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestVendored fails for a vendored file that differs from its sum in vendor/VERSIONS, for
// a file without a sum, and for a package without its licence.
func TestVendored(t *testing.T) {
	t.Parallel()
	made := map[string]bool{}
	for line := range strings.Lines(read(t, filepath.Join("vendor", "VERSIONS"))) {
		switch f := strings.Fields(line); {
		case len(f) == 7 && f[0] == "package":
			licensed(t, f[1], f[2], f[3], f[4])
			if tarball := "https://registry.npmjs.org/" + f[1] + "/-/" + path.Base(f[1]) + "-" + f[2] + ".tgz"; f[6] != tarball {
				t.Errorf("VERSIONS: %s is downloaded from %s, want %s", f[1], f[6], tarball)
			}
		case len(f) == 3 && f[0] == "made":
			made[f[1]] = true
			sum := sha256.Sum256([]byte(read(t, filepath.Join("vendor", f[1]))))
			if got := hex.EncodeToString(sum[:]); got != f[2] {
				t.Errorf("vendor/%s has the sum %s, VERSIONS has %s; change it by vendor/make.mjs only", f[1], got, f[2])
			}
		case len(f) > 0 && f[0] != "#":
			t.Errorf("VERSIONS: cannot read %q", line)
		}
	}
	files, err := os.ReadDir("vendor")
	must(t, err)
	for _, file := range files {
		name := file.Name()
		if byHand := []string{"VERSIONS", "make.mjs"}; !made[name] && !slices.Contains(byHand, name) && !strings.HasSuffix(name, ".d.ts") {
			t.Errorf("VERSIONS has no sum of vendor/%s", name)
		}
	}
}

// licensed fails the test unless the file with a package has the licence of the package
// beside it.
func licensed(t *testing.T, name, version, licence, file string) {
	t.Helper()
	texts := filepath.Join("vendor", "LICENSES.txt")
	switch file {
	case "make.mjs": // the tool is not distributed
		return
	case "../testdata/axe.min.js":
		texts = filepath.Join("testdata", "axe.LICENSES.txt")
	}
	if head := "\n" + name + " " + version + " (" + licence + ")\n"; !strings.Contains(read(t, texts), head) {
		t.Errorf("%s lacks the licence of %s; run vendor/make.mjs", texts, strings.TrimSpace(head))
	}
}
