package scenario

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// The limits of one evaluation. A condition runs on every call of its operations, so a loop
// within a loop over a large body must not stop them. Requested memory is work too.
const (
	maxMemory      = 100_000    // elements of lists made by loops and ranges
	maxWork        = 10_000_000 // bytes of text, ten for each list element and XML node, a hundred for each turn of a loop, together
	maxLevels      = 100        // of lists within each other
	elementWork    = 10         // for a list element
	moveWork       = 10         // for each XML node visited
	turnWork       = 100        // for a turn of a loop
	inputWork      = 800        // for an input
	recordWork     = 2_000      // for a field of a record
	xpathWork      = 10_000     // for reading an envelope
	betweenLooks   = 10_000     // work between two looks at the context
	patternPerWork = 4          // instructions of a pattern for one byte of work
)

var errTooMuchWork = phrase.WithText(ErrUndecided, fmt.Sprintf("the expression needs more than %d bytes, with %d for each list element and XML node and %d for each turn of a loop", maxWork, elementWork, turnWork))

// spend counts work. The error is errTooMuchWork, or the context's when the call is over.
func (e *evaluation) spend(work int) error {
	before := e.work
	if work > maxWork-e.work {
		e.work = maxWork
		return errTooMuchWork
	}
	if e.work += work; e.work/betweenLooks == before/betweenLooks {
		return nil
	}
	return e.ctx.Err()
}

// sizeOf returns the work of reading a value. A part counts as often as it occurs, as in an
// answer. It is more than is left when the value is larger than that or nests too deeply.
func (e *evaluation) sizeOf(value any) int {
	return sizeOf(reflect.ValueOf(value), maxWork-e.work, maxLevels)
}

func sizeOf(v reflect.Value, most, levels int) int {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	size := 1
	switch kind := v.Kind(); {
	case kind == reflect.String:
		size += v.Len()
	case kind != reflect.Slice && kind != reflect.Array && kind != reflect.Map:
	case levels == 0:
		size += most
	case kind == reflect.Map:
		for i := v.MapRange(); size <= most && i.Next(); {
			size += elementWork + sizeOf(i.Key(), most-size, levels-1) + sizeOf(i.Value(), most-size, levels-1)
		}
	default:
		for i := 0; i < v.Len() && size <= most; i++ {
			size += elementWork + sizeOf(v.Index(i), most-size, levels-1)
		}
	}
	return size
}

// meteredName begins the name of a function of the library that counts its work.
const meteredName = "$"

// meteringFunction returns a function of the library that takes the evaluation first, to count the
// work of its arguments and its result before it runs.
func meteringFunction(f *builtin.Function) *builtin.Function {
	run := f.Func
	switch {
	case f.Fast != nil:
		run = func(in ...any) (any, error) { return f.Fast(in[0]), nil }
	case f.Safe != nil:
		run = func(in ...any) (any, error) { made, _, err := f.Safe(in...); return made, err }
	}
	return &builtin.Function{Name: meteredName + f.Name, Func: func(in ...any) (any, error) {
		e := in[0].(*evaluation)
		if err := e.spend(e.workOf(f.Name, in[1:])); err != nil {
			return nil, err
		}
		return run(in[1:]...)
	}}
}

// heavyFunctions take ten times as much as reading their arguments, or make so much.
var heavyFunctions = []string{"concat", "date", "flatten", "fromJSON", "fromPairs", "keys", "median", "reverse", "sort", "split", "splitAfter", "string", "toJSON", "toPairs", "values"}

const heavyWork = 10

// workOf returns the work of a function of the library.
func (e *evaluation) workOf(name string, in []any) int {
	if name == "len" {
		return lengthOf(in[0])
	}
	size := 0
	for _, one := range in {
		size += e.sizeOf(one)
	}
	switch {
	case name == "uniq":
		return size * lengthOf(in[0])
	case name == "repeat":
		return max(0, min(in[1].(int), maxWork)) * e.sizeOf(in[0])
	case name == "join" && len(in) > 1:
		return size + lengthOf(in[0])*e.sizeOf(in[1])
	case name == "replace":
		return size + (strings.Count(in[0].(string), in[1].(string))+1)*len(in[2].(string))
	case slices.Contains(heavyFunctions, name):
		return heavyWork * size
	}
	return size
}

// lengthOf returns the elements of a list or the bytes of a text.
func lengthOf(value any) int {
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.String, reflect.Slice, reflect.Array, reflect.Map:
		return v.Len()
	}
	return 1
}

// counting makes every operation count its work that takes more time or memory for larger
// operands, and finds values of another type in lists. It runs when the types are known and
// checked.
type counting struct {
	*notation
	config *conf.Config
}

// comparing are the operators that read both operands.
var comparing = []string{"==", "!=", "<", "<=", ">", ">=", "startsWith", "endsWith"}

// Visit changes a node; the library calls it for every node, the inner ones first.
func (c counting) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.BinaryNode:
		c.checkList(n)
		isShort := isWritten(n.Left) || isWritten(n.Right)
		switch {
		case n.Operator == "matches":
			by := n.Right
			if text, ok := by.(*ast.StringNode); ok {
				p, _ := compilePattern(text.Value) // it was checked before
				by = &ast.ConstantNode{Value: p}
			}
			replace(node, matchesWord, n.Left, by)
		case n.Operator == "contains", n.Operator == "in", n.Operator == "+", slices.Contains(comparing, n.Operator) && !isShort:
			n.Left, n.Right = withCount(1, n.Left), withCount(1, n.Right)
		}
	case *ast.BuiltinNode:
		isLoop := slices.ContainsFunc(n.Arguments, func(one ast.Node) bool { _, is := one.(*ast.PredicateNode); return is })
		switch {
		case isLoop:
		case n.Name == "sum", n.Name == "count":
			n.Arguments[0] = withCount(1, n.Arguments[0])
		default:
			replace(node, meteredName+n.Name, n.Arguments...)
		}
	case *ast.CallNode:
		if _, isMethod := n.Callee.(*ast.MemberNode); isMethod {
			for i := range n.Arguments {
				n.Arguments[i] = withCount(heavyWork, n.Arguments[i])
			}
		}
	}
}

// checkList finds a value that a comparison with a list never finds. The library finds it only in a
// list of one type.
func (c counting) checkList(of *ast.BinaryNode) {
	list, ok := of.Right.(*ast.ArrayNode)
	if !ok || of.Operator != "in" {
		return
	}
	for _, one := range list.Nodes {
		if !of.Left.Nature().ComparableTo(&c.config.NtCache, *one.Nature()) {
			c.fault(one, fmt.Sprintf("invalid operation: in (mismatched types %s and %s)", of.Left.Type(), one.Type()))
		}
	}
}

// replace puts a call of a function in place of a node of the same type.
func replace(node *ast.Node, function string, arguments ...ast.Node) {
	made := callOf(function, arguments...)
	made.SetNature(*(*node).Nature())
	ast.Patch(node, made)
}

// withCount returns the node with its value counted.
func withCount(factor int, node ast.Node) ast.Node {
	switch node.Type().Kind() {
	case reflect.Bool, reflect.Int, reflect.Float64, reflect.Struct: // of one size
		return node
	}
	if !isWritten(node) {
		replace(&node, countWord, &ast.IntegerNode{Value: factor}, node)
	}
	return node
}

// isWritten reports whether the node is a value, or a list of values, written in the expression.
func isWritten(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NilNode, *ast.ConstantNode:
		return true
	case *ast.ArrayNode:
		return !slices.ContainsFunc(n.Nodes, func(one ast.Node) bool { return !isWritten(one) })
	}
	return false
}
