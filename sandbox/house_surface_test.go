package sandbox_test

import (
	"go/ast"
	"path"
	"strconv"
	"strings"
)

// publicSurfaceStaysPublic finds exported declarations that mention a type of an
// internal package, because other modules cannot name such a type.
func publicSurfaceStaysPublic(p *source) []breach {
	if strings.Contains(p.path+"/", "/internal/") {
		return nil
	}
	var found []breach
	for _, file := range p.files {
		internal := internalImports(file)
		report := func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if from, ok := s.X.(*ast.Ident); ok && internal[from.Name] {
				found = append(found, p.breach(s.Pos(), "the public surface mentions "+from.Name+"."+s.Sel.Name+" of an internal package"))
			}
			return false
		}
		for _, shown := range exportedTypes(file) {
			ast.Inspect(shown, report)
		}
	}
	return found
}

// internalImports returns the names under which a file knows internal packages.
func internalImports(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
		if !strings.HasPrefix(imported, module+"/sandbox/internal/") {
			continue
		}
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = true
	}
	return names
}

// exportedTypes returns the types that the exported declarations of a file show:
// signatures of functions and methods, definitions of types, types of values.
func exportedTypes(file *ast.File) []ast.Node {
	var shown []ast.Node
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && hasExportedReceiver(d) {
				shown = append(shown, d.Type)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						shown = append(shown, definition(s)...)
					}
				case *ast.ValueSpec:
					if s.Names[0].IsExported() && s.Type != nil {
						shown = append(shown, s.Type)
					}
				}
			}
		}
	}
	return shown
}

// definition returns what a type shows to other packages: of a struct the
// exported and the embedded fields, otherwise all.
func definition(s *ast.TypeSpec) []ast.Node {
	structure, ok := s.Type.(*ast.StructType)
	if !ok {
		return []ast.Node{s.Type}
	}
	var shown []ast.Node
	for _, field := range structure.Fields.List {
		if len(field.Names) == 0 || field.Names[0].IsExported() {
			shown = append(shown, field.Type)
		}
	}
	return shown
}
