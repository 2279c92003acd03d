package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func callVerb() verb {
	return verb{
		use: "call METHOD PATH", short: "Call any route of the control interface, and print its answer",
		long:     "Call any route of the control interface, and print its answer as it comes. PATH is\nbelow /_sandbox; {account} in it is the account. / lists the routes.",
		examples: []string{"call GET /", "call GET /accounts/{account}/timeline --format '{{.now}}'", "call PUT /accounts/{account}/clock --input clock.json"},
		needs:    "a method, and a path that begins with a slash, such as GET /accounts", args: []flag{{name: "method"}, {name: "path", kind: value(routePath)}},
		account: firstAccount, flags: []flag{{name: "input", value: "FILE", usage: "body to send, JSON or YAML; - for stdin", complete: files}},
		fetch: callRoute,
	}
}

func routePath(field *string, given string) error {
	if !strings.HasPrefix(given, "/") {
		return fmt.Errorf("must begin with a slash, such as /accounts, got %q", given)
	}
	*field = strings.TrimPrefix(given, "/_sandbox")
	return nil
}

// callRoute calls the route of the arguments. A text is the answer as it comes.
func callRoute(r *request) (any, error) {
	path, body := r.in["path"].(string), any(nil)
	if strings.Contains(path, "{account}") {
		account, err := r.account()
		if err != nil {
			return nil, err
		}
		path = strings.ReplaceAll(path, "{account}", account.Code)
	}
	if file, is := r.in["input"].(string); is {
		read, err := readBody(file, r.InOrStdin())
		if err != nil {
			return nil, usage{err}
		}
		body = read
	}
	answer, err := r.client().Send(r.ctx, strings.ToUpper(r.args[0]), path, body)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	if r.format == client.AsText {
		_, err = io.Copy(r.program.stdout, answer.Body)
		return nil, err
	}
	r.raw, err = io.ReadAll(answer.Body)
	return nil, err
}

// readBody reads a body to send from a file, or from stdin for "-".
func readBody(file string, stdin io.Reader) (client.Body, error) {
	from, err := openInput(file, stdin)
	if err != nil {
		return client.Body{}, err
	}
	defer from.Close()
	text, err := io.ReadAll(from)
	kind := "application/yaml"
	if begin := bytes.TrimSpace(text); len(begin) > 0 && strings.Contains(`{["`, string(begin[:1])) {
		kind = "application/json"
	}
	return client.Body{Type: kind, Reader: bytes.NewReader(text)}, err
}
