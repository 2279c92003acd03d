package scenario

import (
	"fmt"
	"regexp"
	"regexp/syntax"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// maxPattern bounds the instructions of the regular expressions of one scenario,
// or of one condition, together. Each takes about 40 bytes.
const maxPattern = 5_000

// checkPatterns returns the total instructions of the regular expressions written
// in an expression, or the fault of one. The library compiles them several times
// and without a bound, so they are checked before.
func checkPatterns(text string) (instructions int, err error) {
	tree, err := parser.Parse(text)
	if err != nil {
		return 0, nil // the library returns it with the words of the language
	}
	var found patterns
	ast.Walk(&tree.Node, &found)
	return found.instructions, found.fault
}

// patterns adds up regular expressions until one is wrong.
type patterns struct {
	instructions int
	fault        error
}

// Visit adds the regular expression of a node.
func (p *patterns) Visit(node *ast.Node) {
	written, ok := patternOf(*node)
	if !ok || p.fault != nil {
		return
	}
	compiled, err := compilePattern(written)
	if err != nil {
		p.fault = err
		return
	}
	if p.instructions += compiled.instructions; p.instructions > maxPattern {
		p.fault = errTooManyPatterns
	}
}

var errTooManyPatterns = fmt.Errorf("the regular expressions may have at most %d instructions together", maxPattern)

// patternOf returns the regular expression of a matching node, if it is written
// in the expression.
func patternOf(node ast.Node) (string, bool) {
	n, ok := node.(*ast.BinaryNode)
	if !ok || n.Operator != "matches" {
		return "", false
	}
	written, ok := n.Right.(*ast.StringNode)
	if !ok {
		return "", false
	}
	return written.Value, true
}

// pattern is a compiled regular expression with its number of instructions.
type pattern struct {
	expression   *regexp.Regexp
	instructions int
}

// compilePattern compiles a regular expression of bounded size, because a few
// characters can make millions of instructions.
func compilePattern(text string) (*pattern, error) {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	if n := instructionsOf(parsed); n > maxPattern {
		return nil, fmt.Errorf("the regular expression %.40q is too large: it may have at most %d instructions", text, maxPattern)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, err
	}
	expression, err := regexp.Compile(text)
	return &pattern{expression, len(program.Inst)}, err
}

// instructionsOf estimates the instructions of an expression before it is
// compiled.
func instructionsOf(e *syntax.Regexp) int {
	n := 1
	if e.Op == syntax.OpLiteral {
		n = len(e.Rune)
	}
	for _, part := range e.Sub {
		n += instructionsOf(part)
	}
	if e.Op == syntax.OpRepeat {
		n *= max(1, e.Min, e.Max)
	}
	return n
}
