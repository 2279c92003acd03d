package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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
		prepare: q.prepare, fetch: q.list, answer: client.EntryLines{}, text: callHead + callRows,
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
func (q *callQuery) list(r *request) (any, error) {
	of, err := r.account()
	switch {
	case err != nil:
		return nil, err
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
