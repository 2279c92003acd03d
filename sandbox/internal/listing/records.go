// Package listing lists the records of an account: filtered by a query, sorted,
// page by page, and in short. A list reads the records in chunks, each in a
// transaction of its own, so a list of very many neither keeps them in memory nor
// keeps an old state of the file alive. Others may write meanwhile: a record
// changed in the meantime is listed as it was or as it is.
//
// The package leaves to control the answers and the records as a whole.
package listing

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// Kind is one kind of record.
type Kind struct {
	Fields func() []client.QueryField // of its queries
	Check  func(query string, now time.Time) error
	Sorts  []string // names of its sorts
	List   func(ctx context.Context, r *Reader, request Request) (Page, error)
	Line   func(r *Reader, id string) (line any, known bool, err error)
}

// Request describes a list. Offset and Limit count records after the query.
type Request struct {
	Query  string
	Sort   string // name of a sort, with - in front from the greatest down; "" for the usual order
	Offset int
	Limit  int
}

// Page is a part of a list.
type Page struct {
	IDs   []string
	Total int // matching records, listed or not
}

// SortError reports a kind without a sort of that name.
type SortError struct {
	Name  string
	Known []string
}

// Error names the sort.
func (e *SortError) Error() string { return fmt.Sprintf("unknown sort %q", e.Name) }

// Hint names the nearest sorts.
func (e *SortError) Hint() string { return phrase.Suggest(e.Name, e.Known) }

// source is a kind with records read as S. A record is valid in its own
// transaction.
type source[S any] struct {
	kind string
	// walk yields the records in their usual order, in chunks: all behind the first ones.
	walk   func(ctx context.Context, r *Reader, skip int) iter.Seq2[S, error]
	read   func(r *Reader, id string) (S, bool, error)
	id     func(S) string
	before func(a, b S) int // the usual order
	find   []finder
	fields query.Fields[S]
	sorts  map[string]func(S) key
	line   func(S) any
}

// asKind returns the kind of a source.
func (s source[S]) asKind() Kind {
	var sorts []string
	for name := range s.sorts {
		sorts = append(sorts, name)
	}
	slices.Sort(sorts)
	return Kind{
		Fields: s.fields.Describe, Sorts: sorts, List: s.list,
		Check: func(query string, now time.Time) error {
			_, err := s.fields.Parse(query, now)
			return err
		},
		Line: func(r *Reader, id string) (any, bool, error) {
			record, known, err := s.read(r, id)
			if err != nil || !known {
				return nil, known, err
			}
			return s.line(record), true, nil
		},
	}
}

// list lists the ids of the matching records.
func (s source[S]) list(ctx context.Context, r *Reader, request Request) (Page, error) {
	matching, err := s.fields.ParseNamed(request.Query, r.Now, r.resolve)
	if err != nil {
		return Page{}, err
	}
	by, err := s.sortOrder(request)
	if err != nil {
		return Page{}, err
	}
	if len(matching.Terms()) == 0 && by == nil {
		return s.usual(ctx, r, request)
	}
	ids, few, err := s.candidates(r, matching)
	switch {
	case err != nil:
		return Page{}, err
	case few:
		return s.among(r, ids, matching, by, request)
	}
	return s.filter(s.walk(ctx, r, 0), matching, by, request)
}

// filter lists the matching records in the order of a sort, in the usual one for nil.
func (s source[S]) filter(all iter.Seq2[S, error], matching *query.Query[S], by *sortOrder[S], request Request) (page Page, err error) {
	for record, err := range all {
		if err != nil {
			return Page{}, err
		}
		if !matching.Matches(record) {
			continue
		}
		if by != nil {
			by.add(record, s.id(record))
		} else if page.Total >= request.Offset && len(page.IDs) < request.Limit {
			page.IDs = append(page.IDs, s.id(record))
		}
		page.Total++
	}
	if by != nil {
		page.IDs = by.ids(request.Offset)
	}
	return page, nil
}

// usual lists all records in their usual order. It reads only the records of the
// page, and counts the rest by their keys.
func (s source[S]) usual(ctx context.Context, r *Reader, request Request) (page Page, err error) {
	err = r.View(func() error { page.Total = r.Tx.Lists().CountOf(s.kind); return nil })
	if err != nil || request.Limit == 0 || request.Offset >= page.Total {
		return page, err
	}
	for record, err := range s.walk(ctx, r, request.Offset) {
		if err != nil {
			return page, err
		}
		if page.IDs = append(page.IDs, s.id(record)); len(page.IDs) == request.Limit {
			break
		}
	}
	return page, nil
}
