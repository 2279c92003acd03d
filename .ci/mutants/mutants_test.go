package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDeclared applies each declared fault: it still changes the code, and there are
// twenty of them.
func TestDeclared(t *testing.T) {
	t.Chdir("../..")
	var faults []fault
	if err := readJSON(declaredFaults, &faults); err != nil {
		t.Fatal(err)
	}
	if len(faults) < 20 {
		t.Errorf("got %d declared faults, want 20", len(faults))
	}
	for _, f := range faults {
		text, err := os.ReadFile(inside(f.File))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.change(string(text)); err != nil {
			t.Errorf("%s: %s: %v", f.File, f.Harm, err)
		}
	}
}

// TestEquivalents finds each fault that no test can find in the code, otherwise the weekly run
// would end before its first one. The packages keep their order, because the faults of a
// seed follow from it.
func TestEquivalents(t *testing.T) {
	t.Chdir("../..")
	var packages []string
	for _, p := range shop {
		packages = append(packages, p.name)
	}
	sites, err := plant(t.TempDir(), packages)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readEquivalents(sites); err != nil {
		t.Error(err)
	}
	var planted []string
	for _, s := range sites {
		planted = append(planted, s.in)
	}
	if got := slices.Compact(planted); !slices.Equal(got, packages) {
		t.Errorf("got the order %q, want %q", got, packages)
	}
}

// TestChange refuses a fault that changes nothing, or more than one place.
func TestChange(t *testing.T) {
	for _, test := range []struct {
		text, from, to string
		want           string // "" for an error
	}{
		{"a < b", "<", ">", "a > b"},
		{"a < b", "<", "<", ""},
		{"a < b < c", "<", ">", ""},
		{"a > b", "<", ">", ""},
	} {
		got, err := fault{From: test.from, To: test.to}.change(test.text)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%+v: got %q %v", test, got, err)
		}
	}
}

// code has one place of each kind.
const code = `package p

func f(a, b int, ok func() bool) bool {
	if a < len("xy") && ok() {
		b = a - 1
	}
	if b == 0 {
		return false
	} else if err := g(); err != nil || ok() {
		b++
	}
	ok()
	defer ok()
	return ok() || a >= b
}

func g() error { panic("never") }
`

// TestSites compares the planted faults. A program with all of them compiles and has no
// other lines.
func TestSites(t *testing.T) {
	f, planted := plantIn(t, code)
	var got []string
	for _, s := range *f.sites {
		got = append(got, s.String())
	}
	want := []string{
		`p/p.go:12 f left out: ok()`,
		`p/p.go:4 f never: a < len("xy") && ok()`,
		`p/p.go:4 f ignored: a < len("xy")`,
		`p/p.go:4 f ignored: ok()`,
		`p/p.go:4 f inverted: a < len("xy")`,
		`p/p.go:4 f bound: a < len("xy")`,
		`p/p.go:4 f inverted: ok()`,
		`p/p.go:5 f left out: b = a - 1`,
		`p/p.go:5 f plus for minus: a - 1`,
		`p/p.go:7 f inverted: b == 0`,
		`p/p.go:8 f inverted: false`,
		`p/p.go:9 f ignored: ok()`,
		`p/p.go:9 f inverted: err != nil`,
		`p/p.go:9 f inverted: ok()`,
		`p/p.go:10 f left out: b++`,
		`p/p.go:14 f ignored: ok()`,
		`p/p.go:14 f ignored: a >= b`,
		`p/p.go:14 f inverted: ok()`,
		`p/p.go:14 f inverted: a >= b`,
		`p/p.go:14 f bound: a >= b`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if strings.Count(planted, "\n") != strings.Count(code, "\n") {
		t.Errorf("the lines of the planted program are other ones:\n%s", planted)
	}
	plantIn(t, planted+"\nfunc mutantOn(int) bool { return false }\nfunc mutantSum(_, a, _, b int) int { return a + b }\n")
}

// plantIn finds the sites of a program without imports, and returns it with them.
func plantIn(t *testing.T, text string) (*finder, string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	f := &finder{fset: fset, info: info, text: []byte(text), file: "p/p.go", unused: map[ast.Node]bool{}, sites: &[]site{}}
	ast.Inspect(file, f.visit)
	return f, string(f.render())
}

// TestVerdict finds the runs that fail.
func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		name  string
		found map[string]tally
		fails bool
	}{
		{"all died", map[string]tally{"commerce": {died: 20}, "gate": {died: 19, corpus: 1}}, false},
		{"one of twenty lives in gate", map[string]tally{"gate": {died: 19, survived: 1}}, false},
		{"two of twenty live in gate", map[string]tally{"gate": {died: 18, survived: 1, unreached: 1}}, true},
		{"two of twenty live in another package", map[string]tally{"bundle": {died: 18, survived: 2}}, true},
		{"one hangs", map[string]tally{"gate": {died: 19, hung: 1}}, false},
		{"one lives in commerce", map[string]tally{"commerce": {died: 99, survived: 1}}, true},
		{"one is not reached in boltstore", map[string]tally{"boltstore": {died: 99, unreached: 1}}, true},
		{"one is named in scenario", map[string]tally{"scenario": {died: 99, named: 1}}, false},
	} {
		if err := (&report{found: test.found}).verdict(); (err != nil) != test.fails {
			t.Errorf("%s: got %v", test.name, err)
		}
	}
}
