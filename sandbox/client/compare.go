package client

import (
	"context"
	"net/http"
)

// Compare names the two recorded calls to compare.
type Compare struct {
	A string `json:"a"` // id
	B string `json:"b"` // id
}

// Comparison is how call b and its answer differ from call a and its answer. Credentials
// are masked. Headers that always differ are left out: Date, Content-Length and
// X-Sandbox-Request.
type Comparison struct {
	Same    bool               `json:"same"`    // whether both answers were compared whole and do not differ
	Request []BodyDifference   `json:"request"` // how the requests differ: method, path, query NAME, body PATH and header NAME; at most 200
	A       EntrySummary       `json:"a"`
	B       EntrySummary       `json:"b"`
	Status  ValuePair[int]     `json:"status"`
	Code    ValuePair[string]  `json:"code"`
	Header  []HeaderDifference `json:"header"`
	Body    []BodyDifference   `json:"body"`            // at most 200
	More    int                `json:"more,omitempty"`  // differences of the bodies that found no room
	Notes   []string           `json:"notes,omitempty"` // such as that a body was kept only in part
}

// EntrySummary says which call was compared.
type EntrySummary struct {
	ID        string `json:"id"`
	Protocol  string `json:"protocol"`
	Operation string `json:"operation"`
	Method    string `json:"method"`
	URI       string `json:"uri"`
}

// ValuePair is a value of both answers.
type ValuePair[T any] struct {
	A T `json:"a"`
	B T `json:"b"`
}

// HeaderDifference is a header field of the answers. A nil value stands for a missing
// field.
type HeaderDifference struct {
	Name string  `json:"name"`
	A    *string `json:"a"`
	B    *string `json:"b"`
}

// BodyDifference is a place where two bodies differ. The values are as the bodies spell
// them, cut when they are long; nil stands for an absent value.
type BodyDifference struct {
	Path   string         `json:"path"` // such as Items[Code=A-1].Price, "" for the whole body
	Change DifferenceKind `json:"change"`
	A      *string        `json:"a"`
	B      *string        `json:"b"`
}

// DifferenceKind is a way to differ.
type DifferenceKind string

// The ways to differ.
const (
	Changed  DifferenceKind = "changed"  // both have the value, and it differs
	Added    DifferenceKind = "added"    // only b has the value
	Removed  DifferenceKind = "removed"  // only a has the value
	Order    DifferenceKind = "order"    // the elements of a list come in another order
	Spelling DifferenceKind = "spelling" // one number, written differently: 1 and 1.0
)

// Compare compares two recorded calls and their answers, field by field.
func (c *Client) Compare(ctx context.Context, a, b string) (Comparison, error) {
	return ask[Comparison](ctx, c, http.MethodPost, at("compare"), Compare{a, b})
}

// Differences is how the records of an account, or of a snapshot, differ from another
// state.
type Differences struct {
	From       string          `json:"from"` // the name of a snapshot, or account:CODE
	To         string          `json:"to"`
	Total      int             `json:"total"`
	DatesAlone int             `json:"dates_alone"`     // of these, the changed records that differ in moments alone
	Notes      []string        `json:"notes,omitempty"` // sentences about all of them, such as that one side was seeded later
	Records    []ChangedRecord `json:"records"`         // the first of them, by kind and id, those that differ in moments alone last
}

// ChangedRecord is a record with differences.
type ChangedRecord struct {
	Kind       string           `json:"kind"`                  // such as order
	ID         string           `json:"id"`                    // such as its reference
	Name       string           `json:"name,omitempty"`        // such as that of the customer
	Change     RecordChange     `json:"change"`                // added, removed or changed
	DatesAlone bool             `json:"dates_alone,omitempty"` // whether it differs in moments alone
	Fields     []BodyDifference `json:"fields"`                // of a changed one; the interface does not show fields under sandbox
}

// The ways in which a record differs between two states.
const (
	RecordAdded   RecordChange = "added"
	RecordRemoved RecordChange = "removed"
	RecordChanged RecordChange = "changed"
)

// Differences compares two states record by record. Each is the name of a snapshot of the
// account, or account:CODE for an account's present records; an empty to is this account
// now. Limit is how many records are returned, 100 when it is 0, at most 1,000.
func (a *Account) Differences(ctx context.Context, from, to string, limit int) (Differences, error) {
	return get[Differences](ctx, a.client, with(a.at("differences"), "from", from, "to", to, "limit", limit))
}
