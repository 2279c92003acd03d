package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
)

// The words of the language, and the functions that replace its notation. The
// names of those functions cannot be written in an expression.
const (
	queryWord  = "query"
	pathWord   = "path"
	headerWord = "header"
	bodyWord   = "body"
	nowWord    = "now"
	xpathWord  = "xpath"

	environmentWord = "$env"
	memberWord      = "$member"
	stepWord        = "$step"
)

// The types of those functions, for the type check.
var (
	inputType  = new(func(any, string) string)
	bodyType   = new(func(any) any)
	nowType    = new(func(any) time.Time)
	memberType = new(func(any, any) any)
)

// vocabulary replaces the notation query.Page by function calls that read
// lazily, adds a count of turns to loops, and collects the names of the
// expression to find unknown ones. It serves one compilation.
type vocabulary struct {
	seen  []*ast.IdentifierNode
	named map[*ast.IdentifierNode]bool // query, path, header followed by a name
	lets  []string
	reads []input
}

// input is a query or path parameter that an expression names.
type input struct {
	word, name string
	offset     int // in the expression, in characters
}

// Visit changes a node; the library calls it for every node, the inner ones first.
func (v *vocabulary) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		v.seen = append(v.seen, n)
		if n.Value == bodyWord || n.Value == nowWord {
			ast.Patch(node, callOf(n.Value))
		}
	case *ast.VariableDeclaratorNode:
		v.lets = append(v.lets, n.Name)
	case *ast.MemberNode:
		v.member(node, n)
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok && name.Value == xpathWord {
			n.Arguments = slices.Insert(n.Arguments, 0, ast.Node(environment()))
		}
	case *ast.PredicateNode:
		n.Node = &ast.SequenceNode{Nodes: []ast.Node{callOf(stepWord), n.Node}}
	}
}

func (v *vocabulary) member(node *ast.Node, n *ast.MemberNode) {
	if name, ok := n.Node.(*ast.IdentifierNode); ok && isInput(name.Value) {
		if v.named == nil {
			v.named = map[*ast.IdentifierNode]bool{}
		}
		v.named[name] = true
		if property, ok := n.Property.(*ast.StringNode); ok && name.Value != headerWord {
			v.reads = append(v.reads, input{name.Value, property.Value, name.Location().From})
		}
		ast.Patch(node, callOf(name.Value, n.Property))
		return
	}
	if fromBody(n.Node) {
		ast.Patch(node, &ast.CallNode{
			Callee:    &ast.IdentifierNode{Value: memberWord},
			Arguments: []ast.Node{n.Node, n.Property},
		})
	}
}

// fromBody reports whether the node is the body or a part of it. The element of
// a loop is a part, because an expression can loop over nothing else.
func fromBody(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.PointerNode:
		return n.Name == ""
	case *ast.CallNode:
		name, ok := n.Callee.(*ast.IdentifierNode)
		return ok && (name.Value == bodyWord || name.Value == memberWord)
	}
	return false
}

func isInput(name string) bool { return name == queryWord || name == pathWord || name == headerWord }

func callOf(name string, arguments ...ast.Node) *ast.CallNode {
	return &ast.CallNode{
		Callee:    &ast.IdentifierNode{Value: name},
		Arguments: append([]ast.Node{environment()}, arguments...),
	}
}

func environment() *ast.IdentifierNode { return &ast.IdentifierNode{Value: environmentWord} }

// mistake returns the first name of the expression that is unknown, or that is
// query, path or header without the name of an input. The type check finds these
// too, but suggests no nearest names.
func (v *vocabulary) mistake(text string) *ConditionError {
	for _, name := range v.seen {
		line, column := place(text, name.Location().From)
		switch {
		case isInput(name.Value):
			if !v.named[name] {
				return &ConditionError{Line: line, Column: column,
					Message: fmt.Sprintf("%s needs a name, as in %[1]s.Name or %[1]s[\"Name\"]", name.Value)}
			}
		case !v.isKnown(name.Value):
			return &ConditionError{Line: line, Column: column,
				Message: fmt.Sprintf("unknown name %s; known: query, path, header, body, xpath(expr) and now",
					name.Value),
				Nearest: nearest(name.Value, vocabularyNames())}
		}
	}
	return nil
}

func (v *vocabulary) isKnown(name string) bool {
	return name == bodyWord || name == nowWord || name == xpathWord || slices.Contains(v.lets, name)
}

func vocabularyNames() []string {
	return slices.AppendSeq([]string{queryWord, pathWord, headerWord, bodyWord, nowWord, xpathWord},
		maps.Keys(builtin.Index))
}

// place returns the line and the column, both from 1, of an offset in characters.
func place(text string, offset int) (line, column int) {
	characters := []rune(text)
	before := string(characters[:min(offset, len(characters))])
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[lineStart:]) + 1
}
