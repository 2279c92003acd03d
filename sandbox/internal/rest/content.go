package rest

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// sentBody is the body of a request, or the error of reading it.
type sentBody struct {
	text []byte
	err  error

	value   any // decoded, for scenario conditions; nil for text that is not JSON
	decoded bool
}

// bytes returns the body of the request, read once, up to the cap of the
// operation.
func (c *call) bytes() ([]byte, error) {
	if c.content == nil {
		text, err := c.readBody(cmp.Or(c.Operation.MaxBody, catalog.MaxJSONBody))
		c.content = &sentBody{text: text, err: err}
	}
	return c.content.text, c.content.err
}

// readBody reads the body up to a limit.
func (c *call) readBody(limit int64) ([]byte, error) {
	done := c.ReadsBody()
	text, err := gate.ReadBody(c.Request, c.Recorder, limit)
	done()
	switch {
	case err == nil:
		return text, nil
	case errors.Is(err, gate.ErrTooLarge):
		given := "more"
		if length := c.Request.ContentLength; length > limit {
			given = fmt.Sprintf("%d bytes", length)
		}
		return nil, commerce.Problemf(catalog.RequestTooLarge, "The body must have at most %d bytes", limit).
			Of("", given, fmt.Sprintf("at most %d bytes", limit))
	}
	return nil, commerce.Problemf(catalog.InvalidRequestBody, "The body broke off: %v", err).
		Of("", fmt.Sprintf("%d bytes", len(text)), "the number of bytes that Content-Length announces")
}
