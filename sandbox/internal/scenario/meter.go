package scenario

import (
	"context"
	"fmt"
	"reflect"
	"strings"
)

// The limits of the work of one evaluation, besides those of its loops.
// Requested memory is work too.
const (
	maxWork        = 10_000_000 // bytes, list elements and ten for each XML node, together
	maxLevels      = 1_000      // of lists within each other
	maxInputs      = 10_000     // readings of query, path and header
	xpathWork      = 10_000     // for reading an envelope
	moveWork       = 10         // for each XML node visited
	betweenLooks   = 10_000     // work between two looks at the context
	stepsPerLook   = 100        // steps that count as much work as betweenLooks
	patternPerWork = 4          // instructions of a pattern for one byte of work
)

var errTooMuchWork = fmt.Errorf("the expression needs more than %d bytes, list elements and XML nodes", maxWork)

// meter counts the work of one evaluation.
type meter struct {
	ctx   context.Context //nolint:containedctx // it lives as long as the evaluation
	work  int
	look  int // work at which to look at ctx again
	steps int

	body    any // decoded, when hasBody is set
	hasBody bool

	answer    any // decoded, when hasAnswer is set
	hasAnswer bool
}

// spend counts work. The error is errTooMuchWork, or the context's when the
// call is over.
func (m *meter) spend(work int) error {
	if work < 0 || work > maxWork-m.work {
		m.work = maxWork
		return errTooMuchWork
	}
	m.work += work
	if m.work < m.look {
		return nil
	}
	m.look = m.work + betweenLooks
	return m.ctx.Err()
}

// step counts one turn of a loop.
func (m *meter) step() error {
	if m.steps++; m.steps > maxSteps {
		return errTooManySteps
	}
	if m.steps%stepsPerLook == 0 {
		return m.ctx.Err()
	}
	return nil
}

// text counts a text times a factor and returns it.
func (m *meter) text(factor int, text string) (string, error) {
	return text, m.spend(factor * len(text))
}

// value counts all parts of a value, times a factor, and returns it. A part
// counts as often as it occurs, as in an answer.
func (m *meter) value(factor int, value any) (any, error) {
	size := sizeOf(value, maxWork, maxLevels)
	return value, m.spend(factor * size)
}

// list counts the elements of a list or the bytes of a text, and returns it.
func (m *meter) list(factor int, value any) (any, error) {
	size := 1
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.String, reflect.Slice, reflect.Array, reflect.Map:
		size = v.Len()
	}
	return value, m.spend(factor * size)
}

// square counts comparing each element of a list with every other, and returns
// it.
func (m *meter) square(list any) (any, error) {
	elements := 1
	if v := reflect.ValueOf(list); v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
		elements = v.Len()
	}
	return m.value(elements, list)
}

// sizeOf returns how many elements and bytes of text a value has, or somewhat
// more than most when it has more or nests too deeply.
func sizeOf(value any, most, levels int) int {
	if levels == 0 {
		return most + 1
	}
	size := 1
	switch v := value.(type) {
	case string:
		size += len(v)
	case []any:
		for i := 0; i < len(v) && size <= most; i++ {
			size += sizeOf(v[i], most-size, levels-1)
		}
	case map[string]any:
		for key, element := range v {
			if size += len(key) + sizeOf(element, most-size, levels-1); size > most {
				break
			}
		}
	case []string:
		for i := 0; i < len(v) && size <= most; i++ {
			size += 1 + len(v[i])
		}
	default:
		size += sizeOfOther(reflect.ValueOf(value), most, levels)
	}
	return size
}

// sizeOfOther returns the size of a list or a mapping of another type, such as
// groupBy makes, and 0 for any other value.
func sizeOfOther(v reflect.Value, most, levels int) int {
	size := 0
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		if k := v.Type().Elem().Kind(); k != reflect.Interface && k != reflect.Slice && k != reflect.Array && k != reflect.String {
			return v.Len()
		}
		for i := 0; i < v.Len() && size <= most; i++ {
			size += sizeOf(v.Index(i).Interface(), most-size, levels-1)
		}
	case reflect.Map:
		for i := v.MapRange(); size <= most && i.Next(); {
			size += sizeOf(i.Key().Interface(), most-size, levels-1) + sizeOf(i.Value().Interface(), most-size, levels-1)
		}
	}
	return size
}

// repeat returns n copies of a text.
func (m *meter) repeat(text string, n int) (string, error) {
	if n < 0 {
		return "", fmt.Errorf("repeat needs a number of 0 or more, got %d", n)
	}
	if n > maxWork {
		return "", errTooMuchWork
	}
	if err := m.spend(n * (len(text) + 1)); err != nil {
		return "", err
	}
	return strings.Repeat(text, n), nil
}

// join returns the texts of a list with glue between them.
func (m *meter) join(list any, glue string) (string, error) {
	var texts []string
	switch list := list.(type) {
	case []string:
		texts = list
	case []any:
		for _, element := range list {
			text, ok := element.(string)
			if !ok {
				return "", fmt.Errorf("join needs a list of texts, got %T in it", element)
			}
			texts = append(texts, text)
		}
	default:
		return "", fmt.Errorf("join needs a list of texts, got %T", list)
	}
	size := len(texts) * (len(glue) + 1)
	for _, text := range texts {
		size += len(text)
	}
	if err := m.spend(size); err != nil {
		return "", err
	}
	return strings.Join(texts, glue), nil
}

// replace replaces the first n occurrences in a text, all of them when n is
// negative.
func (m *meter) replace(text, old, by string, n int) (string, error) {
	if err := m.spend(len(text)); err != nil {
		return "", err
	}
	if err := m.spend((strings.Count(text, old) + 1) * len(by)); err != nil {
		return "", err
	}
	return strings.Replace(text, old, by, n), nil
}

// matches reports whether a text matches a *pattern, or a text with one.
func (m *meter) matches(text, by any) (bool, error) {
	if text == nil || by == nil {
		return false, nil
	}
	given, ok := text.(string)
	if !ok {
		return false, fmt.Errorf("invalid operation: %T matches", text)
	}
	p, ok := by.(*pattern)
	if !ok {
		source, ok := by.(string)
		if !ok {
			return false, fmt.Errorf("invalid operation: matches %T", by)
		}
		if err := m.spend(1_000 + 100*len(source)); err != nil {
			return false, err
		}
		var err error
		if p, err = compilePattern(source); err != nil {
			return false, err
		}
	}
	if err := m.spend((len(given) + 1) * (1 + p.instructions/patternPerWork)); err != nil {
		return false, err
	}
	return p.expression.MatchString(given), nil
}
