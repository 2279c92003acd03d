package oracle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// client makes calls to an account of a sandbox, which has the records and the settings of
// a start.
type client struct {
	http    *http.Client
	base    string // of the sandbox
	code    string
	secret  string
	clock   string
	session string
}

const snapshot = "start"

// open opens an account of its own for the start.
func open(via *http.Client, base string, h *header, start settings) (*client, error) {
	c := &client{http: via, base: base, secret: h.Secret, clock: h.Clock}
	wanted := struct {
		Secret   string            `json:"secret"`
		World    string            `json:"world"`
		Clock    string            `json:"clock"`
		Answers  map[string]string `json:"assume,omitempty"`
		Features map[string]bool   `json:"features,omitempty"`
	}{h.Secret, "empty", h.Clock, start.Answers, start.Features}
	var opened struct {
		Code string `json:"vendor_code"`
	}
	if err := c.control("POST", "", wanted, &opened); err != nil {
		return nil, err
	}
	if opened.Code == "" {
		return nil, errors.New("the answer to a new account has no vendor code")
	}
	c.code = opened.Code
	err := c.control("POST", "/"+c.code+"/world", h.World, nil)
	if err == nil {
		err = c.control("PUT", "/"+c.code+"/snapshots/"+snapshot, nil, nil)
	}
	if err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// reset gives the account its first records again.
func (c *client) reset() error {
	c.session = ""
	return c.control("POST", "/"+c.code+"/reset", map[string]any{"to": snapshot, "keep": []string{"clock", "features", "questions"}}, nil)
}

func (c *client) close() { _ = c.control("DELETE", "/"+c.code, nil, nil) }

// control makes a call of the control interface below the accounts.
func (c *client) control(method, path string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if body == nil {
		text = nil
	}
	request, err := http.NewRequest(method, c.base+"/_sandbox/accounts"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	response, given, err := c.do(request)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s of the control interface is answered %d: %.300s", method, request.URL.Path, response.StatusCode, given)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(given, answer)
}

// do returns the answer to a request with its body.
func (c *client) do(request *http.Request) (*http.Response, []byte, error) {
	response, err := c.http.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, body, err
}

// fill puts the account and its session into a text of a call.
func (c *client) fill(text string) string {
	if strings.Contains(text, "{session}") {
		text = strings.ReplaceAll(text, "{session}", c.login())
	}
	return fill(text, c.code, c.secret)
}

// login returns a session of the account, empty when it gets none.
func (c *client) login() string {
	if c.session == "" {
		date := strings.NewReplacer("T", " ", "Z", "").Replace(c.clock)
		_, body, err := c.send(call{Method: "POST", Path: soapPath, Body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><login><merchantCode>{code}</merchantCode><date>` +
			date + `</date><hash>{sha256 ` + date + `}</hash><algorithm>sha256</algorithm></login></e:Body></e:Envelope>`})
		if found := returned.FindSubmatch(body); err == nil && found != nil {
			c.session = string(found[1])
		}
	}
	return c.session
}

var returned = regexp.MustCompile(`<(?:[a-z0-9]+:)?loginReturn[^>]*>([^<]+)<`)

// send makes one call and returns the answer with its body.
func (c *client) send(one call) (*http.Response, []byte, error) {
	at, err := url.Parse(c.base)
	if err != nil {
		return nil, nil, err
	}
	// Opaque, because the path is sent as the corpus spells it.
	at.Opaque, at.RawQuery = "//"+at.Host+c.fill(one.Path), c.fill(one.Query)
	request := &http.Request{Method: one.Method, URL: at, Host: at.Host, Header: http.Header{}}
	if one.Body != "" {
		body := c.fill(one.Body)
		body += strings.Repeat(" ", max(0, one.Pad-len(body)))
		request.Body, request.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	}
	for _, h := range one.Headers {
		request.Header[http.CanonicalHeaderKey(h[0])] = append(request.Header[http.CanonicalHeaderKey(h[0])], c.fill(h[1]))
	}
	return c.do(request)
}
