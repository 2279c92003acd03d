package sandbox_test

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// The sizes at which something has to be taken apart. Methods of embedded interfaces
// count.
const (
	maxFileLines     = 450
	maxFunctionLines = 60
	maxComplexity    = 15
	maxMethods       = 7
)

// wider are the interfaces that may have more methods, each with how many. Those of
// commerce are the contract of one store: split further, a hundred calls would name one
// more part on their way, and none would know less. A call is what
// conditions read, one method for each name of the language, and a recorded call is a call
// and how it ended.
var wider = map[string]int{
	"commerce.Tx": 13, "commerce.Orders": 14, "commerce.Products": 8, "commerce.Campaigns": 8,
	"scenario.Call": 9, "scenario.EndedCall": 12, "scenario.RecordedCall": 14,
}

func packagesAreIntroduced(p *source) []breach {
	for _, file := range p.files {
		if file.Doc.Text() != "" {
			return nil
		}
	}
	return []breach{{p.path, "the package has no comment: say what it is and what it leaves to others"}}
}

func exportedNamesAreDocumented(p *source) []breach {
	var found []breach
	missing := func(name *ast.Ident) {
		found = append(found, p.breach(name.Pos(), name.Name+" is exported and has no comment"))
	}
	for _, file := range p.files {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && d.Doc.Text() == "" && hasExportedReceiver(d) {
					missing(d.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					undocumented(d, spec, missing)
				}
			}
		}
	}
	return found
}

// undocumented reports the exported names of a declaration. The comment of a
// group of constants or variables speaks for all of them, that of a group of
// types for none.
func undocumented(d *ast.GenDecl, spec ast.Spec, missing func(*ast.Ident)) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		alone := !d.Lparen.IsValid()
		if s.Name.IsExported() && s.Doc.Text() == "" && (!alone || d.Doc.Text() == "") {
			missing(s.Name)
		}
	case *ast.ValueSpec:
		if d.Doc.Text() != "" || s.Doc.Text() != "" || s.Comment.Text() != "" {
			return
		}
		for _, name := range s.Names {
			if name.IsExported() {
				missing(name)
			}
		}
	}
}

// hasExportedReceiver is true of plain functions too.
func hasExportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	receiver := d.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	name, ok := receiver.(*ast.Ident)
	return ok && name.IsExported()
}

func filesAreShort(p *source) []breach {
	var found []breach
	for _, file := range p.files {
		lines := p.fset.File(file.Pos()).LineCount()
		if lines > maxFileLines {
			found = append(found, p.breach(file.Pos(), fmt.Sprintf("the file has %d lines, at most %d are allowed", lines, maxFileLines)))
		}
	}
	return found
}

func functionsAreShort(p *source) []breach {
	var found []breach
	p.each(func(_ *ast.File, n ast.Node) {
		d, ok := n.(*ast.FuncDecl)
		if !ok {
			return
		}
		if lines := p.line(d.End()) - p.line(d.Pos()) + 1; lines > maxFunctionLines {
			found = append(found, p.breach(d.Pos(),
				fmt.Sprintf("function %s has %d lines, at most %d are allowed", d.Name.Name, lines, maxFunctionLines)))
		}
		if ways := 1 + branches(d); ways > maxComplexity {
			found = append(found, p.breach(d.Pos(),
				fmt.Sprintf("function %s has a cyclomatic complexity of %d, at most %d is allowed", d.Name.Name, ways, maxComplexity)))
		}
	})
	return found
}

// branches counts where a way through the code forks. The cases of a switch that do not
// fork again are read like a table and count as one.
func branches(within ast.Node) int {
	count := 0
	ast.Inspect(within, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			count++
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				count++
			}
		case *ast.SwitchStmt:
			count += forks(n.Body)
		case *ast.TypeSwitchStmt:
			count += forks(n.Body)
		case *ast.SelectStmt:
			count += forks(n.Body)
		}
		return true
	})
	return count
}

func forks(body *ast.BlockStmt) int {
	flat, forking := 0, 0
	for _, clause := range body.List {
		var statements []ast.Stmt
		switch c := clause.(type) {
		case *ast.CaseClause:
			statements = c.Body
		case *ast.CommClause:
			statements = c.Body
		}
		if branches(&ast.BlockStmt{List: statements}) > 0 {
			forking++
		} else {
			flat = 1
		}
	}
	return flat + forking
}

func (p *source) line(pos token.Pos) int { return p.fset.Position(pos).Line }

func interfacesAreSmall(p *source) []breach {
	named, most := map[string]*ast.InterfaceType{}, map[*ast.InterfaceType]int{}
	p.each(func(_ *ast.File, n ast.Node) {
		if s, ok := n.(*ast.TypeSpec); ok {
			if i, ok := s.Type.(*ast.InterfaceType); ok {
				named[s.Name.Name], most[i] = i, wider[p.name+"."+s.Name.Name]
			}
		}
	})
	var found []breach
	p.each(func(_ *ast.File, n ast.Node) {
		i, ok := n.(*ast.InterfaceType)
		if !ok {
			return
		}
		methods := map[string]bool{}
		counted := addMethods(methods, i, named)
		if allowed := cmp.Or(most[i], maxMethods); len(methods) > allowed {
			found = append(found, p.breach(i.Pos(), fmt.Sprintf("the interface has %d methods, at most %d are allowed", len(methods), allowed)))
		}
		if !counted {
			found = append(found, p.breach(i.Pos(), "the interface embeds one of another package, whose methods this law cannot count; list them"))
		}
	})
	return found
}

// addMethods adds the names of the methods of an interface, those of embedded
// interfaces of its package too. It returns false when it embeds one of another package.
func addMethods(to map[string]bool, i *ast.InterfaceType, named map[string]*ast.InterfaceType) bool {
	counted := true
	for _, field := range i.Methods.List {
		for _, name := range field.Names {
			to[name.Name] = true
		}
		switch embedded := field.Type.(type) {
		case *ast.Ident:
			if other := named[embedded.Name]; other != nil {
				counted = addMethods(to, other, named) && counted
			}
		case *ast.SelectorExpr:
			counted = false
		}
	}
	return counted
}

// packageVariablesStay finds what is assigned after its declaration. Imports
// are not followed, because only the package's own variables matter.
func packageVariablesStay(p *source) []breach {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: noImports{}, Error: func(error) {}}
	checked, _ := config.Check(p.path, p.fset, p.files, &info) // faults of the missing imports mean nothing
	var found []breach
	judge := func(targets ...ast.Expr) {
		for _, target := range targets {
			name := root(target)
			variable, ok := info.Uses[name].(*types.Var)
			if ok && variable.Parent() == checked.Scope() {
				found = append(found, p.breach(name.Pos(), "the package variable "+name.Name+" is assigned after its declaration"))
			}
		}
	}
	p.each(func(_ *ast.File, n ast.Node) {
		switch s := n.(type) {
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				judge(s.Lhs...)
			}
		case *ast.IncDecStmt:
			judge(s.X)
		case *ast.RangeStmt:
			if s.Tok == token.ASSIGN {
				judge(s.Key, s.Value)
			}
		case *ast.CallExpr:
			if f, ok := s.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear") && len(s.Args) > 0 {
				judge(s.Args[0])
			}
		}
	})
	return found
}

// root is the name that an assignment in the end changes: a of a.b[c].d.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

type noImports struct{}

func (noImports) Import(string) (*types.Package, error) {
	return nil, errors.New("imports are not followed")
}

func nothingRunsBeforeMain(p *source) []breach {
	var found []breach
	p.each(func(_ *ast.File, n ast.Node) {
		if d, ok := n.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "init" {
			found = append(found, p.breach(d.Pos(), "init functions are not allowed: what runs is called by somebody"))
		}
	})
	return found
}

func onlyTheClockReadsTheTime(p *source) []breach {
	if p.path == "sandbox/internal/clock" {
		return nil
	}
	var found []breach
	p.each(func(_ *ast.File, n ast.Node) {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return
		}
		from, ok := s.X.(*ast.Ident)
		if ok && from.Name == "time" && strings.Contains(" Now Since Until ", " "+s.Sel.Name+" ") {
			found = append(found, p.breach(s.Pos(), "time."+s.Sel.Name+" is called in package clock only; take a clock.Wall"))
		}
	})
	return found
}
