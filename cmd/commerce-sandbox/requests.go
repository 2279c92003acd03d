package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// requestsCmd is the command requests with its flags.
type requestsCmd struct {
	remote
	filter client.Filter
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
			name+" requests --follow --operation search-orders",
			name+" requests --account none",
		),
		Args: all(noArguments, r.checkFollow),
		RunE: r.run,
	}
	r.define(c,
		r.accountFlag(firstAccount+"; none for calls that belong to no account"),
		flag{name: "follow", usage: "list further calls as they end, until interrupted", set: toggle(&r.follow)},
		flag{name: "operation", value: "ID", usage: "only calls of this operation, such as search-orders", set: text(&r.filter.Operation), complete: r.completions(r.operations)},
		flag{name: "status", value: "STATUS", usage: "only calls answered with this HTTP status; 0 selects those without an answer", set: httpStatus(&r.filter.Status)},
		flag{name: "code", value: "CODE", usage: "only calls answered with this error code, such as FORBIDDEN", set: text(&r.filter.Code)},
		flag{name: "scenario", value: "NAME", usage: "only calls that this scenario affected", set: text(&r.filter.Scenario), complete: r.completions(r.scenarios)},
		flag{name: "limit", value: "N", preset: "20", usage: "number of calls to list at most", set: number(&r.filter.Limit, 1)},
		formatFlag(&r.format),
	)
	return c
}

// httpStatus sets a status, or 0 for calls without an answer.
func httpStatus(field **int) func(string) error {
	return func(given string) error {
		status, err := strconv.Atoi(given)
		if err != nil || status != 0 && (status < 100 || status > 599) {
			return fmt.Errorf("must be an HTTP status, or 0 for no answer, got %q", given)
		}
		*field = &status
		return nil
	}
}

func (r *requestsCmd) checkFollow(*cobra.Command, []string) error {
	if r.follow && r.code == client.NoAccount {
		return errors.New("--follow needs an account: calls that belong to none cannot be followed")
	}
	return nil
}

func (r *requestsCmd) run(c *cobra.Command, _ []string) error {
	ctx := c.Context()
	if r.code == client.NoAccount {
		calls, err := r.client().RequestsWithoutAccount(ctx, r.filter)
		if err != nil {
			return err
		}
		return r.list(calls)
	}
	account, err := r.account(ctx)
	if err != nil {
		return err
	}
	if r.follow {
		return r.runFollow(ctx, account)
	}
	calls, err := account.Requests(ctx, r.filter)
	if err != nil {
		return err
	}
	return r.list(calls)
}

// runFollow lists the recorded calls and then further calls as they end. It opens
// the stream before it lists, so that no call is missing. Interrupting it is no
// error.
func (r *requestsCmd) runFollow(ctx context.Context, account *client.Account) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // closes a stream that nobody reads
	stream, err := account.Follow(ctx, r.filter)
	if err != nil {
		return err
	}
	calls, err := account.Requests(ctx, r.filter)
	if err == nil {
		err = r.list(calls)
	}
	if err == nil {
		err = r.followOn(stream, calls.Requests)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// followOn prints the calls of a stream except for those that were listed.
func (r *requestsCmd) followOn(stream iter.Seq2[client.Entry, error], listed []client.Entry) error {
	for call, err := range stream {
		var missed *client.MissedError
		switch {
		case errors.As(err, &missed):
			fmt.Fprintln(r.program.stderr, missed)
			continue
		case err != nil:
			return err
		case slices.ContainsFunc(listed, func(known client.Entry) bool { return known.ID == call.ID }):
			continue
		}
		if err := r.print(call); err != nil {
			return err
		}
	}
	return nil
}
