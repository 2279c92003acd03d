// Package calls reads recorded calls: for queries, whose fields it has, and for conditions.
//
// A query finds what lists show and no more: give it the masked entry, because
// otherwise a query could find a credential letter by letter. Conditions that are tried
// again read the whole entry, as they did when the call was made.
//
// The package leaves the language itself to package query, the masking to package
// journal, and verifications to package verify, lists and streams to package control.
package calls

import (
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// Query is a query over calls. Nil matches all.
type Query = query.Query[*Call]

// Term is one term of a query.
type Term = query.Term[*Call]

// IsCounted reports whether a term reads only what the journal counts dropped calls by.
func IsCounted(t *Term) bool {
	return slices.Contains([]string{"operation", "status", "code", "cause", "preview"}, t.Name())
}

// IsKnown reports whether a call has enough for a term. A body that is not kept whole
// may have the text in its lost part.
func IsKnown(t *Term, c *Call) bool {
	if t.Name() != "text" || !c.entry.Request.Truncated && !c.entry.Response.Truncated {
		return true
	}
	return t.Matches(c) != t.IsNegated()
}
