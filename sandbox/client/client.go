// Package client speaks the sandbox's control interface from Go, so that a
// test can open an account, break it, move its clock and ask what was called:
//
//	c := client.New("http://127.0.0.1:8080", client.Options{})
//	shop := c.Account("DEMO")
//	err := shop.SwitchOn(ctx, "customer-orders-forbidden", client.Limits{Times: 1})
//
// A route is one method: those of the whole sandbox belong to Client, those of
// one account to Account. What is refused is an *Error with its status and its
// words, those of whatever else may answer at the address included; every other
// error says that nothing answered, or nothing that can be read.
//
// What a route does belongs to the sandbox, and calling the commerce interface
// itself to the caller's own client. The package knows the JSON that travels
// and nothing of the process that answers, which may be on another machine.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// base is where the control interface lives.
const base = "/_sandbox"

// Options say how a sandbox is reached. The zero value will do for one without
// a control token.
type Options struct {
	Token      string       // the sandbox's control token, "" for none
	HTTPClient *http.Client // http.DefaultClient when nil
}

// Client calls the control interface of one sandbox. It is safe for concurrent
// use.
type Client struct {
	url     string
	options Options
}

// New returns a client of the sandbox at a URL, scheme and host such as
// http://127.0.0.1:8080. It calls nothing yet.
func New(url string, o Options) *Client {
	if o.HTTPClient == nil {
		o.HTTPClient = http.DefaultClient
	}
	return &Client{url: strings.TrimRight(url, "/"), options: o}
}

// Account is one account of a sandbox, known by its vendor code alone: whether
// there is one is found out by calling.
type Account struct {
	Code   string
	client *Client
}

// Account returns the account with a vendor code.
func (c *Client) Account(code string) *Account { return &Account{Code: code, client: c} }

// at is the address of a route below the base, its parts escaped.
func at(parts ...string) string {
	var path strings.Builder
	for _, part := range parts {
		path.WriteString("/" + url.PathEscape(part))
	}
	return path.String()
}

// at is the address of a route of the account.
func (a *Account) at(parts ...string) string { return at("accounts", a.Code) + at(parts...) }

// get asks a route and decodes its answer into out.
func (c *Client) get(ctx context.Context, path string, out any) error {
	return c.call(ctx, http.MethodGet, path, nil, out)
}

// call sends in, nothing when it is nil, text as it stands and the rest as
// JSON, and decodes the answer into out unless that is nil.
func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	response, err := c.send(ctx, method, path, in)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if out == nil {
		_, err := io.Copy(io.Discard, response.Body) // so that the connection can be used again
		return err
	}
	if err := json.NewDecoder(response.Body).Decode(out); err != nil {
		return fmt.Errorf("%s %s: the answer cannot be read: %w", method, c.url+base+path, err)
	}
	return nil
}

// send calls a route and returns its answer, whose body the caller closes. An
// answer that is a refusal is returned as the error it is.
func (c *Client) send(ctx context.Context, method, path string, in any) (*http.Response, error) {
	body, kind, err := encode(in)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, method, c.url+base+path, body)
	if err != nil {
		return nil, err
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if c.options.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.options.Token)
	}
	response, err := c.options.HTTPClient.Do(request)
	if err != nil {
		return nil, c.unanswered(err)
	}
	if response.StatusCode >= http.StatusBadRequest {
		defer response.Body.Close()
		return nil, c.readError(response)
	}
	return response, nil
}

// yaml is a body that is sent as it stands.
type yaml []byte

func encode(in any) (body io.Reader, kind string, err error) {
	switch v := in.(type) {
	case nil:
		return http.NoBody, "", nil
	case yaml:
		return bytes.NewReader(v), "application/yaml", nil
	}
	text, err := json.Marshal(in)
	return bytes.NewReader(text), "application/json", err
}

// unanswered says where nothing answered, which the library's error hides
// behind the method and the whole address.
func (c *Client) unanswered(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return fmt.Errorf("nothing answers at %s: %w", c.url, err)
}
