package transfer

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// walker compares a valid JSON text with a shape and records every difference.
type walker struct {
	*jsontext.Decoder
	faults *faults
	root   string
	path   []step
}

// step is a name or an index of a path.
type step struct {
	name  string
	index int // when name is ""
}

// walk compares a record with its shape.
func (s *shape) walk(r raw, f *faults) {
	w := walker{Decoder: decoderOf(r.text), faults: f, root: r.path}
	w.value(s)
}

// at returns the present path.
func (w *walker) at() string {
	var b strings.Builder
	b.WriteString(w.root)
	for _, s := range w.path {
		if s.name != "" {
			b.WriteString("." + shortened(s.name))
		} else {
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		}
	}
	return b.String()
}

func (w *walker) enter(s step)     { w.path = append(w.path, s) }
func (w *walker) leave()           { w.path = w.path[:len(w.path)-1] }
func (w *walker) replace(s step)   { w.path[len(w.path)-1] = s }
func (w *walker) isNull() bool     { return w.PeekKind() == 'n' }
func (w *walker) skip()            { _ = w.SkipValue() } // the text is valid
func (w *walker) read() []byte     { value, _ := w.ReadValue(); return value }
func (w *walker) readToken()       { _, _ = w.ReadToken() }
func (w *walker) ends(k byte) bool { return w.PeekKind() == jsontext.Kind(k) }

// value compares the next value.
func (w *walker) value(s *shape) {
	if s.form == anything || w.isNull() {
		w.skip()
		return
	}
	switch kind := w.PeekKind(); {
	case s.form == anObject && kind == '{':
		w.object(s)
	case s.form == aList && kind == '[':
		w.list(s)
	case kind == '{' || kind == '[':
		// PHP writes an object without names as a list
		if value := w.read(); s.form != anObject || !bytes.Equal(withoutSpace(value), []byte("[]")) {
			w.mistyped(s, value)
		}
	default:
		w.scalar(s, w.read())
	}
}

func withoutSpace(value []byte) []byte {
	if len(value) > longestValue {
		return value
	}
	return bytes.Join(bytes.Fields(value), nil)
}

// mistyped records a value that is not what its shape expects. It leaves out what
// may be a part of a person's data: those are texts, so only numbers are shown.
func (w *walker) mistyped(s *shape, value []byte) {
	shown := given(value)
	if s.form == aText && s.words == nil {
		switch value[0] {
		case '{', '[':
		case 't', 'f':
			shown = "a truth value"
		default:
			shown = "a number"
		}
	}
	w.faults.add(w.at(), "must be %s, got %s", s.expected, shown)
}

func (w *walker) object(s *shape) {
	w.readToken()
	w.enter(step{})
	for !w.ends('}') {
		name := w.read()
		text, _ := jsontext.AppendUnquote(nil, name)
		w.replace(step{name: string(text)})
		w.member(s, string(text))
	}
	w.leave()
	w.readToken()
}

func (w *walker) member(s *shape, name string) {
	if s.elements != nil {
		w.value(s.elements)
		return
	}
	if of, known := s.fields[name]; known {
		w.value(of)
		return
	}
	if known, folds := s.folded[strings.ToLower(name)]; folds {
		w.faults.add(w.at(), "unknown name; did you mean %s?", known)
	} else if s.strict {
		w.faults.add(w.at(), "unknown name; %s", phrase.Suggest(name, slices.Sorted(maps.Keys(s.fields))))
	}
	w.skip()
}

func (w *walker) list(s *shape) {
	w.readToken()
	w.enter(step{})
	for i := 0; !w.ends(']'); i++ {
		w.replace(step{index: i})
		w.value(s.elements)
	}
	w.leave()
	w.readToken()
}

// scalar compares a value that is no object and no list.
func (w *walker) scalar(s *shape, value []byte) {
	kind := jsontext.Value(value).Kind()
	switch {
	case s.form == aTruth && (kind == 't' || kind == 'f'):
	case s.form == aWhole && kind == '0' && s.isWhole(value):
	case s.form == anAmount && kind == '0' && isAmount(value):
	case s.form == aText && kind == '"' && len(value) > maxText && !s.long:
		w.faults.add(w.at(), "must have at most %d MiB", maxText>>20)
	case s.form == aText && kind == '"' && s.words == nil:
	case kind == '"' && s.accepts(string(value[1:len(value)-1])): // a word or a date needs no escapes
	default:
		w.mistyped(s, value)
	}
}

func (s *shape) isWhole(value []byte) bool {
	n, err := strconv.ParseInt(string(value), 10, 64)
	return err == nil && n >= s.low && n <= s.high
}

func isAmount(value []byte) bool {
	_, err := commerce.ParseMoney(string(value))
	return err == nil
}

// accepts reports whether a text is one of the words, or a date.
func (s *shape) accepts(text string) bool {
	switch s.form {
	case aText:
		return slices.Contains(s.words, text)
	case aMoment:
		_, err := commerce.ParseMoment(text)
		return err == nil
	case aDay:
		_, err := commerce.ParseDay(text)
		return err == nil
	}
	return false
}
