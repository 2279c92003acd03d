package control

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// source is the content of a package's source files.
type source struct {
	comments map[string]string   // of Type and of Type.Field
	values   map[string][]string // the constants of a type
}

// sources are packages by their folder.
type sources map[string]source

// of reads the package in a folder of the module.
func (s sources) of(root, folder string) (source, error) {
	if known, read := s[folder]; read {
		return known, nil
	}
	found := source{map[string]string{}, map[string][]string{}}
	s[folder] = found
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*.go"))
	if err != nil {
		return found, err
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return found, err
		}
		for _, d := range file.Decls {
			if declared, ok := d.(*ast.GenDecl); ok {
				found.read(declared)
			}
		}
	}
	return found, nil
}

func (s source) read(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			s.comments[spec.Name.Name] = comment(spec.Doc, d.Doc)
			if structure, ok := spec.Type.(*ast.StructType); ok {
				s.readFields(spec.Name.Name, structure)
			}
		case *ast.ValueSpec:
			s.readConstants(spec)
		}
	}
}

func (s source) readFields(of string, structure *ast.StructType) {
	for _, f := range structure.Fields.List {
		for _, name := range f.Names {
			s.comments[of+"."+name.Name] = comment(f.Doc, f.Comment)
		}
	}
}

// readConstants reads constants of the form NAME Type = "value".
func (s source) readConstants(spec *ast.ValueSpec) {
	of, typed := spec.Type.(*ast.Ident)
	if !typed {
		return
	}
	for _, value := range spec.Values {
		literal, ok := value.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		if text, err := strconv.Unquote(literal.Value); err == nil && text != "" {
			s.values[of.Name] = append(s.values[of.Name], text)
		}
	}
}

// comment returns the first comment with a text, on one line.
func comment(groups ...*ast.CommentGroup) string {
	for _, group := range groups {
		if words := strings.Fields(group.Text()); len(words) > 0 {
			return strings.Join(words, " ")
		}
	}
	return ""
}
