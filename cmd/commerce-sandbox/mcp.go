package main

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/cmd/commerce-sandbox/internal/agent"
)

func mcpVerb() verb {
	return verb{
		use: "mcp", short: "Offer a running sandbox to a coding agent, by the Model Context Protocol on stdin and stdout",
		long: "Offer a running sandbox to a coding agent, by the Model Context Protocol on stdin and\n" +
			"stdout. The agent starts this command itself; it ends when stdin does. The sandbox need\n" +
			"not run yet: the tools say how to start one.",
		examples: []string{"mcp", "mcp --url http://127.0.0.1:8080 --account DEMO"}, account: firstAccount, plain: true,
		fetch: serveAgent,
	}
}

func serveAgent(r *request) (any, error) {
	info, _ := debug.ReadBuildInfo()
	calls := r.remote
	calls.token = "" // calls of the commerce interface do not carry it
	_, address, _ := strings.Cut(r.url, "://")
	err := agent.Serve(r.ctx, agent.Options{
		Client: r.client(), HTTP: &http.Client{Transport: calls.transport()}, Account: r.code, Version: build(info).String(), Folder: ".",
		Start: fmt.Sprintf("start a sandbox there with: %s --ephemeral --listen %s (or give the address of one that runs to commerce-sandbox mcp with --url or SANDBOX_URL)", name, address),
	}, r.InOrStdin(), r.program.stdout)
	if r.ctx.Err() != nil {
		return nil, nil // interrupted
	}
	return nil, err
}
