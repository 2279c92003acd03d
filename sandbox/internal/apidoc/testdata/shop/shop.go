// Package shop has types to describe.
package shop

import "time"

// Thing is a thing.
//
// It has fields of every kind.
type Thing struct {
	Kind   Kind           `json:"kind"` // what it is
	Count  int64          `json:"count"`
	Share  float64        `json:"share"`
	Price  *Price         `json:"price"`           // nil for none
	Owner  *Owner         `json:"owner,omitempty"` // nil when nobody owns it
	Parent *Thing         `json:"parent"`
	Method *Method        `json:"method"`
	Pair   Pair[int]      `json:"pair"`
	Tags   []string       `json:"tags"`
	Kinds  []Kind         `json:"kinds,omitempty"`
	Facts  map[string]any `json:"facts,omitempty"`
	Times
	hidden int
	Secret string `json:"-"`
}

// Times are when it happened */.
type Times struct {
	At   time.Time     `json:"at"`
	For  time.Duration `json:"for"`
	Took time.Duration `json:"took_ns"`
}

// Pair is two values.
type Pair[T any] struct {
	A T `json:"a"` // the first
	B T `json:"b"`
}

// Kind is what a thing is.
type Kind string

// The kinds.
const (
	Large Kind = "large"
	Small Kind = "small"
)

// Price writes its JSON itself.
type Price struct{ cents int }

// MarshalJSON writes a number.
func (p Price) MarshalJSON() ([]byte, error) { return []byte("0"), nil }

// Method is a card or a failure.
type Method struct{}

// Owner has a thing.
type Owner struct {
	Name string `json:"full-name"`
}

// Card is a card.
type Card struct {
	Number string `json:"number"`
}

// Change is a change.
type Change struct {
	Owner string `json:"owner,omitempty"`
	Kind  Kind   `json:"kind"`
}

// Failure is the body of an error.
type Failure struct {
	Text string `json:"error"` // what was wrong
}
