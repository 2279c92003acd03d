package main

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/cmd/commerce-sandbox/internal/agent"
)

// mcpCmd is the command mcp with its flags.
type mcpCmd struct{ remote }

func (p *program) mcp() *cobra.Command {
	m := &mcpCmd{p.remote()}
	c := &cobra.Command{
		Use:     "mcp",
		GroupID: groupRemote,
		Short:   "Offer a running sandbox to a coding agent, by the Model Context Protocol on stdin and stdout",
		Long: "Offer a running sandbox to a coding agent, by the Model Context Protocol on stdin and\n" +
			"stdout. The agent starts this command itself; it ends when stdin does. The sandbox need\n" +
			"not run yet: the tools say how to start one.",
		Example: examples(name+" mcp", name+" mcp --url http://127.0.0.1:8080 --account DEMO"),
		RunE:    m.run,
	}
	m.define(c, m.accountFlag(firstAccount))
	return c
}

func (m *mcpCmd) run(c *cobra.Command, _ []string) error {
	info, _ := debug.ReadBuildInfo()
	calls := m.remote
	calls.token = "" // calls of the commerce interface do not carry it
	err := agent.Serve(c.Context(), agent.Options{
		Client: m.client(), HTTP: &http.Client{Transport: calls.transport()}, Account: m.code, Version: build(info).String(), Start: m.start(), Folder: ".",
	}, c.InOrStdin(), m.program.stdout)
	if c.Context().Err() != nil {
		return nil // interrupted
	}
	return err
}

// start says how to start the missing sandbox.
func (m *mcpCmd) start() string {
	_, address, _ := strings.Cut(m.url, "://")
	return fmt.Sprintf("start a sandbox there with: %s --ephemeral --listen %s (or give the address of one that runs to commerce-sandbox mcp with --url or SANDBOX_URL)", name, address)
}
