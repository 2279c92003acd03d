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
}

// bytes returns the body of the request, read once, up to the cap of the
// operation.
func (c *call) bytes() ([]byte, error) {
	if c.content == nil {
		text, err := c.readBody(bodyLimit(c.Operation.ID))
		c.content = &content{text, err}
	}
	return c.content.text, c.content.err
}

func bodyLimit(id catalog.OperationID) int64 {
	if id == catalog.UploadOrderForm {
		return catalog.MaxUploadBody
	}
	return catalog.MaxJSONBody
}

// readBody reads the body up to a limit and notes it in the journal.
func (c *call) readBody(limit int64) ([]byte, error) {
	var body bytes.Buffer
	source := io.TeeReader(io.LimitReader(c.request.Body, limit+1), gate.Sink{Entry: c.Entry})
	if n := c.request.ContentLength; n > 0 && n <= limit {
		body.Grow(int(n) + bytes.MinRead)
	}
	if _, err := body.ReadFrom(source); err != nil {
		return nil, commerce.Refuse(catalog.InvalidRequestBody, "The body broke off: %v", err).
			Of("", fmt.Sprintf("%d bytes", body.Len()), "as many bytes as announced")
	}
	if int64(body.Len()) > limit {
		return nil, commerce.Refuse(catalog.RequestTooLarge, "The body must have at most %d bytes", limit).
			Of("", "more", fmt.Sprintf("at most %d bytes", limit))
	}
	return body.Bytes(), nil
}
