package query

import "slices"

// Literals returns values of which every match has one in the field: those of a
// term with only whole texts. It returns false when there is no such term.
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
