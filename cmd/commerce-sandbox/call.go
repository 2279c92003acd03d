package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// callCmd is the command call with its flags.
type callCmd struct {
	remote
	input  string
	format format
}

func (p *program) call() *cobra.Command {
	k := &callCmd{remote: p.remote()}
	c := &cobra.Command{
		Use: "call METHOD PATH", GroupID: groupRemote,
		Short:   "Call any route of the control interface, and print its answer",
		Long:    "Call any route of the control interface, and print its answer as it comes. PATH is\nbelow /_sandbox; {account} in it is the account. / lists the routes.",
		Example: examples(name+" call GET /", name+" call GET /accounts/{account}/timeline --format '{{.now}}'", name+" call PUT /accounts/{account}/clock --input clock.json"),
		Args:    k.check, RunE: k.run,
	}
	k.define(c, k.accountFlag(firstAccount), flag{name: "input", value: "FILE", usage: "body to send, JSON or YAML; - for stdin", set: text(&k.input), complete: files}, formatFlag(&k.format))
	return c
}

func (k *callCmd) check(_ *cobra.Command, args []string) error {
	if len(args) != 2 || !strings.HasPrefix(args[1], "/") {
		return fmt.Errorf("call needs a method, and a path that begins with a slash, such as GET /accounts, got %q", strings.Join(args, " "))
	}
	return nil
}

func (k *callCmd) run(c *cobra.Command, args []string) error {
	method, path, body := strings.ToUpper(args[0]), strings.TrimPrefix(args[1], "/_sandbox"), any(nil)
	if strings.Contains(path, "{account}") {
		account, err := k.account(c.Context())
		if err != nil {
			return err
		}
		path = strings.ReplaceAll(path, "{account}", account.Code)
	}
	if k.input != "" {
		read, err := k.read(c.InOrStdin())
		if err != nil {
			return usage{err}
		}
		body = read
	}
	answer, err := k.client().Send(c.Context(), method, path, body)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	if k.format == asText {
		_, err = io.Copy(k.program.stdout, answer.Body)
		return err
	}
	r := request{remote: k.remote, format: k.format}
	if r.raw, err = io.ReadAll(answer.Body); err != nil {
		return err
	}
	return r.write()
}

// read reads the body to send.
func (k *callCmd) read(from io.Reader) (client.Body, error) {
	text, err := os.ReadFile(k.input)
	if k.input == "-" {
		text, err = io.ReadAll(from)
	}
	kind := "application/yaml"
	if begin := bytes.TrimSpace(text); len(begin) > 0 && strings.Contains(`{["`, string(begin[:1])) {
		kind = "application/json"
	}
	return client.Body{Type: kind, Reader: bytes.NewReader(text)}, err
}
