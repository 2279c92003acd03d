package main

import (
	"context"
	"fmt"
	"io"
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
	least  int
	most   int    // -1 for any number
	har    string // file to write, "" for none
	format format
}

func (p *program) requests() *cobra.Command {
	r := &requestsCmd{remote: p.remote(), most: -1}
	c := &cobra.Command{
		Use:     "requests",
		GroupID: groupRemote,
		Short:   "List the recorded calls of an account, the newest last (exit code 1 if fewer than --at-least or more than --at-most)",
		Example: examples(
			name+" requests --status 400",
			name+" requests --q 'status:4xx -code:FORBIDDEN after:-5m'",
			name+" requests --q 'operation:login status:401' --at-most 0",
			name+" requests --follow --operation search-orders",
			name+" requests --account none",
			name+" requests --q 'status:4xx' --har refused.har",
		),
		Args: noArguments,
		RunE: r.run,
	}
	r.addFlags(c)
	return c
}

func (r *requestsCmd) addFlags(c *cobra.Command) {
	r.define(c,
		r.accountFlag(firstAccount+"; none for calls that belong to no account"),
		flag{name: "follow", usage: "list further calls as they end, until interrupted", set: toggle(&r.follow)},
		flag{name: "q", short: "q", value: "QUERY", usage: "only calls that match a query, such as 'path:/orders/ status:4xx after:-5m', in quotes for the shell", set: text(&r.filter.Query)},
		flag{name: "operation", value: "ID", usage: "only calls of this operation, such as search-orders", set: text(&r.filter.Operation), complete: knownNames(operations)},
		flag{name: "status", value: "STATUS", usage: "only calls answered with this HTTP status, or one of a class such as 4xx; 0 selects those without an answer", set: r.setStatus},
		flag{name: "code", value: "CODE", usage: "only calls answered with this error code, such as FORBIDDEN", set: text(&r.filter.Code)},
		flag{name: "scenario", value: "NAME", usage: "only calls that this scenario affected", set: text(&r.filter.Scenario), complete: knownNames(scenarios)},
		flag{name: "limit", value: "N", preset: "20", usage: "number of calls to list at most", set: number(&r.filter.Limit, 1)},
		flag{name: "at-least", value: "N", preset: "0", usage: "number of calls that must match, listed or not", set: number(&r.least, 0)},
		flag{name: "at-most", value: "N", usage: "number of calls that may match, listed or not; without it, any", set: number(&r.most, 0)},
		flag{name: "har", value: "FILE", usage: "write all calls that match to an HTTP Archive, which browsers and HTTP clients import, in place of the list; - for stdout", set: text(&r.har), complete: files},
		formatFlag(&r.format),
	)
	c.MarkFlagsMutuallyExclusive("follow", "at-least")
	c.MarkFlagsMutuallyExclusive("follow", "at-most")
	c.MarkFlagsMutuallyExclusive("follow", "har")
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
	if r.har != "" {
		return r.runHAR(c)
	}
	of, err := r.calls(ctx)
	if err != nil {
		return err
	}
	if r.follow {
		return r.runFollow(ctx, of)
	}
	calls, err := of.Requests(ctx, r.filter)
	if err != nil {
		return err
	}
	if err := r.list(calls); err != nil {
		return err
	}
	return r.expect(calls)
}

// runHAR writes the matching calls to an archive. The number of calls is limited
// only where the command line says so.
func (r *requestsCmd) runHAR(c *cobra.Command) error {
	ctx, filter := c.Context(), r.filter
	if !c.Flags().Changed("limit") {
		filter.Limit = 0
	}
	calls, err := r.calls(ctx)
	if err != nil {
		return err
	}
	if err := r.program.writeFile(r.har, func(w io.Writer) error { return calls.WriteHAR(ctx, filter, w) }); err != nil {
		return err
	}
	filter.Limit = 1
	matched, err := calls.RequestLines(ctx, filter)
	if err != nil {
		return err
	}
	return r.expect(client.Entries{ListedCalls: matched.ListedCalls})
}

// calls returns the account of the listed calls, possibly none.
func (r *requestsCmd) calls(ctx context.Context) (*client.Account, error) {
	if r.code == client.NoAccount {
		return r.client().Account(r.code), nil
	}
	return r.account(ctx)
}

// expect returns an error unless as many calls matched as the flags require. The list
// says nothing of calls dropped by the journal.
func (r *requestsCmd) expect(calls client.Entries) error {
	matched, dropped, open := calls.Total, calls.Dropped, len(calls.UnderWay)
	switch {
	case matched < r.least:
		return fmt.Errorf("--at-least requires %s, got %d", count(r.least, "call"), matched)
	case r.most >= 0 && matched > r.most:
		return fmt.Errorf("--at-most allows %s, got %d", count(r.most, "call"), matched)
	case r.most >= 0 && matched+open > r.most:
		return fmt.Errorf("--at-most allows %s, got %d, and %s under way, first %s", count(r.most, "call"), matched, count(open, "call"), calls.UnderWay[0].Text)
	case r.most >= 0 && int64(matched)+dropped > int64(r.most):
		return fmt.Errorf("--at-most allows %s, got %d, and the journal has dropped %s, which may have matched; verify --at-most counts them by how they ended",
			count(r.most, "call"), matched, count(int(dropped), "call"))
	}
	return nil
}
