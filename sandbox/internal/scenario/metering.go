package scenario

import (
	"reflect"
	"slices"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
)

// The functions for counting work. Their names cannot be written in an
// expression.
const (
	textWord    = "$text"
	valueWord   = "$value"
	listWord    = "$list"
	squareWord  = "$square"
	repeatWord  = "$repeat"
	joinWord    = "$join"
	replaceWord = "$replace"
	matchesWord = "$matches"
)

// metering counts the work of every operation that takes more time or memory
// for larger operands. It runs when the types are known, after vocabulary.
type metering struct{}

// Visit changes a node; the library calls it for every node, the inner ones first.
func (metering) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.BinaryNode:
		countBinary(node, n)
	case *ast.BuiltinNode:
		function(node, n)
	case *ast.SliceNode:
		n.Node = countNode(valueWord, 1, n.Node)
	case *ast.CallNode:
		if _, isMethod := n.Callee.(*ast.MemberNode); isMethod {
			for i := range n.Arguments {
				n.Arguments[i] = countNode(valueWord, 10, n.Arguments[i])
			}
		}
	case *ast.PredicateNode:
		ast.Walk(&n.Node, comparisons{})
	}
}

// comparisons counts the work of comparing texts in a loop. A comparison outside
// of loops runs once, so it is not counted, because most conditions are one.
type comparisons struct{}

// Visit changes a comparison.
func (comparisons) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.BinaryNode); ok && slices.Contains(comparing, n.Operator) {
		n.Left, n.Right = countNode(valueWord, 1, n.Left), countNode(valueWord, 1, n.Right)
	}
}

var comparing = []string{"==", "!=", "<", "<=", ">", ">=", "in", "contains", "startsWith", "endsWith"}

func countBinary(node *ast.Node, n *ast.BinaryNode) {
	switch {
	case n.Operator == "+":
		n.Left, n.Right = countNode(valueWord, 1, n.Left), countNode(valueWord, 1, n.Right)
	case n.Operator == "matches":
		countMatches(node, n)
	case slices.Contains(comparing, n.Operator) && !isScalar(n.Left) && !isScalar(n.Right):
		n.Left, n.Right = countNode(valueWord, 1, n.Left), countNode(valueWord, 1, n.Right)
	}
}

// countMatches replaces the operator by a function. It compiles a written pattern
// once.
func countMatches(node *ast.Node, n *ast.BinaryNode) {
	by := n.Right
	if written, ok := patternOf(n); ok {
		p, _ := compilePattern(written) // checkPatterns found no fault
		by = &ast.ConstantNode{Value: p}
	}
	ast.Patch(node, callOf(matchesWord, n.Left, by))
}

// freeFunctions take the same time for every argument.
var freeFunctions = []string{"abs", "ceil", "first", "floor", "get", "last", "round", "take", "type"}

// flatFunctions take a time that grows with the number of elements, but not with
// their size.
var flatFunctions = []string{"concat", "fromPairs", "keys", "len", "reverse", "toPairs", "values"}

// factors are the work of other functions as multiples of reading their
// arguments.
var factors = map[string]int{"fromJSON": 20, "sort": 20, "split": 16, "splitAfter": 16, "string": 10, "toJSON": 10, "flatten": 2, "median": 20, "toBase64": 2, "date": 10}

func function(node *ast.Node, n *ast.BuiltinNode) {
	arguments := n.Arguments
	switch {
	case slices.Contains(freeFunctions, n.Name):
		return
	case n.Name == "uniq" && len(arguments) == 1:
		arguments[0] = callOf(squareWord, arguments[0])
		return
	case n.Name == "repeat" && len(arguments) == 2:
		ast.Patch(node, callOf(repeatWord, arguments...))
		return
	case n.Name == "join" && len(arguments) == 1:
		ast.Patch(node, callOf(joinWord, arguments[0], &ast.StringNode{}))
		return
	case n.Name == "join" && len(arguments) == 2:
		ast.Patch(node, callOf(joinWord, arguments...))
		return
	case n.Name == "replace" && len(arguments) == 3:
		ast.Patch(node, callOf(replaceWord, arguments[0], arguments[1], arguments[2], &ast.IntegerNode{Value: -1}))
		return
	case n.Name == "replace" && len(arguments) == 4:
		ast.Patch(node, callOf(replaceWord, arguments...))
		return
	}
	counting := valueWord
	if slices.Contains(flatFunctions, n.Name) {
		counting = listWord
	}
	if isLoop(n) {
		return
	}
	for i := range arguments {
		arguments[i] = countNode(counting, max(1, factors[n.Name]), arguments[i])
	}
}

// isLoop reports whether the function is a loop: its turns are counted.
func isLoop(n *ast.BuiltinNode) bool {
	return slices.ContainsFunc(n.Arguments, func(argument ast.Node) bool {
		_, ok := argument.(*ast.PredicateNode)
		return ok
	})
}

// countNode returns the node with its value counted.
func countNode(function string, factor int, node ast.Node) ast.Node {
	if isScalar(node) || isCounted(node) {
		return node
	}
	if t := node.Type(); t != nil {
		switch t.Kind() {
		case reflect.Bool, reflect.Int, reflect.Int64, reflect.Float64:
			return node
		case reflect.String:
			function = textWord
		case reflect.Struct:
			if t == reflect.TypeFor[time.Time]() {
				return node
			}
		}
	}
	return callOf(function, &ast.IntegerNode{Value: factor}, node)
}

// isScalar reports whether the node is a single written value.
func isScalar(node ast.Node) bool {
	switch node.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NilNode:
		return true
	}
	return false
}

func isCounted(node ast.Node) bool {
	call, ok := node.(*ast.CallNode)
	if !ok {
		return false
	}
	name, ok := call.Callee.(*ast.IdentifierNode)
	return ok && (name.Value == textWord || name.Value == valueWord)
}

// meterFunctions returns the functions for counting work.
func meterFunctions() []expr.Option {
	of := func(name string, call func(m *meter, in []any) (any, error), signature any) expr.Option {
		return expr.Function(name, func(in ...any) (any, error) { return call(in[0].(*evaluation).counting(), in[1:]) }, signature)
	}
	return []expr.Option{
		of(textWord, func(m *meter, in []any) (any, error) { return m.text(in[0].(int), in[1].(string)) }, new(func(any, int, string) string)),
		of(valueWord, func(m *meter, in []any) (any, error) { return m.value(in[0].(int), in[1]) }, new(func(any, int, any) any)),
		of(listWord, func(m *meter, in []any) (any, error) { return m.list(in[0].(int), in[1]) }, new(func(any, int, any) any)),
		of(squareWord, func(m *meter, in []any) (any, error) { return m.square(in[0]) }, new(func(any, any) any)),
		of(repeatWord, func(m *meter, in []any) (any, error) { return m.repeat(in[0].(string), in[1].(int)) }, new(func(any, string, int) string)),
		of(joinWord, func(m *meter, in []any) (any, error) { return m.join(in[0], in[1].(string)) }, new(func(any, any, string) string)),
		of(replaceWord, func(m *meter, in []any) (any, error) {
			return m.replace(in[0].(string), in[1].(string), in[2].(string), in[3].(int))
		}, new(func(any, string, string, string, int) string)),
		of(matchesWord, func(m *meter, in []any) (any, error) { return m.matches(in[0], in[1]) }, new(func(any, any, any) bool)),
	}
}
