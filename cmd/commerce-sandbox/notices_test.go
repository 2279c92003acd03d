package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notices is a file in the image and in the archives of a release.
const notices = "../../.ci/notices/NOTICES.txt"

// module is a module of the program as the go command lists it.
type module struct{ Path, Version, Dir string }

// linkedModules returns the modules linked into the program on any system of a release,
// by path.
func linkedModules(t *testing.T) map[string]module {
	t.Helper()
	linked := map[string]module{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		command := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", ".")
		command.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0", "GOFLAGS=")
		out, err := command.Output()
		must(t, err)
		for line := range strings.Lines(string(out)) {
			if fields := strings.Fields(line); len(fields) == 3 {
				linked[fields[0]] = module{fields[0], fields[1], fields[2]}
			}
		}
	}
	return linked
}

// licenceFile matches the files to pass on with a copy of a module.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright)([._-].*)?$`)

// TestNotices compares the notices of third parties with the linked modules. The flag
// -update writes them.
func TestNotices(t *testing.T) {
	t.Parallel()
	var want bytes.Buffer
	want.WriteString("commerce-sandbox contains the following software of others. Made by \"go test ./cmd/commerce-sandbox -run TestNotices -update\".\n")
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	must(t, err)
	linked := linkedModules(t)
	linked[""] = module{Path: "The Go standard library and runtime", Dir: strings.TrimSpace(string(root))}
	linked["~"] = module{Path: "Parts of the pages", Dir: "../../web/vendor"}
	for _, path := range slices.Sorted(maps.Keys(linked)) {
		writeNotice(t, &want, linked[path])
	}
	if *update {
		must(t, os.WriteFile(notices, want.Bytes(), 0o644))
		return
	}
	if got, err := os.ReadFile(notices); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s does not fit the modules that the program links (%v); run this test with -update", notices, err)
	}
}

func writeNotice(t *testing.T, to *bytes.Buffer, m module) {
	t.Helper()
	files, err := os.ReadDir(m.Dir)
	must(t, err)
	found := false
	for _, f := range files {
		if !licenceFile.MatchString(strings.TrimSuffix(strings.Replace(f.Name(), "LICENSES", "LICENSE", 1), ".go")) || f.IsDir() || strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		found = true
		fmt.Fprintf(to, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 80), strings.TrimSpace(m.Path+" "+m.Version), f.Name(), strings.ReplaceAll(strings.TrimSpace(read(t, filepath.Join(m.Dir, f.Name()))), "\r\n", "\n"))
	}
	if !found {
		t.Errorf("%s has no licence in %s", m.Path, m.Dir)
	}
}

// TestDependencies compares the direct dependencies with the lines of the page about
// them.
func TestDependencies(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "mod", "edit", "-json").Output()
	must(t, err)
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
		Replace, Exclude []any
	}
	must(t, json.Unmarshal(out, &mod))
	if len(mod.Replace)+len(mod.Exclude) > 0 {
		t.Errorf("go.mod has %v %v, want no replace and no exclude, because go install ignores them", mod.Replace, mod.Exclude)
	}
	want := []string{"honnef.co/go/tools"} // a tool, marked as indirect in go.mod
	for _, r := range mod.Require {
		if !r.Indirect {
			want = append(want, r.Path)
		}
	}
	page := read(t, "../../web/guide/dependencies.md")
	var got []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\| [^|]+ \\| (MIT|Apache-2.0|BSD-2-Clause|BSD-3-Clause|MPL-2.0) \\|$").FindAllStringSubmatch(page, -1) {
		got = append(got, row[1])
	}
	slices.Sort(got)
	slices.Sort(want)
	program, tests, _ := strings.Cut(page, "\n## In tests only\n")
	if strings.Contains(program, "MPL-2.0") || !strings.Contains(tests, "MPL-2.0") || strings.Contains(read(t, notices), "Mozilla Public License") {
		t.Error("a module under the MPL-2.0 may serve tests only, and the page says which does")
	}
	if !slices.Equal(got, want) {
		t.Errorf("dependencies.md has the rows\n%q\nwant\n%q", got, want)
	}
}
