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
