package scenario

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// Conjuncts splits an expression at its outermost "and" and "&&", because each part is
// true or false by itself. A part in parentheses stays whole, and so does an expression
// without such an operator or with a mistake.
func Conjuncts(text string) (parts []string) {
	rest := []rune(text)
	tree, err := parser.Parse(text)
	for err == nil {
		both, is := tree.Node.(*ast.BinaryNode)
		if !is || both.Operator != "and" && both.Operator != "&&" {
			break
		}
		at := both.Location().From
		right, isWritten := strings.CutPrefix(string(rest[at:]), both.Operator) // 1 < x < 2 has none
		if tree, err = parser.Parse(string(rest[:at])); err != nil || !isWritten {
			break
		}
		parts, rest = append(parts, strings.TrimSpace(right)), rest[:at]
	}
	slices.Reverse(parts)
	return append([]string{strings.TrimSpace(string(rest))}, parts...)
}
