package rest

import (
	"bytes"
	"fmt"
	"io"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
)

// content is the body of a request, or why there is none.
type content struct {
	text []byte
	err  error

	value   any // as conditions of scenarios see it, nil for what is no JSON
	decoded bool
}

// bytes returns the body of the request, read once, up to the cap of the
// operation.
func (c *call) bytes() ([]byte, error) {
	if c.content == nil {
		text, err := c.readBody(bodyLimit(c.Operation.ID))
		c.content = &content{text: text, err: err}
	}
	return c.content.text, c.content.err
}

func bodyLimit(id catalog.OperationID) int64 {
	if id == catalog.UploadOrderForm {
		return catalog.MaxUploadBody
	}
	return catalog.MaxJSONBody
}

// firstRead is how much room is made for a body that says to be large before
// it has proved it.
const firstRead = 64 << 10

// readBody reads the body up to a limit and notes it in the journal. One that
// says to be too large is not read at all, so that a client that waits to be
// told to go on keeps it.
func (c *call) readBody(limit int64) ([]byte, error) {
	length := c.request.ContentLength
	if length > limit {
		return nil, tooLarge(limit, fmt.Sprintf("%d bytes", length))
	}
	var body bytes.Buffer
	source := io.TeeReader(io.LimitReader(c.request.Body, limit+1), gate.Sink{Entry: c.Entry})
	body.Grow(int(min(max(length, 0), firstRead)) + bytes.MinRead)
	if _, err := body.ReadFrom(source); err != nil {
		return nil, commerce.Refuse(catalog.InvalidRequestBody, "The body broke off: %v", err).
			Of("", fmt.Sprintf("%d bytes", body.Len()), "as many bytes as announced")
	}
	if int64(body.Len()) > limit {
		return nil, tooLarge(limit, "more")
	}
	return body.Bytes(), nil
}

func tooLarge(limit int64, given string) error {
	return commerce.Refuse(catalog.RequestTooLarge, "The body must have at most %d bytes", limit).
		Of("", given, fmt.Sprintf("at most %d bytes", limit))
}
