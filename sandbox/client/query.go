package client

import (
	"context"
	"net/http"
)

// QueryKind says how the values of a field of the query language are read.
type QueryKind string

// The kinds of fields.
const (
	QueryWord   QueryKind = "word"   // the whole value; * stands for any text
	QueryNamed  QueryKind = "named"  // as word, of a named part: header.X-Trace:abc
	QueryRecord QueryKind = "record" // kind/id, or the id alone
	QueryPath   QueryKind = "path"   // the beginning; with a *, the whole path
	QueryText   QueryKind = "text"   // occurs anywhere
	QueryStatus QueryKind = "status" // 404, 4xx, >=500, or 0 for no answer
	QueryNumber QueryKind = "number" // 5, >5, >=5, <5, <=5, or 1..5
	QueryMoment QueryKind = "moment" // a day, a moment, or relative to the account's clock: -5m
	QueryFlag   QueryKind = "flag"   // true or false
)

// QueryField is one name of the query language.
type QueryField struct {
	Name     string    `json:"name"` // header.NAME for the fields of a group
	Kind     QueryKind `json:"kind"`
	Meaning  string    `json:"meaning"`
	Values   []string  `json:"values"`   // that are known
	Examples []string  `json:"examples"` // terms
	// Next are the values that can follow each one, absent for a field without an order of its values.
	Next map[string][]string `json:"next,omitempty"`
}

// QueryFields are the names of the query language for one kind of list.
type QueryFields struct {
	Kind   string       `json:"kind"`
	Fields []QueryField `json:"fields"`
}

// Query is a query to check.
type Query struct {
	Kind string `json:"kind,omitempty"` // of the list, as for QueryFields; the default is calls
	Text string `json:"q"`
}

// QueryCheck is whether a query can be asked.
type QueryCheck struct {
	Valid bool   `json:"valid"`
	Error string `json:"error,omitempty"` // what is wrong, and where
	Hint  string `json:"hint,omitempty"`  // what would be right
}

// CheckQuery checks a query without asking it.
func (c *Client) CheckQuery(ctx context.Context, q Query) (QueryCheck, error) {
	return ask[QueryCheck](ctx, c, http.MethodPost, at("query", "check"), q)
}

// QueryFields returns the names of the query language for a kind of list: calls,
// accounts, or the plural of a kind of records, such as orders.
func (c *Client) QueryFields(ctx context.Context, kind string) (QueryFields, error) {
	return get[QueryFields](ctx, c, with(at("query"), "kind", kind))
}
