package journal

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
)

// The two wires, as Entry.Wire names them.
const (
	REST = "rest"
	SOAP = "soap"
)

// Entry is one call: what was asked, answered and why. An entry that was read
// from a journal is shared by all its readers and must not be changed.
type Entry struct {
	ID          string        `json:"id"`                // <account code>-<number>, or none-<number>
	Number      int64         `json:"number"`            // counts from 1 within the ring, without gaps
	Account     string        `json:"account,omitempty"` // code, empty when unknown
	Protocol    string        `json:"protocol,omitempty"`
	Operation   string        `json:"operation,omitempty"` // id in the catalogue, empty when none was met
	WallTime    time.Time     `json:"wall_time"`
	AccountTime time.Time     `json:"account_time,omitzero"` // zero when the account is unknown
	Duration    time.Duration `json:"duration_ns"`
	Request     Request       `json:"request"`
	Response    Response      `json:"response"`
	Checks      []Check       `json:"checks,omitempty"`      // in the order they were made
	Scenarios   Names         `json:"scenario,omitempty"`    // what bent the call
	Questions   Names         `json:"assumptions,omitempty"` // open questions the answer rests on
	Notes       []string      `json:"notes,omitempty"`
	Changes     []Change      `json:"changes,omitempty"`
	Explain     []Line        `json:"explain,omitempty"` // more detail of a refusal; may hold hashes in full
	Omitted     int           `json:"omitted,omitempty"` // checks, notes, changes, lines and secrets that found no room

	// Secrets are credentials that were read from the call, for Masked to find
	// wherever else they appear. They are never encoded.
	Secrets []string `json:"-"`
}

// Names are names joined by ", ", as a header carries them: one string that many
// entries share. In JSON they are a list.
type Names string

// MarshalJSON writes the names as a list.
func (n Names) MarshalJSON() ([]byte, error) {
	return json.Marshal(strings.Split(string(n), ", "))
}

// UnmarshalJSON reads a list of names.
func (n *Names) UnmarshalJSON(text []byte) error {
	var list []string
	err := json.Unmarshal(text, &list)
	*n = Names(strings.Join(list, ", "))
	return err
}

// Request is what arrived.
type Request struct {
	Method    string `json:"method"`
	URI       string `json:"uri"` // raw, as on the request line
	Proto     string `json:"proto"`
	Remote    string `json:"remote,omitempty"` // host:port of the caller
	Header    Header `json:"header,omitempty"` // by name; Host among them
	Body      Bytes  `json:"body,omitempty"`
	BodySize  int64  `json:"body_size"` // bytes that arrived, kept or not
	Truncated bool   `json:"truncated,omitempty"`
}

// Response is what was answered. A Status of 0 means that no answer was sent,
// as when a scenario cuts the connection.
type Response struct {
	Status    int    `json:"status"`
	Code      string `json:"code,omitempty"` // error_code (section 2.5) or fault code
	Header    Header `json:"header,omitempty"`
	Body      Bytes  `json:"body,omitempty"`
	BodySize  int64  `json:"body_size"`
	Truncated bool   `json:"truncated,omitempty"`
}

// Check is one condition a call had to meet.
type Check struct {
	Name     string `json:"name"`
	Passed   bool   `json:"passed"`
	Field    string `json:"field,omitempty"`
	Given    string `json:"given,omitempty"`
	Expected string `json:"expected,omitempty"`
	Message  string `json:"message,omitempty"`
}

// Change is one record before and after the call. Before is absent for a
// record that was created, After for one that was deleted; Truncated says that
// they are absent because there was no room for them.
type Change struct {
	Kind      string `json:"kind"`
	ID        string `json:"id"`
	Before    Record `json:"before,omitempty"`
	After     Record `json:"after,omitempty"`
	Truncated bool   `json:"truncated,omitempty"`
}

// Line is one line of an explanation.
type Line struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Header is a list of header fields, sorted by name.
type Header []Field

// Field is one header field.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Get returns the first value of the named field, in any case of its letters,
// or "".
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// add appends the fields of from and sorts the whole. Values of one name keep
// their order.
func (h Header) add(from http.Header) Header {
	for name, values := range from {
		for _, value := range values {
			h = append(h, Field{Name: name, Value: value})
		}
	}
	slices.SortStableFunc(h, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	return h
}
