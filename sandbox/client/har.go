package client

import (
	"context"
	"io"
	"net/http"
)

// WriteHAR writes the recorded calls of the account that a filter selects to w, as an
// HTTP Archive 1.2: oldest first, credentials masked, all of them unless the filter has a
// limit.
func (a *Account) WriteHAR(ctx context.Context, f Filter, w io.Writer) error {
	return a.client.download(ctx, a.requests(f, "format", "har"), w)
}

// download writes the answer of a route to w as it is.
func (c *Client) download(ctx context.Context, path string, w io.Writer) error {
	response, err := c.Send(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(w, response.Body)
	return err
}
