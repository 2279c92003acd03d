package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// listing is the verb requests with its settings.
type listing struct {
	remote remote
	filter client.Filter
	follow bool
	format format
}

func (p *program) requests() verb {
	l := &listing{remote: p.remote()}
	return verb{
		name:    "requests",
		summary: "Lists the calls of an account, the newest last",
		examples: []string{
			name + " requests --status 400",
			name + " requests --follow --operation search-orders",
			name + " requests --account none",
		},
		flags: l.remote.flags(
			l.remote.accountFlag(firstAccount+"; "+client.NoAccount+" means the calls that belong to no account"),
			setting{name: "follow", usage: "go on with every call as it ends, until interrupted", set: onSwitch(&l.follow)},
			setting{name: "operation", value: "ID", absent: "all", usage: "only calls of this operation, such as search-orders", set: text(&l.filter.Operation)},
			setting{name: "status", value: "STATUS", absent: "all", usage: "only calls answered with this HTTP status; 0 means no answer", set: httpStatus(&l.filter.Status)},
			setting{name: "code", value: "CODE", absent: "all", usage: "only calls refused with this error code, such as FORBIDDEN", set: text(&l.filter.Code)},
			setting{name: "scenario", value: "NAME", absent: "all", alone: true, usage: "only calls that this scenario bent", set: text(&l.filter.Scenario)},
			setting{name: "limit", value: "N", preset: "20", usage: "how many calls to list at most", set: number(&l.filter.Limit, 1)},
			formatFlag(&l.format),
		),
		accept: all(l.remote.complete, l.accept),
		run:    l.run,
	}
}

// httpStatus takes what an entry can have: a status, or 0 for none.
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

func (l *listing) accept([]string) error {
	if l.follow && l.remote.code == client.NoAccount {
		return errors.New("--follow needs an account: the calls that belong to none cannot be followed")
	}
	return nil
}

func (l *listing) run(ctx context.Context) error {
	if l.remote.code == client.NoAccount {
		calls, err := l.remote.client().RequestsWithoutAccount(ctx, l.filter)
		if err != nil {
			return err
		}
		return l.list(calls)
	}
	account, err := l.remote.account(ctx)
	if err != nil {
		return err
	}
	if l.follow {
		return l.runOn(ctx, account)
	}
	calls, err := account.Requests(ctx, l.filter)
	if err != nil {
		return err
	}
	return l.list(calls)
}

// runOn lists what is there and goes on with what comes. The stream begins
// before the list is asked for, so that no call is in neither. That it was
// interrupted is how it ends.
func (l *listing) runOn(ctx context.Context, account *client.Account) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // or a stream that nobody reads would stay open
	coming, err := account.Follow(ctx, l.filter)
	if err != nil {
		return err
	}
	calls, err := account.Requests(ctx, l.filter)
	if err == nil {
		err = l.list(calls)
	}
	if err == nil {
		err = l.goOn(coming, calls.Requests)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// list prints what is there, and says what is not.
func (l *listing) list(calls client.Entries) error {
	p := l.remote.target.program
	shown := slices.Clone(calls.Requests)
	slices.Reverse(shown)
	if l.format == asJSON && !l.follow {
		return p.writeJSON(calls)
	}
	if l.format == asText {
		if err := l.table(append([]line{{"TIME (UTC)", "ID", "OPERATION", "STATUS", "CODE", "SCENARIO"}}, lines(shown)...)); err != nil {
			return err
		}
		return l.remark(calls)
	}
	for _, call := range shown {
		if err := l.one(call); err != nil {
			return err
		}
	}
	return nil
}

// remark tells on stderr of calls that the list does not show.
func (l *listing) remark(calls client.Entries) error {
	var err error
	if more := calls.Total - len(calls.Requests); more > 0 {
		_, err = fmt.Fprintf(l.remote.target.program.stderr, "%s before these; --limit shows more\n", count(more, "call"))
	}
	if calls.Dropped > 0 && err == nil {
		_, err = fmt.Fprintf(l.remote.target.program.stderr, "%s not kept, because the journal was full\n", count(int(calls.Dropped), "call"))
	}
	return err
}

// goOn prints calls as they end, but for those that were listed.
func (l *listing) goOn(coming iter.Seq2[client.Entry, error], listed []client.Entry) error {
	for call, err := range coming {
		var missed *client.MissedError
		switch {
		case errors.As(err, &missed):
			fmt.Fprintln(l.remote.target.program.stderr, missed)
			continue
		case err != nil:
			return err
		case slices.ContainsFunc(listed, func(known client.Entry) bool { return known.ID == call.ID }):
			continue
		}
		if err := l.one(call); err != nil {
			return err
		}
	}
	return nil
}

// one prints one call on a line.
func (l *listing) one(call client.Entry) error {
	if l.format == asText {
		return l.table(lines([]client.Entry{call}))
	}
	encoder := json.NewEncoder(l.remote.target.program.stdout)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(call)
}

// line is a call in a table.
type line [6]string

func lines(calls []client.Entry) []line {
	var all []line
	for _, call := range calls {
		operation := call.Operation
		if operation == "" {
			operation = orNone(strings.TrimSpace(call.Request.Method + " " + call.Request.URI))
		}
		status := "none"
		if call.Response.Status != 0 {
			status = strconv.Itoa(call.Response.Status)
		}
		all = append(all, line{inUTC(call.WallTime), call.ID, operation, status, orNone(call.Response.Code), orNone(string(call.Scenarios))})
	}
	return all
}

// table prints lines in columns. Those of calls to come are not known yet, so
// columns that are followed have the widths that most calls need.
func (l *listing) table(lines []line) error {
	widths := line{}
	if l.follow {
		widths = line{"2006-01-02 15:04:05", "ACCOUNT-000", "upgrade-partner-subscriptions", "STATUS", "INVALID_UPSELL_CAMPAIGN", ""}
	}
	var t table
	for _, cells := range lines {
		for i := range cells {
			cells[i] = fmt.Sprintf("%-*s", len(widths[i]), cells[i])
		}
		t.add(cells[:]...)
	}
	return t.write(l.remote.target.program.stdout)
}
