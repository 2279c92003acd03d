package sandbox_test

import (
	"encoding/json"
	"maps"
	"os/exec"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestHouseDependencies holds that the table homes has the direct dependencies of
// go.mod and no others, and that each of its packages imports its library.
func TestHouseDependencies(t *testing.T) {
	t.Parallel()
	list := exec.Command("go", "mod", "edit", "-json")
	list.Dir = moduleRoot
	text, err := list.Output()
	if err != nil {
		t.Fatalf("go mod edit: %v", err)
	}
	var mod struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	must(t, json.Unmarshal(text, &mod))
	var direct []string
	for _, r := range mod.Require {
		if !r.Indirect {
			direct = append(direct, r.Path)
		}
	}
	imported := map[string][]string{} // packages by what they import
	for _, p := range listPackages(t) {
		for _, file := range p.files {
			for _, spec := range file.Imports {
				library, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
				imported[library] = append(imported[library], path.Base(p.path))
			}
		}
	}
	for _, fault := range dependencyFaults(direct, homes, imported) {
		t.Error(fault)
	}
}

// dependencyFaults compares the direct dependencies, and what packages import, with a
// table of homes.
func dependencyFaults(direct []string, homes map[string]string, imported map[string][]string) []string {
	var faults []string
	for _, dependency := range direct {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(homes)), func(library string) bool { return isWithin(library, dependency) }) {
			faults = append(faults, "go.mod requires "+dependency+" directly; say in the table homes where it may be imported")
		}
	}
	for _, library := range slices.Sorted(maps.Keys(homes)) {
		if !slices.ContainsFunc(direct, func(dependency string) bool { return isWithin(library, dependency) }) {
			faults = append(faults, "go.mod does not require "+library+" directly; take it out of the table homes")
		}
		var users []string
		for one, packages := range imported {
			if isWithin(one, library) {
				users = append(users, packages...)
			}
		}
		for _, home := range strings.Fields(homes[library]) {
			if !slices.Contains(users, home) {
				faults = append(faults, home+" does not import "+library+"; take it out of the table homes")
			}
		}
	}
	return faults
}

// isWithin reports whether a path is another one or continues it.
func isWithin(longer, front string) bool {
	return longer == front || strings.HasPrefix(longer, front+"/")
}

// TestHouseDependenciesBite breaks each rule of the table homes once.
func TestHouseDependenciesBite(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		direct []string
		homes  map[string]string
		want   []string
	}{
		"right": {[]string{"a.org/x", "a.org/t"}, map[string]string{"a.org/x/part": "rest", "a.org/t": ""}, nil},
		"came":  {[]string{"a.org/x", "a.org/xy"}, map[string]string{"a.org/x": "rest"}, []string{"go.mod requires a.org/xy directly; say in the table homes where it may be imported"}},
		"left, or only indirect": {nil, map[string]string{"a.org/x": "rest"}, []string{
			"go.mod does not require a.org/x directly; take it out of the table homes"}},
		"a home left": {[]string{"a.org/x"}, map[string]string{"a.org/x": "rest soap"}, []string{"soap does not import a.org/x; take it out of the table homes"}},
	} {
		if got := dependencyFaults(c.direct, c.homes, map[string][]string{"a.org/x/part": {"rest"}}); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
