package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// evaluation is one run of an expression over a call.
type evaluation struct {
	ctx  context.Context //nolint:containedctx // it lives as long as the evaluation
	call Call
	work int // so far

	decoded map[string]any // the body and the answer, because a recorded call decodes them each time

	shown map[string]string // what was read, nil unless Seen asks

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

// once decodes the body or the answer at its first use.
func (e *evaluation) once(name string, decode func() (any, error)) (any, error) {
	value, is := e.decoded[name]
	if !is {
		var err error
		if value, err = decode(); err != nil {
			return nil, err
		}
		if e.decoded == nil {
			e.decoded = map[string]any{}
		}
		e.decoded[name] = value
	}
	e.see(name, "", value)
	return e.numbers(value), nil
}

func (e *evaluation) body([]any) (any, error) {
	return e.once(bodyWord, func() (any, error) { return e.call.Body(), nil })
}

func (e *evaluation) answer([]any) (any, error) {
	return e.once(answerWord, e.call.(EndedCall).Answer)
}

// xpath evaluates an XPath expression over the envelope of the call.
func (e *evaluation) xpath(in []any) (any, error) {
	if err := e.spend(xpathWork); err != nil {
		return "", err
	}
	text, err := e.call.XPath(in[0].(string), func(nodes int) error { return e.spend(nodes * moveWork) })
	if err == nil {
		e.see(xpathWord+"("+strconv.Quote(in[0].(string))+")", "", text)
	}
	return text, err
}

// member returns a field or an element of a decoded value. An absent one is "", like an
// absent input, at any depth.
func (e *evaluation) member(in []any) (part any, _ error) {
	part = ""
	switch of := in[0].(type) {
	case map[string]any:
		if name, ok := in[1].(string); ok {
			if value, ok := of[name]; ok {
				part = value
			}
		}
	case []any:
		at, ok := in[1].(int)
		if at < 0 {
			at += len(of)
		}
		if ok && at >= 0 && at < len(of) {
			part = of[at]
		}
	}
	e.seePart(in[2].(string), part)
	return part, nil
}

// absentError is the error of reading a field of a missing record.
type absentError struct{ kind string }

// Error names the record.
func (e *absentError) Error() string { return fmt.Sprintf("the call names no %s that exists", e.kind) }

var errNoRecords = errors.New("there are no records to read")

// ofRecords reads from the records of the call.
func (e *evaluation) ofRecords(name string, read func(Records) (any, error)) (any, error) {
	if err := e.spend(recordWork); err != nil {
		return nil, err
	}
	all := e.call.Records()
	if all == nil {
		return nil, errNoRecords
	}
	value, err := read(all)
	if err != nil {
		return nil, err
	}
	if list, ok := value.([]any); ok {
		list = slices.Clone(list) // others read it, too
		for i := range list {
			list[i] = e.numbers(list[i])
		}
		value = list
	}
	value = e.numbers(value)
	e.see(name, "", value)
	return value, nil
}

// field returns a field of a record, "" when the record lacks it.
func (e *evaluation) field(in []any) (any, error) {
	kind, name := in[0].(string), in[1].(string)
	return e.ofRecords(kind+Accessor(name), func(all Records) (any, error) {
		record, err := all.Record(catalog.RecordKind(kind))
		if err != nil {
			return nil, err
		}
		if record == nil {
			return nil, &absentError{kind}
		}
		if value, ok := record.Field(name); ok {
			return value, nil
		}
		return "", nil
	})
}

// maxSeen is the length of a shown value in bytes.
const maxSeen = 500

// Seen returns the values that the condition reads from a call, by their names in the
// condition: of a whole body, record or answer the beginning. It also reports whether the
// condition is true.
func (c *Condition) Seen(ctx context.Context, call Call) (values map[string]string, matched bool) {
	e := newEvaluation(ctx, call)
	e.shown = map[string]string{}
	result, _ := c.run(e) // what was read before an error counts
	matched, _ = result.(bool)
	return e.shown, matched
}

func newEvaluation(ctx context.Context, call Call) *evaluation {
	return &evaluation{ctx: ctx, call: call}
}

// see keeps a value for Seen, by a word and the name behind it.
func (e *evaluation) see(word, name string, value any) {
	if e.shown == nil {
		return
	}
	if name != "" {
		word += "." + name
	}
	text, isText := value.(string)
	if !isText {
		encoded, _ := json.Marshal(value) // values read from JSON or XML can be written
		text = string(encoded)
	}
	e.shown[word] = phrase.Shorten(text, maxSeen)
}

// seePart keeps a part of a decoded value, in JSON because it may be a number or a text,
// instead of what it is a part of.
func (e *evaluation) seePart(path string, part any) {
	if e.shown == nil || path == "" {
		return
	}
	maps.DeleteFunc(e.shown, func(name, _ string) bool {
		rest, is := strings.CutPrefix(path, name)
		return is && strings.IndexAny(rest, ".[") == 0
	})
	encoded, _ := json.Marshal(part)
	e.see(path, "", string(encoded))
}
