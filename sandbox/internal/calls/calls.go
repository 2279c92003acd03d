// Package calls is the query language over recorded calls: its fields, and how to
// read them from the entry of a journal.
//
// A query finds what lists show and no more: credentials are masked before a
// field reads them, because otherwise a query could find one letter by letter.
//
// The package leaves the language itself to package query, the masking to package
// client, and lists, streams and verifications to package control.
package calls

import (
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// View says how queries see calls.
type View struct {
	CredentialHeaders []string // headers whose values are masked
	Scenarios         []string // names for completion

	// Envelope returns a SOAP envelope in UTF-8.
	Envelope func(body []byte, contentType string) []byte
}

// Query is a query over calls. The zero value matches all.
type Query struct {
	view  *View
	terms *query.Query[*Call]
}

// Parse reads a query. Moments such as -5m are relative to now, the time of the account
// of the calls. The error is a *query.Error.
func (v *View) Parse(text string, now time.Time) (Query, error) {
	terms, err := v.Fields().Parse(text, now)
	return Query{v, terms}, err
}

// ParseTerm reads one term from its name and the text after the colon.
func (v *View) ParseTerm(name, values string, now time.Time) (Query, error) {
	term, err := v.Fields().ParseTerm(name, values, now)
	return Query{v, term}, err
}

// And returns the query of the terms of both.
func (q Query) And(other Query) Query {
	if q.view == nil {
		return other
	}
	return Query{q.view, q.terms.And(other.terms)}
}

// Matches reports whether the query accepts an entry.
func (q Query) Matches(e *journal.Entry) bool {
	return len(q.terms.Terms()) == 0 || q.terms.Matches(q.call(e))
}

// String returns the query in one spelling.
func (q Query) String() string { return q.terms.String() }

// Term is one term of a query.
type Term struct {
	of   Query
	term *query.Term[*Call]
}

// Terms returns the terms in the order of the text.
func (q Query) Terms() []Term {
	var terms []Term
	for _, t := range q.terms.Terms() {
		terms = append(terms, Term{q, t})
	}
	return terms
}

// Matches reports whether the term accepts an entry.
func (t Term) Matches(e *journal.Entry) bool { return t.term.Matches(t.of.call(e)) }

// IsCounted reports whether the term reads only what the journal counts dropped calls by.
func (t Term) IsCounted() bool {
	return slices.Contains([]string{"operation", "status", "code", "cause", "preview"}, t.term.Name())
}

// IsKnown reports whether an entry has enough for the term. A body that is not kept whole
// may have the text in its lost part.
func (t Term) IsKnown(e *journal.Entry) bool {
	if t.term.Name() != "text" || !e.Request.Truncated && !e.Response.Truncated {
		return true
	}
	return t.Matches(e) != t.term.IsNegated()
}

// ValueOf returns the value of an entry in the field of the term, as lists show it, by the
// name of the field. It returns nothing for a field of long texts.
func (t Term) ValueOf(e *journal.Entry) map[string]string {
	given := map[string]string{}
	if value, ok := t.term.ValueOf(t.of.call(e)); ok {
		given[t.term.Name()] = value
	}
	return given
}

// String returns the term in one spelling.
func (t Term) String() string { return t.term.String() }

// call returns an entry as queries see it.
func (q Query) call(e *journal.Entry) *Call { return &Call{view: q.view, entry: e} }
