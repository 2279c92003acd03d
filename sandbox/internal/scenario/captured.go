package scenario

import (
	"context"
	"fmt"
	"slices"
)

// maxCaptured is the length of the longest captured text in bytes.
const maxCaptured = 1_000

// RecordedCall is a recorded call as conditions read it: the call, and how it
// ended.
type RecordedCall interface {
	EndedCall // with the status 0 when no answer was sent

	// Scenario and Milliseconds come from the entry: the names of the scenarios
	// that affected the call, joined by ", ", and the time to the answer.
	Scenario() string
	Milliseconds() float64
}

// stepLanguage is the language over a recorded call, with values captured under these names.
func stepLanguage(captured []string) language {
	if len(captured) == 0 {
		return language{scope: ofRecording}
	}
	return language{scope: ofStep, captured: captured}
}

// CompileStep is CompileRecorded for a condition that may also read values captured
// by earlier steps, under these names.
func CompileStep(text string, captured []string) (*Condition, error) {
	return compile(text, stepLanguage(captured))
}

// ReadsCaptured reports whether the condition reads captured values.
func (c *Condition) ReadsCaptured() bool {
	return slices.ContainsFunc(c.reads, func(r read) bool { return r.word == capturedWord })
}

// MatchStep is Match for a condition of CompileStep, with the captured values.
func (c *Condition) MatchStep(ctx context.Context, call Call, captured map[string]any) (bool, error) {
	e := newEvaluation(ctx, call)
	e.captured = captured
	result, err := c.run(e)
	matched, _ := result.(bool) // always a bool: the compiler adds the conversion
	return matched, err
}

// Value is an expression over a recorded call. Its result is a text, a number or a
// boolean.
type Value struct{ expression *Condition }

// CompileValue reads an expression in the language of CompileStep. The error is a
// *ConditionError.
func CompileValue(text string, captured []string) (*Value, error) {
	of := stepLanguage(captured)
	of.anyResult = true
	expression, err := compile(text, of)
	return &Value{expression}, err
}

// Of returns the value for a call. An absent value, "", a list and an object are errors
// too.
func (v *Value) Of(ctx context.Context, call RecordedCall, captured map[string]any) (any, error) {
	e := newEvaluation(ctx, call)
	e.captured = captured
	result, err := v.expression.run(e)
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
