// Package client calls the control interface of a running sandbox, so that a test can
// open an account, activate scenarios, move its clock and verify its calls:
//
//	c := client.New("http://127.0.0.1:8080", client.Options{})
//	shop := c.Account("DEMO")
//	err := shop.Activate(ctx, "customer-orders-forbidden", client.ActivationLimits{Times: 1})
//	…
//	found, err := shop.Verify(ctx, client.Expectation{Operation: "customer-orders", AtLeast: new(1)})
//
// Each route is one method: routes of the whole sandbox are methods of Client,
// those of one account are methods of Account. By subject:
//
//   - accounts: Client.Open, Client.FindAccounts, Client.First, Account.State,
//     Account.Reset, Account.Delete; snapshots: Account.SaveSnapshot
//   - the accounts of one execution of a test suite: Client.Runs, Client.Run,
//     Client.DeleteRun
//   - what an account has: Account.Handles, Account.Records, Account.Record,
//     Account.ChangeOrder, Account.ChangeSubscription, Account.ChangeCustomer,
//     Account.DeleteRecord, Account.Form, Account.AddWorld, Account.Export
//   - how it behaves: Account.Activate, Account.Deactivate, Account.SetAnswer,
//     Account.EnableFeature; its clock: Account.FreezeAt, Account.Advance
//   - what was called: Account.Requests, Account.RequestLines,
//     Client.Request, Client.Explain, Account.RefusedCalls, Account.Verify, Account.Coverage;
//     Account.VerdictText, Client.RunText for people and CI servers; its query language:
//     Client.QueryFields, Client.CheckQuery
//   - everything that happens, live: Client.Stream
//   - the library: Client.Scenarios, Client.Questions, Client.Catalog; to write a
//     scenario: Client.CheckScenario, Client.DraftScenario
//   - the guide: Client.Guide, Client.GuideText, Client.LLMs
//   - signatures: Account.Sign, Client.Diagnose
//
// The types of this package are the JSON of the control interface; the sandbox itself
// uses them. An error answer is an *Error with its status and its text. Every other error
// means that nothing answered, or the answer cannot be read.
//
// The package leaves the meaning of the routes to the sandbox, and calls of the
// commerce interface itself to an HTTP client. It depends on no other package of
// this module.
package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	v1 "github.com/go-json-experiment/json/v1"
)

// base is the path of the control interface.
const base = "/_sandbox"

// Options say how to reach a sandbox. The zero value reaches a sandbox without a
// control token.
type Options struct {
	Token      string       // control token of the sandbox, empty for none
	HTTPClient *http.Client // the default is http.DefaultClient
}

// Client calls the control interface of one sandbox. It is safe for concurrent
// use.
type Client struct {
	url     string
	options Options
}

// New returns a client of the sandbox at a URL of scheme and host, such as
// http://127.0.0.1:8080. It does not call the sandbox.
func New(url string, o Options) *Client {
	if o.HTTPClient == nil {
		o.HTTPClient = http.DefaultClient
	}
	return &Client{url: strings.TrimRight(url, "/"), options: o}
}

// Account is one account of a sandbox. Its methods return an *Error with status
// 404 when the sandbox has no account with the code.
type Account struct {
	Code   string // vendor code
	client *Client
}

// Account returns the account with a vendor code.
func (c *Client) Account(code string) *Account { return &Account{Code: code, client: c} }

// at returns the path of a route below the base, with its parts escaped.
func at(parts ...string) string {
	var path strings.Builder
	for _, part := range parts {
		path.WriteString("/" + url.PathEscape(part))
	}
	return path.String()
}

// at returns the path of a route of the account.
func (a *Account) at(parts ...string) string { return at("accounts", a.Code) + at(parts...) }

// with returns a path with a query of names and values by turns, without the zero values.
func with(path string, query ...any) string {
	values := url.Values{}
	for pair := range slices.Chunk(query, 2) {
		if !reflect.ValueOf(pair[1]).IsZero() {
			values.Set(fmt.Sprint(pair[0]), fmt.Sprint(pair[1]))
		}
	}
	if len(values) == 0 {
		return path
	}
	return path + "?" + values.Encode()
}

// get calls a route with GET and returns its answer.
func get[T any](ctx context.Context, c *Client, path string) (T, error) {
	return ask[T](ctx, c, http.MethodGet, path, nil)
}

// ask sends in as Send does, and returns the answer.
func ask[T any](ctx context.Context, c *Client, method, path string, in any) (answer T, err error) {
	err = c.call(ctx, method, path, in, &answer)
	return answer, err
}

// call sends in as Send does, and decodes the answer into out unless out is
// nil.
func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	if out == nil {
		return c.copy(ctx, method, path, in, io.Discard) // so that the connection can be used again
	}
	response, err := c.Send(ctx, method, path, in)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(out); err != nil {
		return fmt.Errorf("%s %s: the answer cannot be read: %w", method, c.url+base+path, err)
	}
	return nil
}

// copy sends in as Send does, and writes the answer to w as it is.
func (c *Client) copy(ctx context.Context, method, path string, in any, w io.Writer) error {
	response, err := c.Send(ctx, method, path, in)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(w, response.Body)
	return err
}

// text sends in as Send does, and returns the answer as it is.
func (c *Client) text(ctx context.Context, method, path string, in any) (string, error) {
	var answer strings.Builder
	err := c.copy(ctx, method, path, in, &answer)
	return answer.String(), err
}

// Send calls a route by its method and its path below /_sandbox, such as
// /accounts/DEMO/clock?…, and returns its answer, whose body the caller closes. It sends in as
// JSON with durations as text, a Body as it is, and nothing for nil. An error answer is an
// *Error.
func (c *Client) Send(ctx context.Context, method, path string, in any) (*http.Response, error) {
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
		return nil, c.noAnswer(request, err)
	}
	if response.StatusCode >= http.StatusBadRequest {
		defer response.Body.Close()
		return nil, c.readError(response)
	}
	return response, nil
}

// Body is the body of a request that is sent as it is.
type Body struct {
	Type string // its media type, such as application/yaml
	io.Reader
}

func yaml(text string) Body { return Body{"application/yaml", strings.NewReader(text)} }

// encode returns the body of a request and its media type.
func encode(in any) (body io.Reader, kind string, err error) {
	switch v := in.(type) {
	case nil:
		return http.NoBody, "", nil
	case Body:
		return v.Reader, v.Type, nil
	}
	text, err := jsonv2.Marshal(in, asRead)
	return bytes.NewReader(text), "application/json", err
}

// asRead are the rules of encoding/json, with durations as the control interface reads them,
// such as 1m30s.
var asRead = jsonv2.JoinOptions(v1.DefaultOptionsV1(), jsonv2.WithMarshalers(
	jsonv2.MarshalToFunc(func(to *jsontext.Encoder, d time.Duration) error { return to.WriteToken(jsontext.String(d.String())) })))

// noAnswer returns an error with the address where nothing answered. The error of
// net/http hides it behind the method and the whole address.
func (c *Client) noAnswer(request *http.Request, err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	if hint := c.proxyHint(request); hint != "" {
		return fmt.Errorf("nothing answers at %s: %w; %s", c.url, err, hint)
	}
	return fmt.Errorf("nothing answers at %s: %w", c.url, err)
}

// proxyHint names the proxy of a request, and how to go past it, because a company's proxy
// is seldom meant and its answer looks like the sandbox's. It is "" without one.
func (c *Client) proxyHint(request *http.Request) string {
	transport, ok := cmp.Or(c.options.HTTPClient.Transport, http.DefaultTransport).(*http.Transport)
	if !ok || transport.Proxy == nil {
		return ""
	}
	proxy, err := transport.Proxy(request)
	if err != nil || proxy == nil {
		return ""
	}
	return fmt.Sprintf("the request went to the proxy %s; NO_PROXY=%s goes past it", proxy.Redacted(), request.URL.Hostname())
}
