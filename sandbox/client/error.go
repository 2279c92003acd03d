package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// maxRead is how much of an error answer is read, in bytes: one with the faults
// of a whole file is long.
const maxRead = 1 << 20

// Error is an error answer of the control interface.
type Error struct {
	Status int    `json:"-"`     // HTTP status, such as 404 for an unknown name; 0 when something other than a sandbox answered
	Text   string `json:"error"` // what was wrong
	Hint   string `json:"hint"`  // what would be right, such as the nearest names; empty for none

	ID string `json:"id,omitempty"` // of a failure of the sandbox, with the reason under it in the log

	// Faults are the mistakes of a scenario or of a world. Text shows them with the lines
	// around them.
	Faults []Fault `json:"faults,omitempty"`
}

// Fault is one mistake in a text: in YAML or in the JSON of records.
type Fault struct {
	Line       int    `json:"line"`   // from 1; 0 when the mistake has no place
	Column     int    `json:"column"` // from 1, in characters
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitempty"` // what to write instead at the place
}

// Error returns what was wrong and the hint, on one line unless the sandbox points at a
// place in a file.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Text
	}
	return e.Text + "; " + e.Hint
}

// readError returns the error of an answer. Without an error body, something
// other than a sandbox answered.
func (c *Client) readError(response *http.Response) error {
	e := Error{Status: response.StatusCode}
	text, _ := io.ReadAll(io.LimitReader(response.Body, maxRead)) // without a text, the error has no words
	if json.Unmarshal(text, &e) != nil || e.Text == "" {
		// A sandbox that serves https answers a call without TLS in plain text.
		if response.Header.Get("X-Sandbox-Request") != "" && strings.HasPrefix(response.Header.Get("Content-Type"), "text/plain") {
			return &Error{Status: response.StatusCode, Text: fmt.Sprintf("%s answers %s: %s", c.url, response.Status, strings.TrimSpace(string(text)))}
		}
		return &Error{Text: fmt.Sprintf("%s answers %s, but not as a sandbox does", c.url, response.Status), Hint: c.proxyHint(response.Request)}
	}
	return &e
}
