package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// callQuery are the flags of the command requests.
type callQuery struct {
	filter client.Filter
	class  string // term of a class of statuses, "" for none
	follow bool
	least  int
	most   int    // -1 for any number
	har    string // file to write, "" for none
}

// The table of calls is made from their lines.
const (
	callHead = "TIME (UTC)\tID\tOPERATION\tSTATUS\tCODE\tCAUSE\tSCENARIO\n"
	callRows = `{{range .requests}}{{utc .wall_time}}	{{.id}}	{{if .operation}}{{.operation}}{{else if .method}}{{.method}} {{or .uri ""}}{{else}}-{{end}}	{{or .status "none"}}	{{or .code "-"}}	{{or .cause "-"}}	{{or (join .scenario ", ") "-"}}
{{end}}`
)

func requestsVerb() verb {
	q := &callQuery{most: -1}
	return verb{
		use: "requests", short: "List the recorded calls of an account, the newest last (exit code 1 if fewer than --at-least or more than --at-most)",
		examples: []string{
			"requests --status 400", "requests --q 'status:4xx -code:FORBIDDEN after:-5m'", "requests --q 'operation:login status:401' --at-most 0",
			"requests --follow --operation search-orders", "requests --account none", "requests --q 'status:4xx' --har refused.har",
		},
		account: firstAccount + "; none for calls that belong to no account",
		flags: []flag{
			{name: "follow", usage: "list further calls as they end, until interrupted", set: to(&q.follow, toggle)},
			{name: "q", short: "q", value: "QUERY", usage: "only calls that match a query, such as 'path:/orders/ status:4xx after:-5m', in quotes for the shell", set: to(&q.filter.Query, text)},
			{name: "operation", value: "ID", usage: "only calls of this operation, such as search-orders", set: to(&q.filter.Operation, text), complete: knownNames(operations)},
			{name: "status", value: "STATUS", usage: "only calls answered with this HTTP status, or one of a class such as 4xx; 0 selects those without an answer", set: q.setStatus},
			{name: "code", value: "CODE", usage: "only calls answered with this error code, such as FORBIDDEN", set: to(&q.filter.Code, text)},
			{name: "scenario", value: "NAME", usage: "only calls that this scenario affected", set: to(&q.filter.Scenario, text), complete: knownNames(scenarios)},
			{name: "limit", value: "N", preset: "20", usage: "number of calls to list at most", set: to(&q.filter.Limit, number[int](1))},
			{name: "at-least", value: "N", preset: "0", usage: "number of calls that must match, listed or not", set: to(&q.least, number[int](0))},
			{name: "at-most", value: "N", usage: "number of calls that may match, listed or not; without it, any", set: to(&q.most, number[int](0))},
			{name: "har", value: "FILE", usage: "write all calls that match to an HTTP Archive, which browsers and HTTP clients import, in place of the list; - for stdout", set: to(&q.har, text), complete: files},
		},
		prepare: q.prepare, fetch: withAccount(q.list), answer: client.EntryLines{}, text: callHead + callRows,
		notes: `{{with in "older"}}{{count . "call"}} before these; --limit shows more
{{end}}{{with .dropped}}{{count . "call"}} not kept, because the journal was full
{{end}}{{range .under_way}}{{.id}} is under way: {{.text}}
{{end}}`,
	}
}

// setStatus selects a status, a class of them, or 0 for calls without an answer.
func (q *callQuery) setStatus(given string) error {
	if len(given) == len("4xx") && strings.HasSuffix(given, "xx") && strings.Contains("12345", given[:1]) {
		q.class = "status:" + given
		return nil
	}
	status, err := strconv.Atoi(given)
	if err != nil || status != 0 && (status < 100 || status > 599) {
		return fmt.Errorf("must be an HTTP status, a class such as 4xx, or 0 for no answer, got %q", given)
	}
	q.filter.Status = &status
	return nil
}

// prepare completes the filter, and refuses flags that do not go with --follow. Only a text
// has the lines of calls.
func (q *callQuery) prepare(r *request) error {
	for _, other := range []string{"at-least", "at-most", "har"} {
		if q.follow && r.Flags().Changed(other) {
			return usage{fmt.Errorf("--follow lists calls until it is interrupted, so it takes no --%s", other)}
		}
	}
	switch {
	case r.format == client.AsText:
	case q.follow:
		r.answer = client.Entry{}
	default:
		r.answer = client.Entries{}
	}
	q.filter.Query = strings.TrimSpace(q.filter.Query + " " + q.class)
	return nil
}

// list returns the calls, for a text their lines with the newest last.
func (q *callQuery) list(r *request, of *client.Account) (any, error) {
	switch {
	case q.follow:
		return nil, q.followCalls(r, of)
	case q.har != "":
		return nil, q.archive(r, of)
	}
	calls, err := of.Requests(r.ctx, q.filter)
	r.why, r.words["older"] = q.shortage(calls.ListedCalls), calls.Total-len(calls.Requests)
	if err != nil || r.format != client.AsText {
		return calls, err
	}
	lines := client.EntryLines{ListedCalls: calls.ListedCalls}
	for _, call := range slices.Backward(calls.Requests) {
		lines.Requests = append(lines.Requests, lineOf(call))
	}
	return lines, nil
}

// lineOf returns a call in short, with all of its scenarios and its whole code.
func lineOf(call client.Entry) client.EntryLine {
	line := call.Line()
	line.Scenarios, line.Code = call.Scenarios.List(), call.Response.Code
	return line
}

// archive writes the matching calls to an archive. The number of calls is limited
// only where the command line says so.
func (q *callQuery) archive(r *request, of *client.Account) error {
	filter := q.filter
	if !r.Flags().Changed("limit") {
		filter.Limit = 0
	}
	if err := r.program.writeFile(q.har, func(w io.Writer) error { return of.WriteHAR(r.ctx, filter, w) }); err != nil {
		return err
	}
	filter.Limit = 1
	matched, err := of.RequestLines(r.ctx, filter)
	return cmp.Or(err, q.shortage(matched.ListedCalls))
}

// shortage returns what the flags require of the number of calls that matched, nil when they do. The list
// says nothing of calls dropped by the journal.
func (q *callQuery) shortage(calls client.ListedCalls) error {
	matched, dropped, open := calls.Total, calls.Dropped, len(calls.UnderWay)
	switch {
	case matched < q.least:
		return fmt.Errorf("--at-least requires %s, got %d", count(q.least, "call"), matched)
	case q.most < 0:
	case matched > q.most:
		return fmt.Errorf("--at-most allows %s, got %d", count(q.most, "call"), matched)
	case matched+open > q.most:
		return fmt.Errorf("--at-most allows %s, got %d, and %s under way, first %s", count(q.most, "call"), matched, count(open, "call"), calls.UnderWay[0].Text)
	case int64(matched)+dropped > int64(q.most):
		return fmt.Errorf("--at-most allows %s, got %d, and the journal has dropped %s, which may have matched; verify --at-most counts them by how they ended",
			count(q.most, "call"), matched, count(int(dropped), "call"))
	}
	return nil
}

// followCalls lists the recorded calls and then further calls as they end. It opens
// the stream before it lists, so no call is missing. Interrupting it is no error.
func (q *callQuery) followCalls(r *request, of *client.Account) error {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel() // closes a stream without a reader
	stream, err := r.client().Stream(ctx, client.StreamOptions{Accounts: []string{of.Code}, Query: queryOf(q.filter)})
	if err != nil {
		return err
	}
	calls, err := of.Requests(ctx, q.filter)
	if err == nil {
		err = r.listFollowed(calls)
	}
	if err == nil {
		err = r.followOn(stream, calls.Requests)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// queryOf returns the filter in the query language, as a stream takes it.
func queryOf(f client.Filter) string {
	terms := []string{f.Query} // first, so errors name its columns
	for _, term := range [][2]string{{"operation", f.Operation}, {"code", f.Code}, {"scenario", f.Scenario}} {
		if term[1] != "" {
			terms = append(terms, term[0]+":"+term[1])
		}
	}
	if f.Status != nil {
		terms = append(terms, fmt.Sprint("status:", *f.Status))
	}
	return strings.TrimSpace(strings.Join(terms, " "))
}

// listFollowed prints the calls that ended already, the newest last, and the notes about others.
func (r *request) listFollowed(calls client.Entries) (err error) {
	if r.format == client.AsText {
		err = r.printColumns(callHead)
	}
	for _, call := range slices.Backward(calls.Requests) {
		err = errors.Join(err, r.printCall(call))
	}
	if err != nil || r.format != client.AsText {
		return err
	}
	r.words["older"] = calls.Total - len(calls.Requests)
	return r.writeText(r.program.stderr, r.notes, dataOf(client.EntryLines{ListedCalls: calls.ListedCalls}))
}

// errAccountDeleted ends the list of an account's calls.
var errAccountDeleted = errors.New("the account was deleted")

// followOn prints the calls of a stream, without the listed ones, and reports lost
// ones. The end of the stream is an error, and so is the end of the account.
func (r *request) followOn(stream iter.Seq2[client.Event, error], listed []client.Entry) error {
	for event, err := range stream {
		if err != nil {
			return err
		}
		switch data := event.Data.(type) {
		case client.Entry:
			if !slices.ContainsFunc(listed, func(known client.Entry) bool { return known.ID == data.ID }) {
				err = r.printCall(data)
			}
		case client.HeldEvent:
			_, err = fmt.Fprintf(r.program.stderr, "%s is under way: held by scenario %s\n", data.Call, data.Scenario)
		case client.EndedEvent:
			_, err = fmt.Fprintf(r.program.stderr, "%s was under way: its account was %s\n", data.Call, data.How)
		case client.AccountEvent:
			if data.Change == client.ChangeDeleted {
				err = errAccountDeleted
			}
		case client.Missed:
			if data.Calls > 0 {
				_, err = fmt.Fprintf(r.program.stderr, "%d calls were dropped from the journal before they could be read\n", data.Calls)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// printCall prints one call on a line, and below it why it was refused.
func (r *request) printCall(call client.Entry) error {
	if r.format == client.AsJSON {
		line, err := encodeJSON(call)
		return r.print(string(line), err)
	}
	if r.format != client.AsText {
		return r.program.writeAs(r.format, dataOf(call))
	}
	line, err := r.render(callRows, dataOf(client.EntryLines{Requests: []client.EntryLine{lineOf(call)}}))
	if err == nil {
		err = r.printColumns(line)
	}
	if err == nil && call.Refused() && call.Why != "" {
		err = r.print(r.program.colour("    "+sandbox.Visible(inLine(call.Why)), call.Cause)+"\n", nil)
	}
	return err
}

// callColumns are as wide as most calls need, because the later calls are still unknown.
var callColumns = []string{"2006-01-02 15:04:05", "ACCOUNT-000", "upgrade-partner-subscriptions", "STATUS", "INVALID_UPSELL_CAMPAIGN", "scenario", ""}

// printColumns prints a row of the table in columns of fixed widths.
func (r *request) printColumns(line string) error {
	cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	for n := range cells {
		cells[n] = fmt.Sprintf("%-*s", len(callColumns[n]), cells[n])
	}
	return writeTable(r.program.stdout, strings.Join(cells, "\t"))
}

// inLine returns a text for a line of at most 2 KB. It shortens a longer one.
func inLine(text string) string {
	const maxText = 1_900
	if len(text) <= maxText {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(text[:maxText], ""), len(text))
}
