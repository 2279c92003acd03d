package sandbox_test

import (
	"go/ast"
	"go/types"
	"maps"
	"path"
	"slices"
)

// filesRunOneWay holds that the files of the public package form a tower: none needs a
// function, type, variable or constant of a file that needs it.
func filesRunOneWay(p *source) []breach {
	if p.path != "sandbox" {
		return nil
	}
	var found []breach
	uses := p.usesBetweenFiles()
	for _, file := range slices.Sorted(maps.Keys(uses)) {
		for _, other := range slices.Sorted(maps.Keys(uses[file])) {
			if reaches(uses, other, file, map[string]bool{}) {
				use := uses[file][other]
				found = append(found, p.breach(use.Pos(), use.Name+" is in "+path.Base(other)+", which needs this file: the files run one way"))
			}
		}
	}
	return found
}

// usesBetweenFiles returns for each file and each other file that it needs the first name
// that it uses of it. Methods do not count.
func (p *source) usesBetweenFiles() map[string]map[string]*ast.Ident {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Imports stay unresolved: the names of the package itself are known without them.
	config := types.Config{Error: func(error) {}}
	checked, _ := config.Check(p.path, p.fset, p.files, info)
	uses := map[string]map[string]*ast.Ident{}
	for name, object := range info.Uses {
		if object.Parent() != checked.Scope() {
			continue
		}
		from, to := p.fset.Position(name.Pos()).Filename, p.fset.Position(object.Pos()).Filename
		if from == to {
			continue
		}
		if uses[from] == nil {
			uses[from] = map[string]*ast.Ident{}
		}
		if first := uses[from][to]; first == nil || name.Pos() < first.Pos() {
			uses[from][to] = name
		}
	}
	return uses
}

// reaches reports whether a file needs another one, over any number of files.
func reaches(uses map[string]map[string]*ast.Ident, from, to string, seen map[string]bool) bool {
	if seen[from] {
		return false
	}
	seen[from] = true
	for next := range uses[from] {
		if next == to || reaches(uses, next, to, seen) {
			return true
		}
	}
	return false
}
