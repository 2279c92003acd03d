package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// mostRead is how much of a refusal is read, in bytes: one with the faults of a
// whole file is long.
const mostRead = 1 << 20

// Error is a refusal of the control interface.
type Error struct {
	Status int    // such as 404 for a name that there is nothing of
	Text   string // what was wrong
	Hint   string // what would be right, such as the nearest names; "" for none
}

// Error returns what was wrong and what would be right, on one line unless the
// sandbox points into a file.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Text
	}
	return e.Text + "; " + e.Hint
}

// refusal reads the error body of an answer. An answer without one is not from
// a sandbox.
func (c *Client) refusal(response *http.Response) error {
	var body struct{ Error, Hint string }
	text, _ := io.ReadAll(io.LimitReader(response.Body, mostRead)) // what cannot be read has no words
	if json.Unmarshal(text, &body) != nil || body.Error == "" {
		body.Error = fmt.Sprintf("%s answers %s, as no sandbox does", c.url, response.Status)
	}
	return &Error{Status: response.StatusCode, Text: body.Error, Hint: body.Hint}
}
