package transfer

import (
	"encoding/base64"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// walker compares the values of a record with shapes and records every difference.
type walker struct {
	faults *faults
	root   string
	path   []step
	strict bool // whether no object has further names
}

// step is a name or an index of a path.
type step struct {
	name  verbatim.Value
	index int // when there is no name
}

// CheckShape compares a part of a record with the shape of its type, which has every possible name. The
// faults have paths below the one given, and no places.
func CheckShape[T any](path string, text []byte) []Fault {
	var found faults
	w := walker{faults: &found, root: path, strict: true}
	w.value(shapes{}.of(reflect.TypeFor[T]()), valueOf(text, func(int, []byte) bool { return true }))
	return found.Faults
}

// enters enters values with a shape, so others take no memory.
func (s *shape) enters() verbatim.Enters {
	var around []*shape
	return func(depth int, name []byte) bool {
		of := s
		if depth > 0 {
			of = around[depth-1].child(name)
		}
		around = append(around[:depth], of)
		return of != nil && (of.form == anObject || of.form == aList)
	}
}

// child returns the shape of an element, or of a member with a name, nil when it has
// none.
func (s *shape) child(name []byte) *shape {
	if s.elements != nil {
		return s.elements
	}
	return s.fields[string(name)]
}

// at returns the present path.
func (w *walker) at() string {
	var b strings.Builder
	b.WriteString(w.root)
	for _, s := range w.path {
		if s.name.Exists() {
			b.WriteString("." + shorten(s.name.Text()))
		} else {
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		}
	}
	return b.String()
}

// value compares a value.
func (w *walker) value(s *shape, v verbatim.Value) {
	switch kind := v.Kind(); {
	case s.form == anything || kind == 'n':
	case s.form == anObject && kind == '{':
		w.object(s, v)
	case s.form == aList && kind == '[':
		w.list(s, v)
	case s.form == anObject && kind == '[' && v.Len() == 0: // PHP writes an object without names as a list
	default:
		w.scalar(s, v)
	}
}

// addTypeFault records a value in conflict with its shape. It leaves out possible parts
// of a person's data: they are texts, so only numbers are shown.
func (w *walker) addTypeFault(s *shape, v verbatim.Value) {
	shown := kindName(v.Bytes())
	if s.form == aText && s.words == nil {
		switch v.Kind() {
		case '{', '[':
		case 't', 'f':
			shown = "a truth value"
		default:
			shown = "a number"
		}
	}
	w.faults.add(w.at(), "must be %s, got %s", s.expected, shown)
}

func (w *walker) object(s *shape, v verbatim.Value) {
	w.path = append(w.path, step{})
	for name, value := range v.Children() {
		w.path[len(w.path)-1].name = name
		if of := s.child(name.Content()); of != nil {
			w.value(of, value)
			continue
		}
		name := name.Text()
		if known, folds := s.folded[strings.ToLower(name)]; folds {
			w.faults.add(w.at(), "unknown name; did you mean %s?", known)
		} else if s.strict || w.strict {
			w.faults.add(w.at(), "unknown name; %s", phrase.Suggest(name, slices.Sorted(maps.Keys(s.fields))))
		}
	}
	w.path = w.path[:len(w.path)-1]
}

func (w *walker) list(s *shape, v verbatim.Value) {
	w.path = append(w.path, step{})
	for _, element := range v.Children() {
		w.value(s.elements, element)
		w.path[len(w.path)-1].index++
	}
	w.path = w.path[:len(w.path)-1]
}

// scalar compares a value that is neither an object nor a list by its shape.
func (w *walker) scalar(s *shape, v verbatim.Value) {
	kind, value := v.Kind(), v.Bytes()
	switch {
	case s.form == aTruth && (kind == 't' || kind == 'f'):
	case s.form == aWhole && s.isWhole(value):
	case s.form == anAmount && isAmount(value):
	case s.isBytes && kind == '"':
		if _, err := io.Copy(io.Discard, base64.NewDecoder(base64.StdEncoding, strings.NewReader(v.Text()))); err != nil {
			w.faults.add(w.at(), "must be %s, got another one", s.expected)
		}
	case s.form == aText && kind == '"' && len(value) > maxText:
		w.faults.add(w.at(), "must have at most %d MiB", maxText>>20)
	case s.form == aText && kind == '"' && s.words == nil:
	case kind == '"' && s.accepts(string(value[1:len(value)-1])): // a word or a date needs no escapes
	default:
		w.addTypeFault(s, v)
	}
}

func (s *shape) isWhole(value []byte) bool {
	n, err := strconv.ParseInt(string(value), 10, 64)
	return err == nil && n >= s.low && n <= s.high
}

func isAmount(value []byte) bool {
	_, err := record.ParseMoney(string(value))
	return err == nil
}

// accepts reports whether a text is one of the words, or a date.
func (s *shape) accepts(text string) bool {
	switch s.form {
	case aText:
		return slices.Contains(s.words, text)
	case aMoment:
		_, err := record.ParseMoment(text)
		return err == nil
	case aDay:
		_, err := record.ParseDay(text)
		return err == nil
	}
	return false
}
