package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const module = "github.com/commerce-sandbox/commerce-sandbox/"

// switches is added to each package: it reads which fault is on. With MUTANT_TRACE it
// writes the number of each reached fault into that file, once.
const switches = `package %s

import (
	"os"
	"strconv"
	"sync/atomic"
)

var (
	mutantNow, _   = strconv.Atoi(os.Getenv("MUTANT"))
	mutantTrace, _ = os.OpenFile(os.Getenv("MUTANT_TRACE"), os.O_APPEND|os.O_WRONLY, 0)
	mutantSeen     [1 << 16]atomic.Bool
)

func mutantOn(n int) bool {
	if mutantTrace != nil && !mutantSeen[n].Swap(true) {
		mutantTrace.WriteString(strconv.Itoa(n) + "\n")
	}
	return n == mutantNow
}

func mutantPick[T any](n int, right, wrong T) T {
	if mutantOn(n) {
		return wrong
	}
	return right
}

func mutantSum[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64](n int, a T, sign int, b T) T {
	if (sign > 0) != mutantOn(n) {
		return a + b
	}
	return a - b
}
`

// listed is a package as the go command lists it.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
}

// plant writes the packages with all their faults and an overlay for the go command into
// scratch. It returns the faults in the order of packages and files.
func plant(scratch string, packages []string) ([]site, error) {
	all, err := list(packages)
	if err != nil {
		return nil, err
	}
	var sites []site
	replace := map[string]string{}
	for _, name := range packages {
		p, ok := all[module+filepath.ToSlash(inside(name))]
		if !ok {
			return nil, fmt.Errorf("there is no package %s in sandbox/internal", name)
		}
		fset := token.NewFileSet()
		files, info, err := check(fset, p, all)
		if err != nil {
			return nil, err
		}
		for i, file := range files {
			path := filepath.Join(p.Dir, p.GoFiles[i])
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			f := finder{fset: fset, info: info, text: text, file: name + "/" + p.GoFiles[i], unused: map[ast.Node]bool{}, sites: &sites}
			ast.Inspect(file, f.visit)
			replace[path] = filepath.Join(scratch, name+"_"+p.GoFiles[i])
			if err := os.WriteFile(replace[path], f.render(), 0o600); err != nil {
				return nil, err
			}
		}
		added := filepath.Join(scratch, name+"_mutant.go")
		replace[filepath.Join(p.Dir, "mutant.go")] = added
		if err := os.WriteFile(added, fmt.Appendf(nil, switches, p.Name), 0o600); err != nil {
			return nil, err
		}
	}
	return sites, writeOverlay(scratch, replace)
}

// writeOverlay writes the file for the flag -overlay of the go command.
func writeOverlay(scratch string, replace map[string]string) error {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(scratch, "overlay.json"), text, 0o600)
}

// list asks the go command for the packages and all their imports.
func list(packages []string) (map[string]listed, error) {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles"}
	for _, p := range packages {
		args = append(args, "./"+inside(p))
	}
	cmd := exec.Command("go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	all := map[string]listed{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all[p.ImportPath] = p
	}
}

// check parses a package and finds the types of its expressions.
func check(fset *token.FileSet, p listed, all map[string]listed) ([]*ast.File, *types.Info, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	open := func(path string) (io.ReadCloser, error) { return os.Open(all[path].Export) }
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", open)}
	_, err := conf.Check(p.ImportPath, fset, files, info)
	return files, info, err
}

// render returns the file with its insertions.
func (f *finder) render() []byte {
	slices.SortStableFunc(f.inserted, func(a, b insertion) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return a.order - b.order // closing ones are negative, the inner one has the higher number
	})
	var out strings.Builder
	at := 0
	for _, i := range f.inserted {
		out.Write(f.text[at:i.at])
		out.WriteString(i.text)
		at = i.at + i.cut
	}
	out.Write(f.text[at:])
	return []byte(out.String())
}
