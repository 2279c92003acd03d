package client

import (
	"context"
	"io"
	"net/http"
)

// GuidePage is a page of the guide in a list.
type GuidePage struct {
	Name    string `json:"name"` // of its file, such as start.md
	Title   string `json:"title"`
	Summary string `json:"summary"` // one sentence
}

// Guide lists the pages of the guide in reading order.
func (c *Client) Guide(ctx context.Context) ([]GuidePage, error) {
	list, err := get[struct{ Pages []GuidePage }](ctx, c, at("guide"))
	return list.Pages, err
}

// GuideText returns a page of the guide as Markdown. An unknown name is an *Error with
// status 404 and the nearest names.
func (c *Client) GuideText(ctx context.Context, name string) (string, error) {
	return c.text(ctx, http.MethodGet, at("guide", name), nil)
}

// LLMs returns the list of pages and documents for language models, in the form of
// llmstxt.org.
func (c *Client) LLMs(ctx context.Context) (string, error) {
	return c.text(ctx, http.MethodGet, at("llms.txt"), nil)
}

// text calls a route and returns its answer as it is.
func (c *Client) text(ctx context.Context, method, path string, in any) (string, error) {
	response, err := c.Send(ctx, method, path, in)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }() // it was read
	text, err := io.ReadAll(response.Body)
	return string(text), err
}
