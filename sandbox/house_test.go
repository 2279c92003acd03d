package sandbox_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestHouse holds the laws of the source tree over every package of the module.
func TestHouse(t *testing.T) {
	t.Parallel()
	packages := listPackages(t)
	for _, l := range laws() {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			for _, p := range packages {
				for _, b := range l.breaches(p) {
					t.Errorf("%s: %s", b.at, b.what)
				}
			}
		})
	}
}

// TestHouseTopLevel keeps the root of the tree as planned.
func TestHouseTopLevel(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(moduleRoot)
	must(t, err)
	for _, e := range entries {
		if !plannedAtRoot(e.Name()) {
			t.Errorf("%s: it is not planned at the root of the tree; see plannedAtRoot for what is", e.Name())
		}
	}
}

// TestHouseChecks keeps a row for each check, with the fault that it was shown to find.
func TestHouseChecks(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile(filepath.Join(moduleRoot, ".ci", "README.md"))
	must(t, err)
	checks, err := os.ReadDir(filepath.Join(moduleRoot, ".ci"))
	must(t, err)
	for _, c := range checks {
		if c.Name() != "README.md" && !strings.Contains(string(table), "\n| `"+c.Name()+"`") {
			t.Errorf(".ci/README.md has no row of %s: plant a fault, see the check fail, and write down what it printed", c.Name())
		}
	}
}

// plannedAtRoot allows what the floor plan names, dot-files, and what a build
// or a run leaves behind in the working folder.
func plannedAtRoot(name string) bool {
	planned := []string{
		"cmd", "sandbox", "fixtures", "scenarios", "web",
		"Dockerfile", "README.md", "LICENSE", "go.mod", "go.sum",
		"commerce-sandbox", "commerce-sandbox.db",
	}
	return strings.HasPrefix(name, ".") || slices.Contains(planned, name)
}

const (
	moduleRoot = ".."
	module     = "github.com/commerce-sandbox/commerce-sandbox"
)

// law is a rule that every package keeps.
type law struct {
	name     string
	breaches func(*source) []breach
}

// breach is where a law is broken, as file:line, and what the law is.
type breach struct {
	at   string
	what string
}

func laws() []law {
	return []law{
		{"imports run one way", importsRunOneWay},
		{"files run one way", filesRunOneWay},
		{"libraries stay at home", librariesStayAtHome},
		{"packages stay ignorant", packagesStayIgnorant},
		{"the public surface stays public", publicSurfaceStaysPublic},
		{"package names say something", packageNamesSaySomething},
		{"packages are introduced", packagesAreIntroduced},
		{"exported names are documented", exportedNamesAreDocumented},
		{"files are short", filesAreShort},
		{"functions are short", functionsAreShort},
		{"interfaces are small", interfacesAreSmall},
		{"functions are verbs", functionsAreVerbs},
		{"bounds are max", boundsAreMax},
		{"comments name their own", commentsNameTheirOwn},
		{"package variables stay", packageVariablesStay},
		{"nothing runs before main", nothingRunsBeforeMain},
		{"only the clock reads the time", onlyTheClockReadsTheTime},
	}
}

// source is one package as it is written, tests left out.
type source struct {
	path  string // below the module, such as sandbox/catalog
	name  string
	fset  *token.FileSet
	files []*ast.File
}

// listPackages asks the go command for the packages and parses them.
func listPackages(t *testing.T) []*source {
	t.Helper()
	list := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Dir,GoFiles", "./...")
	list.Dir = moduleRoot
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []*source
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var listed struct {
			ImportPath, Name, Dir string
			GoFiles               []string
		}
		if err := d.Decode(&listed); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		p := &source{path: strings.TrimPrefix(listed.ImportPath, module+"/"), name: listed.Name, fset: token.NewFileSet()}
		if len(listed.GoFiles) == 0 { // tests alone; see TestHouseOracle
			continue
		}
		for _, file := range listed.GoFiles {
			text, err := os.ReadFile(filepath.Join(listed.Dir, file))
			must(t, err)
			p.parse(t, file, string(text))
		}
		packages = append(packages, p)
	}
}

func (p *source) parse(t *testing.T, file, text string) {
	t.Helper()
	parsed, err := parser.ParseFile(p.fset, path.Join(p.path, file), text, parser.ParseComments|parser.SkipObjectResolution)
	must(t, err)
	p.files = append(p.files, parsed)
}

func (p *source) breach(pos token.Pos, what string) breach {
	at := p.fset.Position(pos)
	return breach{at.Filename + ":" + strconv.Itoa(at.Line), what}
}
