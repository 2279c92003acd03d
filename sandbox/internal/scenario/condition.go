package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// The limits of one evaluation. A condition runs on every call of its
// operations, so a loop within a loop over a large body must not stop them.
const (
	maxConditionLength = 4096    // bytes
	maxNodes           = 1_000   // of the parsed expression
	maxSteps           = 100_000 // turns of all loops together
	maxMemory          = 100_000 // elements made
)

// Condition is an expression over a call, compiled and type-checked. It has no
// state, so any number of calls may match it at once.
type Condition struct {
	text         string
	program      *vm.Program
	reads        []input
	written      bool // it is a part of a body or a record, with numbers as they are written
	late         bool // it reads how the call ended
	instructions int  // of its regular expressions
	doubts       []ConditionError
	parts        []*Condition // joined by "and", nil if nobody read them
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

// Compile reads an expression over Variables with the result true or false. The
// error is a *ConditionError.
func Compile(text string) (*Condition, error) { return compile(text, &vocabulary{}) }

func compile(text string, words *vocabulary) (*Condition, error) {
	switch {
	case strings.TrimSpace(text) == "":
		return nil, &ConditionError{Line: 1, Column: 1, Message: "the expression is empty"}
	case len(text) > maxConditionLength:
		return nil, &ConditionError{Line: 1, Column: 1,
			Message: fmt.Sprintf("the expression must have at most %d bytes, got %d", maxConditionLength, len(text))}
	}
	instructions, err := checkPatterns(text)
	if err != nil {
		return nil, conditionError(err)
	}
	program, err := expr.Compile(text, append(words.language(), expr.Patch(words), expr.Patch(metering{}))...)
	if mistake := words.mistake(text); mistake != nil {
		return nil, mistake
	}
	if mistake := notation(text, err); mistake != nil {
		return nil, mistake
	}
	if err != nil {
		return nil, conditionError(err)
	}
	written := words.anyResult && !words.recorded && isPart(program.Node())
	return &Condition{text: text, program: program, instructions: instructions, reads: words.reads, written: written, late: words.late, doubts: words.doubts}, nil
}

func conditionError(err error) *ConditionError {
	var pointed *file.Error
	if !errors.As(err, &pointed) {
		return &ConditionError{Line: 1, Column: 1, Message: err.Error()}
	}
	return &ConditionError{Line: max(1, pointed.Line), Column: pointed.Column + 1, Message: pointed.Message}
}

// String returns the expression as it was written.
func (c *Condition) String() string { return c.text }

// Match reports whether the condition is true for the call. It ends with the
// context. The error says why the expression fails for this call, for example
// because it compares a text with a number or needs too much work; callers treat
// such a call as not matching.
func (c *Condition) Match(ctx context.Context, call Call) (bool, error) {
	return c.MatchStep(ctx, call, nil)
}

// run evaluates the expression.
func (c *Condition) run(e *evaluation) (any, error) {
	machine := vm.VM{MemoryBudget: maxMemory}
	e.written, e.inexact = c.written, ""
	result, err := machine.Run(c.program, e)
	switch {
	case err != nil && e.absent != nil:
		return nil, e.absent
	case err == nil && result == false && e.inexact != "":
		return nil, &matchError{text: "the number " + phrase.Shorten(e.inexact, phrase.MaxName) + " is read as text, because no number holds it exactly"}
	}
	if err != nil {
		return nil, &matchError{phrase.Shorten(conditionError(err).Message, maxConditionError), isLimit(err)}
	}
	return result, nil
}

// ErrLimit is the error of an evaluation beyond a limit. Nobody knows then whether
// the condition is true for the call.
var ErrLimit = errors.New("the expression needs too much work")

// matchError is why an expression fails for a call.
type matchError struct {
	text  string
	limit bool // whether it reached a limit
}

// Error returns the reason.
func (e *matchError) Error() string { return e.text }

// Is reports whether the error is ErrLimit.
func (e *matchError) Is(target error) bool { return e.limit && target == ErrLimit }

// memoryBudget is the message of the library for too many elements.
const memoryBudget = "memory budget exceeded"

func isLimit(err error) bool {
	return errors.Is(err, errTooManySteps) || errors.Is(err, errTooMuchWork) || errors.Is(err, errTooManyInputs) || strings.Contains(err.Error(), memoryBudget)
}

// maxConditionError is the length of the longest error of an evaluation, in
// bytes, because an error of the library may hold a whole value.
const maxConditionError = 1_000

// evaluation is one run of an expression over a call.
type evaluation struct {
	call  Call
	ctx   context.Context //nolint:containedctx // it lives as long as the evaluation
	read  int             // inputs
	meter *meter          // nil until there is work to count, because most conditions compare one input

	captured map[string]any // by earlier steps of an order

	absent error // why a field of a record cannot be read, nil when it can

	text  string            // of the condition, for Seen
	shown map[string]string // nil unless Seen asks

	written bool   // numbers are as they are written
	inexact string // the first one that is read as text, "" for none
}

// numbers returns a body or a record with the numbers that the expression needs.
func (e *evaluation) numbers(value any) any {
	both, ok := value.(content.Both)
	switch {
	case !ok:
		return value
	case e.written:
		return both.Written
	}
	e.inexact = both.Inexact
	return both.Plain
}

// isPart reports whether an expression only selects a part of a body or a record.
func isPart(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.CallNode:
		return (&vocabulary{}).fromBody(n) && !slices.ContainsFunc(n.Arguments, func(of ast.Node) bool { return !isPart(of) })
	case *ast.StringNode, *ast.IntegerNode:
		return true
	case *ast.IdentifierNode:
		return n.Value == environmentWord
	}
	return false
}

var (
	errTooManySteps  = fmt.Errorf("the expression needs more than %d steps", maxSteps)
	errTooManyInputs = fmt.Errorf("the expression reads more than %d inputs", maxInputs)
)

// counting returns the meter.
func (e *evaluation) counting() *meter {
	if e.meter == nil {
		e.meter = &meter{ctx: e.ctx, look: betweenLooks}
	}
	return e.meter
}

// input counts the reading of an input.
func (e *evaluation) input() error {
	if e.read++; e.read > maxInputs {
		return errTooManyInputs
	}
	return nil
}

// body returns the decoded body. It keeps it, because a recorded call decodes it
// each time.
func (e *evaluation) body() any {
	m := e.counting()
	if !m.hasBody {
		m.body, m.hasBody = e.call.Body(), true
		e.see(bodyWord, m.body)
	}
	return e.numbers(m.body)
}

// xpath evaluates an XPath expression over the envelope of the call.
func (e *evaluation) xpath(expression string) (string, error) {
	if err := e.counting().spend(xpathWork); err != nil {
		return "", err
	}
	text, err := e.call.XPath(expression, func(nodes int) error { return e.counting().spend(nodes * moveWork) })
	if err != nil {
		return "", err
	}
	e.see(xpathWord+"("+strconv.Quote(expression)+")", text)
	return text, nil
}

// language returns the functions behind the names of an expression. Each takes
// the evaluation first and reads the call only when it runs.
func (v *vocabulary) language() []expr.Option {
	of := func(word string, read func(Call, string) string) expr.Option {
		return expr.Function(word, func(in ...any) (any, error) {
			e, name := in[0].(*evaluation), in[1].(string)
			if err := e.input(); err != nil {
				return "", err
			}
			value := read(e.call, name)
			e.see(word+"."+name, value)
			return value, nil
		}, inputType)
	}
	options := append(meterFunctions(), endedLanguage()...)
	if v.recorded {
		options = append(append(options, recordedLanguage()...), capturedLanguage())
	} else {
		options = append(options, recordLanguage()...)
	}
	if !v.anyResult {
		options = append(options, expr.AsBool())
	}
	return append(options,
		expr.Env(nil),
		expr.MaxNodes(maxNodes),
		expr.DisableBuiltin("now"), // the machine's time; now is the account's
		of(queryWord, Call.Query),
		of(pathWord, Call.Path),
		of(headerWord, Call.Header),
		expr.Function(bodyWord, func(in ...any) (any, error) { return in[0].(*evaluation).body(), nil }, bodyType),
		wordFunction(nowWord, func(c Call) string { return c.Now().UTC().Format(nowLayout) }, nowType),
		wordFunction(methodWord, Call.Method, nowType),
		expr.Function(hourWord, func(in ...any) (any, error) { return hour(in[0]) }, hourType),
		expr.Function(weekdayWord, func(in ...any) (any, error) { return weekday(in[0]) }, weekdayType),
		expr.Function(xpathWord, func(in ...any) (any, error) {
			return in[0].(*evaluation).xpath(in[1].(string))
		}, inputType),
		expr.Function(memberWord, func(in ...any) (any, error) { return member(in[0], in[1]), nil }, memberType),
		expr.Function(stepWord, func(in ...any) (any, error) { return nil, in[0].(*evaluation).counting().step() }, bodyType),
	)
}

// member returns a field or an element of the decoded body. An absent one is "",
// like an absent input, at any depth.
func member(of, key any) any {
	switch of := of.(type) {
	case map[string]any:
		if name, ok := key.(string); ok {
			if value, ok := of[name]; ok {
				return value
			}
		}
	case []any:
		if at, ok := key.(int); ok {
			if at < 0 {
				at += len(of)
			}
			if at >= 0 && at < len(of) {
				return of[at]
			}
		}
	}
	return ""
}
