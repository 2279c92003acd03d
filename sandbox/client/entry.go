package client

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// The protocols, as Entry.Protocol and Operation.Protocol name them.
const (
	REST = "rest"
	SOAP = "soap"
)

// NoAccount replaces the vendor code in the ids of calls without an account:
// none-1, none-2 and so on.
const NoAccount = "none"

// Entry is one recorded call: the request, the answer and why it was answered
// so.
type Entry struct {
	ID          string        `json:"id"`                    // <vendor code>-<number>, or none-<number>
	Number      int64         `json:"number"`                // counts from 1 for each account, without gaps
	Account     string        `json:"account,omitempty"`     // vendor code, empty when unknown
	Protocol    string        `json:"protocol,omitempty"`    // REST or SOAP, empty when the bytes were no request
	Operation   string        `json:"operation,omitempty"`   // id, such as search-orders, empty when unknown
	WallTime    time.Time     `json:"wall_time"`             // when the call arrived, on the machine's clock
	AccountTime time.Time     `json:"account_time,omitzero"` // the same on the account's clock, zero when the account is unknown
	Duration    time.Duration `json:"duration_ns"`           // until the answer was written
	Request     Request       `json:"request"`               // what arrived
	Response    Response      `json:"response"`              // what was answered
	Original    *Response     `json:"original,omitempty"`    // the operation's own answer, when a scenario changed or withheld it
	Altered     *Comparison   `json:"altered,omitempty"`     // how the answer differs from the original; of a single call, nil when the client got no answer
	Why         string        `json:"why,omitempty"`         // the first failed check and the notes in one line of at most 200 bytes
	Cause       Cause         `json:"cause,omitempty"`       // who is at fault, empty when the call was answered as asked
	Triggers    []Trigger     `json:"triggers,omitempty"`    // how the scenarios came to affect the call
	Without     *Without      `json:"without,omitempty"`     // how the call would have ended otherwise, nil unless the cause is a scenario
	Preview     bool          `json:"preview,omitempty"`     // whether the call asked for a preview and stored nothing
	Discarded   bool          `json:"discarded,omitempty"`   // whether the account discarded the changes of the call
	Ended       string        `json:"ended,omitempty"`       // the end of the account during the call, "reset" or "deleted"; such a call changed nothing and counts nowhere
	Departures  int           `json:"departures,omitempty"`  // spellings other than the document's, as bits; the notes name them
	Checks      []Check       `json:"checks,omitempty"`      // in the order they were made
	NotReached  Names         `json:"not_reached,omitempty"` // checks after the failed one, not made by the sandbox
	Scenarios   Names         `json:"scenario,omitempty"`    // scenarios that affected the call
	Questions   Names         `json:"assumptions,omitempty"` // open questions that the answer depends on
	Notes       []string      `json:"notes,omitempty"`       // such as an ignored query name
	Changes     []Change      `json:"changes,omitempty"`     // records created, changed or deleted by the call
	Explain     []Line        `json:"explain,omitempty"`     // how a signature was verified; may hold hashes in full
	Omitted     int           `json:"omitted,omitempty"`     // checks, notes, changes and lines without room
	Curl        string        `json:"curl,omitempty"`        // a POSIX shell command to repeat the call, empty when it was no request
}

// An entry about a change by the account's clock (open question progress) has this
// operation and this method, no protocol and no request. Why says what happened.
const (
	ClockOperation = "clock"
	ClockMethod    = "CLOCK"
)

// IsCall reports whether the entry counts as a call: it is not about a change by the clock,
// and its account did not end.
func (e Entry) IsCall() bool { return e.Operation != ClockOperation && e.Ended == "" }

// Refused reports whether the call was not answered with a success.
func (e Entry) Refused() bool {
	return e.Response.Code != "" || e.Response.Status < 200 || e.Response.Status >= 400
}

// Names are names joined by ", ". In JSON they are a list.
type Names string

// MarshalJSON writes the names as a list.
func (n Names) MarshalJSON() ([]byte, error) { return json.Marshal(n.List()) }

// UnmarshalJSON reads a list of names.
func (n *Names) UnmarshalJSON(text []byte) error {
	var list []string
	err := json.Unmarshal(text, &list)
	*n = Names(strings.Join(list, ", "))
	return err
}

// List returns the names one by one, none for "".
func (n Names) List() []string {
	if n == "" {
		return []string{}
	}
	return strings.Split(string(n), ", ")
}

// Request is the request as it arrived.
type Request struct {
	Method    string `json:"method"`
	URI       string `json:"uri"`              // as on the request line
	Proto     string `json:"proto"`            // such as HTTP/1.1
	Remote    string `json:"remote,omitempty"` // host:port of the client
	Header    Header `json:"header,omitempty"` // Host among the fields
	Body      Bytes  `json:"body,omitempty"`
	BodySize  int64  `json:"body_size"`           // bytes that arrived, kept or not
	Truncated bool   `json:"truncated,omitempty"` // whether Body lacks some of them
}

// Response is the answer as it was written.
type Response struct {
	Status    int    `json:"status"`         // 0 when no answer was sent, for example because a scenario cut the connection
	Code      string `json:"code,omitempty"` // error code (section 2.5) or fault code, empty for a success
	Header    Header `json:"header,omitempty"`
	Body      Bytes  `json:"body,omitempty"`
	BodySize  int64  `json:"body_size"`           // bytes that were written, kept or not
	Truncated bool   `json:"truncated,omitempty"` // whether Body lacks some of them
}

// Check is one condition that a call passed or failed.
type Check struct {
	Name     string `json:"name"` // such as signature
	Passed   bool   `json:"passed"`
	Field    string `json:"field,omitempty"`    // the header, parameter or body field at fault
	Given    string `json:"given,omitempty"`    // its value
	Expected string `json:"expected,omitempty"` // what would be right
	Message  string `json:"message,omitempty"`
}

// Change is one record before and after a call.
type Change struct {
	Kind      string `json:"kind"`                // such as order
	ID        string `json:"id"`                  // such as its reference
	Before    Record `json:"before,omitempty"`    // nil when the call created the record
	After     Record `json:"after,omitempty"`     // nil when the call deleted the record
	Truncated bool   `json:"truncated,omitempty"` // whether Before and After are nil because they found no room
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

// Get returns the first value of the named field, whatever the case of its
// letters, or "".
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

// Bytes is a body. In JSON it is a string when it is valid UTF-8, and otherwise
// the object {"base64": "…"}.
type Bytes []byte

// binary is the JSON form of bytes that are not UTF-8.
type binary struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON implements json.Marshaler.
func (b Bytes) MarshalJSON() ([]byte, error) {
	if utf8.Valid(b) {
		return json.Marshal(string(b))
	}
	return json.Marshal(binary{Base64: b})
}

// UnmarshalJSON implements json.Unmarshaler; it reads both forms.
func (b *Bytes) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		var raw binary
		err := json.Unmarshal(data, &raw)
		*b = raw.Base64
		return err
	}
	var text string
	err := json.Unmarshal(data, &text)
	*b = Bytes(text)
	return err
}

// Record is a stored record in JSON. Within JSON it is embedded as it is; a damaged one
// that is not JSON is written like Bytes.
type Record []byte

// MarshalJSON implements json.Marshaler.
func (r Record) MarshalJSON() ([]byte, error) {
	if json.Valid(r) {
		return r, nil
	}
	return Bytes(r).MarshalJSON()
}

// UnmarshalJSON implements json.Unmarshaler. It keeps the JSON as it is.
func (r *Record) UnmarshalJSON(data []byte) error {
	*r = append(Record{}, data...)
	return nil
}

// passing are the elements of an envelope that change with each login.
var passing = regexp.MustCompile(`<((?:\w+:)?(?:sessionID|date|hash))\b[^>]*>[^<]*<`)

// Sameness returns a text that is equal for calls made in the same way, in whatever session.
func (e Entry) Sameness() string {
	body := []byte(e.Request.Body)
	if e.Protocol == "soap" {
		body = passing.ReplaceAll(body, nil)
	}
	return strings.Join([]string{e.Operation, e.Request.Method, e.Request.URI, string(body)}, "\n")
}

// RetryAfter returns how long the answer asks the client to wait, false without a readable
// Retry-After. A date counts from the end of the call.
func (e Entry) RetryAfter() (time.Duration, bool) {
	text := strings.TrimSpace(e.Response.Header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(e.WallTime.Add(e.Duration))), true
	}
	return 0, false
}
