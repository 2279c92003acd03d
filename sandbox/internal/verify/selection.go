package verify

import (
	"context"
	"errors"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// selection selects calls, for an expectation or for one step of an order.
type selection struct {
	client.Step
	of        *session
	number    int                 // of its results, from 0
	operation *catalog.Operation  // nil accepts calls of every operation
	terms     []*calls.Term       // of the query
	condition *scenario.Condition // nil accepts every call
	parts     []part
}

// result is the result of a selection for a call.
type result struct {
	matches  bool
	unsure   bool   // the call may match
	nearness int    // see selection.nearness, 0 of a match
	fault    string // why the condition failed
}

// selection reads a selection and adds it to the session.
func (s *session) selection(step client.Step) (*selection, error) {
	x := &selection{Step: step, of: s, number: len(s.selections)}
	if x.number == maxSelections {
		return nil, invalid("verify the others in a further request", "there may be at most %d expectations and steps of orders together", maxSelections)
	}
	var err error
	switch {
	case x.Where != "" && x.Query != "":
		return nil, invalid("write the condition as where, or terms as q", "q and where cannot be given together")
	case x.Operation == "" && x.Query == "" && x.Where == "":
		return nil, invalid(`such as "operation": "retrieve-order" or "q": "path:/orders/ status:2xx"`, "operation, q or where is required")
	case x.Operation != "":
		if x.operation, err = operation(x.Operation); err != nil {
			return nil, err
		}
	}
	if x.Where != "" {
		if x.condition, err = scenario.CompileRecorded(x.Where); err != nil {
			return nil, invalid(`write it like the when of a scenario, such as query.Page == "2" or status == 404`, "where: %v", err)
		}
	}
	if x.Query != "" {
		query, err := s.Query(x.Query)
		if err != nil {
			return nil, err
		}
		x.terms = query.Terms()
	}
	x.split()
	s.selections = append(s.selections, x)
	return x, nil
}

// operation finds an operation by its id.
func operation(id string) (*catalog.Operation, error) {
	if op, known := catalog.Find(catalog.OperationID(id)); known {
		return op, nil
	}
	var ids []string
	for _, id := range catalog.TargetIDs() {
		ids = append(ids, string(id))
	}
	return nil, invalid(phrase.Suggest(id, ids), "unknown operation %q", id)
}

// evaluate returns the result for a call.
func (x *selection) evaluate(ctx context.Context, e *journal.Entry, c *calls.Call) result {
	if !x.isOfOperation(e) {
		return result{nearness: x.nearness(ctx, e, c)}
	}
	r := x.matchQuery(c)
	if x.condition != nil { // there is no query then
		r = x.match(ctx, c)
	}
	if !r.matches {
		r.nearness = x.nearness(ctx, e, c)
	}
	return r
}

// matchQuery evaluates the query. A cut body may have the text in its lost rest.
func (x *selection) matchQuery(c *calls.Call) result {
	unsure := false
	for _, t := range x.terms {
		switch {
		case !calls.IsKnown(t, c):
			unsure = true
		case !t.Matches(c):
			return result{}
		}
	}
	if unsure {
		return result{unsure: true, fault: "the text may be in a part of a body that the journal has not kept"}
	}
	return result{matches: true}
}

// evaluateDropped returns the result for dropped calls with one ending. A condition reads more
// than that, and so do most terms of a query.
func (x *selection) evaluateDropped(ending journal.Ending) result {
	e := ending.Entry()
	switch {
	case ending.Unknown:
		return result{unsure: true}
	case !x.isOfOperation(e):
		return result{}
	}
	unsure, c := x.condition != nil, calls.Of(e.View(), nil)
	for _, t := range x.terms {
		switch {
		case !calls.IsCounted(t):
			unsure = true
		case !t.Matches(c):
			return result{}
		}
	}
	return result{matches: !unsure, unsure: unsure}
}

// match evaluates the condition. A call does not match a failing one.
func (x *selection) match(ctx context.Context, c *calls.Call) result {
	_ = c.TakeUnreadable() // of other conditions
	matches, err := x.condition.Match(ctx, c)
	if why := c.TakeUnreadable(); why != nil {
		return result{unsure: true, fault: why.Error()}
	}
	if err != nil {
		return result{unsure: errors.Is(err, scenario.ErrUndecided), fault: err.Error()}
	}
	return result{matches: matches}
}

// isOfOperation reports whether a call is one of the selected operation.
func (x *selection) isOfOperation(e *journal.Entry) bool {
	return x.operation == nil || e.Operation == x.Operation
}

// maxName bounds a query or a condition in a message, in bytes.
const maxName = 200

// name returns the subject of the selection.
func (x *selection) name() string {
	if x.Operation == "" && x.Query == "" {
		return "calls where " + phrase.Shorten(x.Where, maxName)
	}
	return strings.TrimSpace(x.Operation + " " + phrase.Shorten(x.Query, maxName))
}
