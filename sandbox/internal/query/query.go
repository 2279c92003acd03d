// Package query reads and evaluates the filter language of all lists:
//
//	operation:customer-orders status:4xx -code:FORBIDDEN,INVALID_* text:"Reynolds & Co" after:-5m
//
// A query is a list of terms separated by blanks; a subject matches when every
// term does. A term is name:value. Values separated by commas are alternatives, a
// leading - negates a term, and * in a value stands for any text. In double
// quotes a blank, a comma and a * are themselves; \ before a character keeps it
// there. A word without a name is a value of the field text. Names and values
// match in upper and lower case.
//
// Fields say which names there are and how to read them from a subject:
//
//	fields := query.Fields[Order]{
//		query.Word("status", "status of the order", Order.Status).OneOf(statuses...),
//		query.Number("total", "gross total", Order.Total),
//		query.After("after", "ordered then or later", Order.Date),
//	}
//
// The package leaves subjects to its callers, and the choice of texts for a
// query: texts masked in a list must be masked before they are read here,
// because otherwise a query could find them letter by letter.
package query

import (
	"cmp"
	"slices"
	"strings"
)

// Bounds of a query.
const (
	MaxBytes  = 2000 // of its text
	MaxTerms  = 50
	MaxValues = 50 // alternatives of a term
	maxValues = 100
)

// Query is a parsed query over subjects of type T. It never changes, so it is
// safe for concurrent use.
type Query[T any] struct {
	terms []*Term[T] // as written
	order []*Term[T] // cheap ones first
}

// newQuery returns a query with expensive terms evaluated last.
func newQuery[T any](terms []*Term[T]) *Query[T] {
	q := &Query[T]{terms: terms, order: slices.Clone(terms)}
	slices.SortStableFunc(q.order, func(a, b *Term[T]) int { return cmp.Compare(a.cost, b.cost) })
	return q
}

// And returns the query of the terms of both. Either may be nil.
func (q *Query[T]) And(other *Query[T]) *Query[T] {
	switch {
	case q == nil:
		return other
	case other == nil:
		return q
	}
	return newQuery(slices.Concat(q.terms, other.terms))
}

// Matches reports whether a subject matches every term. A query without terms,
// and a nil query, match all.
func (q *Query[T]) Matches(subject T) bool {
	if q == nil {
		return true
	}
	for _, t := range q.order {
		if !t.Matches(subject) {
			return false
		}
	}
	return true
}

// Terms returns the terms as written.
func (q *Query[T]) Terms() []*Term[T] {
	if q == nil {
		return nil
	}
	return q.terms
}

// String returns the query in one spelling. It parses to the same query.
func (q *Query[T]) String() string {
	var texts []string
	for _, t := range q.Terms() {
		texts = append(texts, t.String())
	}
	return strings.Join(texts, " ")
}

// Term is one condition of a query.
type Term[T any] struct {
	field    Field[T]
	name     string // as the query spells it, such as header.X-Trace
	negated  bool
	values   []value
	meant    []value // values with ids in the place of handles
	matchers []func(T) bool
	cost     cost
}

// Matches reports whether a subject matches the term.
func (t *Term[T]) Matches(subject T) bool {
	for _, matches := range t.matchers {
		if matches(subject) {
			return !t.negated
		}
	}
	return t.negated
}

// IsNegated reports whether the term excludes its values.
func (t *Term[T]) IsNegated() bool { return t.negated }

// Name returns the name of the field, such as status or header.X-Trace.
func (t *Term[T]) Name() string { return t.name }

// ValueOf returns the subject's values of the field, separated by commas. It
// returns false for a field of long texts.
func (t *Term[T]) ValueOf(subject T) (value string, ok bool) {
	if t.field.given == nil {
		return "", false
	}
	return t.field.given(subject, t.name), true
}

// String returns the term in one spelling.
func (t *Term[T]) String() string {
	var text strings.Builder
	if t.negated {
		text.WriteByte('-')
	}
	text.WriteString(t.name)
	for i, v := range t.values {
		text.WriteByte(":,"[min(i, 1)])
		text.WriteString(v.String())
	}
	return text.String()
}
