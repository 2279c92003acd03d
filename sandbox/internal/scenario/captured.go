package scenario

import (
	"context"
	"fmt"
	"slices"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// capturedWord is the word for values captured by earlier steps of an order, as in
// captured.code.
const capturedWord = "captured"

// maxCaptured is the length of the longest captured text in bytes.
const maxCaptured = 1_000

// CompileStep is CompileRecorded for a condition that may also read values captured
// by earlier steps, under these names.
func CompileStep(text string, captured []string) (*Condition, error) {
	return compile(text, &vocabulary{recorded: true, captured: captured})
}

// ReadsCaptured reports whether the condition reads captured values.
func (c *Condition) ReadsCaptured() bool {
	return slices.ContainsFunc(c.reads, func(i input) bool { return i.word == capturedWord })
}

// MatchStep is Match for a condition of CompileStep, with the captured values.
func (c *Condition) MatchStep(ctx context.Context, call Call, captured map[string]any) (bool, error) {
	result, err := c.run(&evaluation{call: call, ctx: ctx, captured: captured})
	matched, _ := result.(bool) // always a bool: the compiler adds the conversion
	return matched, err
}

// Value is an expression over a recorded call. Its result is a text, a number or a
// boolean.
type Value struct{ expression *Condition }

// CompileValue reads an expression in the language of CompileStep. The error is a
// *ConditionError.
func CompileValue(text string, captured []string) (*Value, error) {
	expression, err := compile(text, &vocabulary{recorded: true, captured: captured, anyResult: true})
	return &Value{expression}, err
}

// Of returns the value for a call. An absent value, "", a list and an object are errors
// too.
func (v *Value) Of(ctx context.Context, call RecordedCall, captured map[string]any) (any, error) {
	result, err := v.expression.run(&evaluation{call: call, ctx: ctx, captured: captured})
	if err != nil {
		return nil, err
	}
	switch of := result.(type) {
	case nil:
		return nil, fmt.Errorf("%s is absent", v.expression)
	case string:
		if of == "" || len(of) > maxCaptured {
			return nil, fmt.Errorf("%s must have from 1 to %d bytes, got %d", v.expression, maxCaptured, len(of))
		}
	case []any, map[string]any:
		return nil, fmt.Errorf("%s must be a text, a number or a boolean", v.expression)
	}
	return result, nil
}

// CompileRecord reads a condition over one record of a kind, such as campaign.Name ==
// "Spring". The error is a *ConditionError.
func CompileRecord(kind catalog.RecordKind, text string) (*Condition, error) {
	return compile(text, &vocabulary{of: string(kind)})
}

// capturedLanguage returns the function of the word captured.
func capturedLanguage() expr.Option {
	return expr.Function(capturedWord, func(in ...any) (any, error) { return in[0].(*evaluation).captured, nil }, bodyType)
}

// capturedName checks the name behind captured.
func (v *vocabulary) capturedName(n *ast.MemberNode) {
	name, isName := n.Property.(*ast.StringNode)
	if functionName(n.Node) == capturedWord && isName && !slices.Contains(v.captured, name.Value) {
		v.fault(n, "no earlier step captures "+phrase.Shorten(name.Value, maxNameLength), nearest(name.Value, v.captured)...)
	}
}
