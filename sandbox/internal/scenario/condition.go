package scenario

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/optimizer"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// The bounds of an expression.
const (
	maxConditionLength = 4096  // bytes
	maxNodes           = 1_000 // of the parsed expression
)

// Condition is an expression over a call, compiled and type-checked. It has no
// state, so any number of calls may match it at once.
type Condition struct {
	text         string
	program      *vm.Program
	reads        []read
	written      bool // it is a part of a body or a record, with numbers as they are written
	late         bool // it reads how the call ended
	instructions int  // of its regular expressions
	doubts       []ConditionError
	parts        []*Condition // joined by "and", nil if nobody read them
}

// read is a word in an expression, and of an input its name.
type read struct {
	word, name string
	column     int // from 1
}

// ConditionError is a fault of an expression.
type ConditionError struct {
	Line, Column int // where in the expression, both from 1
	Message      string
	Nearest      []string // known names like the wrong one
}

// Error returns the message, the place and the nearest names.
func (e *ConditionError) Error() string {
	text := fmt.Sprintf("%s (at character %d)", e.Message, e.Column)
	if e.Line > 1 {
		text = fmt.Sprintf("%s (at line %d, character %d)", e.Message, e.Line, e.Column)
	}
	return text + hint(e.Nearest)
}

// Compile reads an expression over Variables with the result true or false. The error is a *ConditionError.
func Compile(text string) (*Condition, error) { return compile(text, language{scope: ofRule}) }

// CompileRecorded is Compile for conditions over recorded calls. Match then requires a
// RecordedCall.
func CompileRecorded(text string) (*Condition, error) {
	return compile(text, language{scope: ofRecording})
}

// CompileRecord reads a condition over one record of a kind, such as campaign.Name ==
// "Spring". The error is a *ConditionError.
func CompileRecord(kind catalog.RecordKind, text string) (*Condition, error) {
	return compile(text, language{scope: ofRecord, of: string(kind)})
}

func compile(text string, of language) (*Condition, error) {
	switch {
	case strings.TrimSpace(text) == "":
		return nil, &ConditionError{Line: 1, Column: 1, Message: "the expression is empty"}
	case len(text) > maxConditionLength:
		return nil, &ConditionError{Line: 1, Column: 1,
			Message: fmt.Sprintf("the expression must have at most %d bytes, got %d", maxConditionLength, len(text))}
	}
	n := &notation{language: of, text: text, paths: map[ast.Node]string{}}
	n.words, n.known = of.words()
	config := n.config()
	tree, err := parser.ParseWithConfig(text, config)
	if err != nil {
		return nil, n.unread(err)
	}
	if ast.Walk(&tree.Node, n); n.wrong != nil {
		return nil, n.wrong
	}
	made := &Condition{text: text, reads: n.reads, instructions: n.instructions, doubts: n.doubts}
	if _, err = checker.Check(tree, config); err == nil {
		ast.Walk(&tree.Node, counting{n, config})
		err = optimizer.Optimize(&tree.Node, config)
	}
	if err == nil {
		made.written = of.anyResult && of.scope == ofRule && isPart(tree.Node)
		made.program, err = compiler.Compile(tree, config)
	}
	switch {
	case err != nil:
		return nil, n.explain(err)
	case n.wrong != nil:
		return nil, n.wrong
	}
	made.late = slices.ContainsFunc(n.reads, func(r read) bool { return slices.Contains(endedWords, r.word) })
	return made, nil
}

// isPart reports whether an expression only selects a part of a body or a record.
func isPart(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.CallNode:
		return isAny(n) && !slices.ContainsFunc(n.Arguments, func(of ast.Node) bool { return !isPart(of) })
	case *ast.StringNode, *ast.IntegerNode:
		return true
	case *ast.IdentifierNode:
		return n.Value == environmentWord
	}
	return false
}

// String returns the expression as it was written.
func (c *Condition) String() string { return c.text }

// Match reports whether the condition is true for the call. It ends with the
// context. The error says why the expression fails for this call, for example
// because it compares a text with a number or needs too much work; callers treat
// such a call as not matching.
func (c *Condition) Match(ctx context.Context, call Call) (bool, error) {
	result, err := c.run(newEvaluation(ctx, call))
	matched, _ := result.(bool) // always a bool: the compiler adds the conversion
	return matched, err
}

// run evaluates the expression.
func (c *Condition) run(e *evaluation) (any, error) {
	machine := vm.VM{MemoryBudget: maxMemory}
	e.written, e.inexact = c.written, ""
	result, err := machine.Run(c.program, e)
	switch {
	case err != nil:
		return nil, failure(err)
	case result == false && e.inexact != "":
		return nil, fmt.Errorf("the number %s is read as text, because no number holds it exactly", phrase.Shorten(e.inexact, phrase.MaxName))
	}
	return result, nil
}

// conversion matches the message of Go about a value of another type.
var conversion = regexp.MustCompile(`interface conversion: interface {} is (.+), not (.+)`)

// failure returns the error of an evaluation, without its place in the expression.
func failure(err error) error {
	var absent *absentError
	if errors.As(err, &absent) {
		return absent
	}
	var stopped *file.Error
	text := err.Error()
	if errors.As(err, &stopped) {
		text = conversion.ReplaceAllString(stopped.Message, "expected $2, but got $1")
	}
	text = phrase.Shorten(text, maxConditionError)
	if errors.Is(err, ErrUndecided) || strings.Contains(text, memoryBudget) {
		return phrase.WithText(ErrUndecided, text)
	}
	return errors.New(text)
}

// ErrUndecided is the error of an evaluation beyond its bounds. Nobody knows then whether
// the condition is true for the call.
var ErrUndecided = errors.New("the expression needs too much work")

// memoryBudget is the message of the library for too many elements.
const memoryBudget = "memory budget exceeded"

// maxConditionError is the length of the longest error of an evaluation, in
// bytes, because an error of the library may hold a whole value.
const maxConditionError = 1_000

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
