package query

import (
	"bytes"
	"slices"
	"strings"
)

// Literals returns the values of which every match has one in a field: those of a term
// that has only whole texts. It returns false when no term of the field says so.
func (q *Query[T]) Literals(field string) ([]string, bool) {
	for _, t := range q.Terms() {
		if literals, ok := t.literals(); ok && t.field.Name == field {
			return literals, true
		}
	}
	return nil, false
}

// Requires reports whether every match has a value in a field.
func (q *Query[T]) Requires(field string) bool {
	return slices.ContainsFunc(q.Terms(), func(t *Term[T]) bool {
		isEmpty := func(v value) bool { text, isLiteral := v.literal(); return isLiteral && text == "" }
		return t.field.Name == field && !t.negated && !slices.ContainsFunc(t.meant, isEmpty)
	})
}

// literals returns the values of a term, false when it is negated, or one of them is
// empty or has a star.
func (t *Term[T]) literals() (texts []string, ok bool) {
	for _, v := range t.meant {
		text, isLiteral := v.literal()
		if !isLiteral || text == "" {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, !t.negated
}

// Prefilter returns a function that reports whether a subject may match whose JSON
// contains the values of the named fields as they are. It looks only for values that
// every match has. nil says that any subject may match.
func (q *Query[T]) Prefilter(fields ...string) func(json []byte) bool {
	var terms [][]pattern
	for _, t := range q.Terms() {
		if alternatives, ok := t.contained(); ok && slices.Contains(fields, t.field.Name) {
			terms = append(terms, alternatives)
		}
	}
	if terms == nil {
		return nil
	}
	return func(json []byte) bool {
		for _, alternatives := range terms {
			if !slices.ContainsFunc(alternatives, func(p pattern) bool { return p.occursIn(json) }) {
				return isSpelledOtherwise(json)
			}
		}
		return true
	}
}

// contained returns the values of a term as patterns for JSON, false when a match need
// not contain one of them.
func (t *Term[T]) contained() (alternatives []pattern, ok bool) {
	for _, v := range t.meant {
		if whole := strings.Join(v.parts, ""); whole == "" || strings.ContainsFunc(whole, needsSpelling) {
			return nil, false
		}
		alternatives = append(alternatives, newPattern(v))
	}
	return alternatives, !t.negated
}

// needsSpelling reports whether JSON may spell a character in another way, or a field
// may join two values by it.
func needsSpelling(r rune) bool {
	return r <= ' ' || r > '~' || strings.ContainsRune(`"\<>&`, r)
}

// isSpelledOtherwise reports whether JSON has escapes, or a letter outside of ASCII that
// equals one of ASCII in another case: K and S.
func isSpelledOtherwise(json []byte) bool {
	return bytes.IndexByte(json, '\\') >= 0 || bytes.Contains(json, []byte("\u212a")) || bytes.Contains(json, []byte("\u017f"))
}
