package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

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

// plant writes the packages with all their faults and an overlay for the go command into
// scratch. It returns the faults in the order of packages and files.
func plant(scratch string, names []string) ([]site, error) {
	const mode = packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo
	var patterns []string
	for _, name := range names {
		patterns = append(patterns, "./"+inside(name))
	}
	loaded, err := packages.Load(&packages.Config{Mode: mode}, patterns...)
	if err != nil {
		return nil, err
	}
	place := func(p *packages.Package) int { return slices.Index(names, path.Base(p.PkgPath)) }
	slices.SortFunc(loaded, func(a, b *packages.Package) int { return place(a) - place(b) }) // they come in another order
	var sites []site
	replace := map[string]string{}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		name := path.Base(p.PkgPath)
		for i, file := range p.Syntax {
			at := p.CompiledGoFiles[i]
			text, err := os.ReadFile(at)
			if err != nil {
				return nil, err
			}
			f := finder{fset: p.Fset, info: p.TypesInfo, text: text, file: name + "/" + filepath.Base(at), unused: map[ast.Node]bool{}, sites: &sites}
			ast.Inspect(file, f.visit)
			replace[at] = filepath.Join(scratch, name+"_"+filepath.Base(at))
			if err := os.WriteFile(replace[at], f.render(), 0o600); err != nil {
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
