package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// requestsCmd is the command requests with its flags.
type requestsCmd struct {
	remote
	filter client.Filter
	class  string // term of a class of statuses, "" for none
	follow bool
	format format
}

func (p *program) requests() *cobra.Command {
	r := &requestsCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "requests",
		GroupID: groupRemote,
		Short:   "List the recorded calls of an account, the newest last",
		Example: examples(
			name+" requests --status 400",
			name+" requests --q 'status:4xx -code:FORBIDDEN after:-5m'",
			name+" requests --follow --operation search-orders",
			name+" requests --account none",
		),
		Args: noArguments,
		RunE: r.run,
	}
	r.define(c,
		r.accountFlag(firstAccount+"; none for calls that belong to no account"),
		flag{name: "follow", usage: "list further calls as they end, until interrupted", set: toggle(&r.follow)},
		flag{name: "q", short: "q", value: "QUERY", usage: "only calls that match a query, such as 'path:/orders/ status:4xx after:-5m', in quotes for the shell", set: text(&r.filter.Query), complete: r.completeQuery},
		flag{name: "operation", value: "ID", usage: "only calls of this operation, such as search-orders", set: text(&r.filter.Operation), complete: r.completions(r.operations)},
		flag{name: "status", value: "STATUS", usage: "only calls answered with this HTTP status, or one of a class such as 4xx; 0 selects those without an answer", set: r.setStatus},
		flag{name: "code", value: "CODE", usage: "only calls answered with this error code, such as FORBIDDEN", set: text(&r.filter.Code)},
		flag{name: "scenario", value: "NAME", usage: "only calls that this scenario affected", set: text(&r.filter.Scenario), complete: r.completions(r.scenarios)},
		flag{name: "limit", value: "N", preset: "20", usage: "number of calls to list at most", set: number(&r.filter.Limit, 1)},
		formatFlag(&r.format),
	)
	return c
}

// setStatus selects a status, a class of them, or 0 for calls without an answer.
func (r *requestsCmd) setStatus(given string) error {
	if len(given) == len("4xx") && strings.HasSuffix(given, "xx") && strings.Contains("12345", given[:1]) {
		r.class = "status:" + given
		return nil
	}
	status, err := strconv.Atoi(given)
	if err != nil || status != 0 && (status < 100 || status > 599) {
		return fmt.Errorf("must be an HTTP status, a class such as 4xx, or 0 for no answer, got %q", given)
	}
	r.filter.Status = &status
	return nil
}

func (r *requestsCmd) run(c *cobra.Command, _ []string) error {
	ctx := c.Context()
	r.filter.Query = strings.TrimSpace(r.filter.Query + " " + r.class)
	code, list := client.NoAccount, r.client().RequestsWithoutAccount
	if r.code != client.NoAccount {
		account, err := r.account(ctx)
		if err != nil {
			return err
		}
		code, list = account.Code, account.Requests
	}
	if r.follow {
		return r.runFollow(ctx, code, list)
	}
	calls, err := list(ctx, r.filter)
	if err != nil {
		return err
	}
	return r.list(calls)
}
