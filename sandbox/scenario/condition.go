package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// What one evaluation may cost. Conditions run on every matching call, so a
// slip such as a loop within a loop over a large body must not hold it up.
const (
	longestCondition = 4096    // bytes
	mostNodes        = 1_000   // of the parsed expression
	mostSteps        = 100_000 // turns of all loops together
	mostMemory       = 100_000 // elements made
)

// Condition is an expression over a call, compiled and type-checked. It holds
// no state, so any number of calls may be matched at once.
type Condition struct {
	text    string
	program *vm.Program
}

// ConditionError says why an expression is none.
type ConditionError struct {
	Line, Column int // where in the expression, both from 1
	Message      string
	Nearest      []string // the names that may have been meant
}

// Error returns the message, the place and the nearest names.
func (e *ConditionError) Error() string {
	text := fmt.Sprintf("%s (at character %d)", e.Message, e.Column)
	if e.Line > 1 {
		text = fmt.Sprintf("%s (at line %d, character %d)", e.Message, e.Line, e.Column)
	}
	return text + hint(e.Nearest)
}

// Compile reads an expression over query, path, header, body, xpath(expr) and
// now. It must give true or false. The error is a *ConditionError.
func Compile(text string) (*Condition, error) {
	switch {
	case strings.TrimSpace(text) == "":
		return nil, &ConditionError{Line: 1, Column: 1, Message: "the expression is empty"}
	case len(text) > longestCondition:
		return nil, &ConditionError{Line: 1, Column: 1,
			Message: fmt.Sprintf("the expression is longer than %d bytes", longestCondition)}
	}
	words := &vocabulary{}
	program, err := expr.Compile(text, append(language(), expr.Patch(words))...)
	if slip := words.slip(text); slip != nil {
		return nil, slip
	}
	if err != nil {
		return nil, conditionError(err)
	}
	return &Condition{text: text, program: program}, nil
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

// Match reports whether the call meets the condition. The error says why the
// expression came to nothing with this call, such as a text compared with a
// number; callers take it for a call that does not match.
func (c *Condition) Match(call Call) (bool, error) {
	machine := vm.VM{MemoryBudget: mostMemory}
	result, err := machine.Run(c.program, &evaluation{call: call})
	if err != nil {
		return false, errors.New(conditionError(err).Message)
	}
	met, _ := result.(bool) // always: the compiler adds the conversion where it cannot tell
	return met, nil
}

// evaluation is what an expression runs over.
type evaluation struct {
	call  Call
	steps int
}

var errTooManySteps = fmt.Errorf("the expression takes more than %d steps", mostSteps)

func (e *evaluation) step() error {
	if e.steps++; e.steps > mostSteps {
		return errTooManySteps
	}
	return nil
}

// language returns the functions that the names of an expression are turned
// into. Each takes the evaluation first: what it reads is found when it runs.
func language() []expr.Option {
	of := func(read func(Call, string) string) func(...any) (any, error) {
		return func(in ...any) (any, error) { return read(in[0].(*evaluation).call, in[1].(string)), nil }
	}
	return []expr.Option{
		expr.Env(nil),
		expr.AsBool(),
		expr.MaxNodes(mostNodes),
		expr.DisableBuiltin("now"), // the machine's time; the account's clock takes its place
		expr.Function(queryWord, of(Call.Query), inputType),
		expr.Function(pathWord, of(Call.Path), inputType),
		expr.Function(headerWord, of(Call.Header), inputType),
		expr.Function(bodyWord, func(in ...any) (any, error) { return in[0].(*evaluation).call.Body(), nil }, bodyType),
		expr.Function(nowWord, func(in ...any) (any, error) { return in[0].(*evaluation).call.Now(), nil }, nowType),
		expr.Function(xpathWord, func(in ...any) (any, error) {
			return in[0].(*evaluation).call.XPath(in[1].(string))
		}, inputType),
		expr.Function(memberWord, func(in ...any) (any, error) { return member(in[0], in[1]), nil }, memberType),
		expr.Function(stepWord, func(in ...any) (any, error) { return nil, in[0].(*evaluation).step() }, bodyType),
	}
}

// member reads a field or an element of the decoded body. What is absent is
// "", like an absent input, at any depth.
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

// hint is the end of a message about an unknown name.
func hint(nearest []string) string {
	if len(nearest) == 0 {
		return ""
	}
	return "; did you mean " + oneOf(nearest) + "?"
}

// oneOf lists names as a reader would: "a, b or c".
func oneOf(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// nearest finds what may have been meant by name among names of any type.
func nearest[T, N ~string](name T, among []N) []string {
	names := make([]string, len(among))
	for i, n := range among {
		names[i] = string(n)
	}
	slices.Sort(names)
	return phrase.Nearest(string(name), names)
}
