package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"
)

// site is a place of the code with a fault to switch on.
type site struct {
	number   int
	in       string // package
	position string // file:line
	key
}

// key names a fault whatever stands in other places of the file.
type key struct {
	File     string // below sandbox/internal
	Function string // "" outside
	Kind     string
	Text     string // changed by the fault, on one line
}

func (s site) String() string {
	return fmt.Sprintf("%s %s %s: %s", s.position, s.Function, s.Kind, s.Text)
}

// finder collects the sites of one file and their insertions.
type finder struct {
	fset     *token.FileSet
	info     *types.Info
	text     []byte
	file     string // below sandbox/internal
	function string
	unused   map[ast.Node]bool // calls whose result nobody uses
	sites    *[]site
	inserted []insertion
}

// insertion is a text at a place. Of several at one place the closing ones come first,
// the inner before the outer; the opening ones come outer first.
type insertion struct {
	at, order int
	cut       int // bytes that it replaces
	text      string
}

// wrap adds a site: before and after are put around the node. %d stands for its number.
func (f *finder) wrap(n ast.Node, kind, before, after string) {
	id := len(*f.sites) + 1
	from, to := f.offset(n.Pos()), f.offset(n.End())
	line := strings.Join(strings.Fields(string(f.text[from:to])), " ")
	p := f.fset.Position(n.Pos())
	*f.sites = append(*f.sites, site{
		number: id, in: path.Dir(f.file), position: fmt.Sprintf("%s:%d", f.file, p.Line),
		key: key{f.file, f.function, kind, line},
	})
	f.inserted = append(f.inserted,
		insertion{at: from, order: id, text: strings.ReplaceAll(before, "%d", fmt.Sprint(id))},
		insertion{at: to, order: -id, text: strings.ReplaceAll(after, "%d", fmt.Sprint(id))})
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

// visit finds the sites of a node before those of its parts.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case *ast.FuncDecl:
		f.function = n.Name.Name
	case *ast.DeferStmt:
		f.unused[n.Call] = true
	case *ast.GoStmt:
		f.unused[n.Call] = true
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	case *ast.CommClause:
		f.statements(n.Body)
	case *ast.IfStmt:
		f.guard(n)
	case *ast.ReturnStmt:
		f.results(n)
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.CallExpr:
		f.call(n)
	}
	return true
}

// results inverts returned constants, except beside an error, because no caller reads
// them.
func (f *finder) results(n *ast.ReturnStmt) {
	for i, r := range n.Results {
		last := n.Results[len(n.Results)-1]
		if i < len(n.Results)-1 && f.source(last) != "nil" && f.isError(last) {
			return
		}
		if id, ok := r.(*ast.Ident); ok && (id.Name == "true" || id.Name == "false") {
			f.wrap(r, "inverted", "(", " != mutantOn(%d))")
		}
	}
}

// guard makes an if without else as if its condition never held. A guard against an
// error is only inverted, because most errors of a disk cannot be had in a test.
func (f *finder) guard(n *ast.IfStmt) {
	if n.Else == nil && !strings.Contains(f.source(n.Cond), "err != nil") && f.isBool(n.Cond) {
		f.wrap(n.Cond, "never", "(!mutantOn(%d) && (", "))")
	}
}

// statements leaves statements out.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || f.source(s.Lhs[0]) == "_" {
				continue
			}
		case *ast.ExprStmt:
			f.unused[s.X] = true
			if strings.HasPrefix(f.source(s), "panic(") {
				continue
			}
		case *ast.IncDecStmt, *ast.SendStmt:
		default:
			continue
		}
		f.wrap(s, "left out", "if !mutantOn(%d) {", "}")
	}
}

// call inverts the result of a call, and exchanges the methods of exact amounts.
func (f *finder) call(n *ast.CallExpr) {
	if f.isBool(n) && !f.unused[n] {
		f.wrap(n, "inverted", "((", ") != mutantOn(%d))")
	}
	method, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || len(n.Args) != 1 || !f.pure(method.X) {
		return
	}
	t := f.info.TypeOf(method.X)
	if other := otherMethod[method.Sel.Name]; other != "" && t != nil && strings.HasSuffix(t.String(), "decimal.Decimal") {
		x := f.source(method.X)
		f.wrap(method, "for "+other, "mutantPick(%d, ", ", "+x+"."+other+")")
	}
}

// otherMethod is the replacement of each method of an exact amount.
var otherMethod = map[string]string{
	"Add": "Sub", "Sub": "Add", "Mul": "Add",
	"LessThan": "LessThanOrEqual", "GreaterThan": "GreaterThanOrEqual",
	"LessThanOrEqual": "LessThan", "GreaterThanOrEqual": "GreaterThan",
}

// binary inverts a comparison, moves its bound by one, ignores a part of a condition, and
// exchanges plus for minus. It ignores no guard against an error, as guard does.
func (f *finder) binary(n *ast.BinaryExpr) {
	if f.info.Types[n].Value != nil {
		return
	}
	switch n.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		f.wrap(n, "inverted", "((", ") != mutantOn(%d))")
		if f.pure(n.X) && f.pure(n.Y) {
			f.wrap(n, "bound", "((", ") != (mutantOn(%d) && ("+f.source(n.X)+") == ("+f.source(n.Y)+")))")
		}
	case token.EQL, token.NEQ:
		f.wrap(n, "inverted", "((", ") != mutantOn(%d))")
	case token.LAND, token.LOR:
		for _, part := range []ast.Expr{n.X, n.Y} {
			if !f.isBool(part) || f.source(part) == "err != nil" {
				continue
			}
			before := "(mutantOn(%d) || ("
			if n.Op == token.LOR {
				before = "(!mutantOn(%d) && ("
			}
			f.wrap(part, "ignored", before, "))")
		}
	case token.ADD, token.SUB:
		if b, ok := f.info.TypeOf(n).(*types.Basic); ok && b.Info()&types.IsNumeric != 0 {
			f.wrap(n, "plus for minus", "mutantSum(%d, ", ")")
			sign := ", 1, "
			if n.Op == token.SUB {
				sign = ", -1, "
			}
			f.inserted = append(f.inserted, insertion{at: f.offset(n.OpPos), cut: 1, text: sign})
		}
	}
}

func (f *finder) source(n ast.Node) string {
	return string(f.text[f.offset(n.Pos()):f.offset(n.End())])
}

func (f *finder) isBool(e ast.Expr) bool {
	t := f.info.Types[e]
	b, ok := t.Type.(*types.Basic)
	return ok && t.Value == nil && b.Info()&types.IsBoolean != 0
}

func (f *finder) isError(e ast.Expr) bool {
	t := f.info.TypeOf(e)
	return t != nil && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// pure reports whether an expression can be read twice: names, fields, literals and
// lengths.
func (f *finder) pure(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return f.pure(e.X)
	case *ast.CallExpr:
		return len(e.Args) == 1 && f.source(e.Fun) == "len" && f.pure(e.Args[0])
	}
	return false
}
