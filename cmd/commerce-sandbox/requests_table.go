package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// list prints the calls, and on stderr how many others there are.
func (r *requestsCmd) list(calls client.Entries) error {
	shown := slices.Clone(calls.Requests)
	slices.Reverse(shown)
	if r.format == asJSON && !r.follow {
		return r.program.writeJSON(calls)
	}
	if r.format == asText {
		if err := r.table(append([]row{{"TIME (UTC)", "ID", "OPERATION", "STATUS", "CODE", "CAUSE", "SCENARIO"}}, rows(shown)...)); err != nil {
			return err
		}
		return r.printOthers(calls)
	}
	for _, call := range shown {
		if err := r.print(call); err != nil {
			return err
		}
	}
	return nil
}

// printOthers prints how many calls are not listed.
func (r *requestsCmd) printOthers(calls client.Entries) error {
	var err error
	if older := calls.Total - len(calls.Requests); older > 0 {
		_, err = fmt.Fprintf(r.program.stderr, "%s before these; --limit shows more\n", count(older, "call"))
	}
	if calls.Dropped > 0 && err == nil {
		_, err = fmt.Fprintf(r.program.stderr, "%s not kept, because the journal was full\n", count(int(calls.Dropped), "call"))
	}
	return err
}

// print prints one call on a line.
func (r *requestsCmd) print(call client.Entry) error {
	if r.format == asText {
		return r.table(rows([]client.Entry{call}))
	}
	encoder := json.NewEncoder(r.program.stdout)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(call)
}

// row is a call in a table.
type row [7]string

func rows(calls []client.Entry) []row {
	var all []row
	for _, call := range calls {
		operation := call.Operation
		if operation == "" {
			operation = orNone(strings.TrimSpace(call.Request.Method + " " + call.Request.URI))
		}
		status := "none"
		if call.Response.Status != 0 {
			status = strconv.Itoa(call.Response.Status)
		}
		all = append(all, row{inUTC(call.WallTime), call.ID, operation, status, orNone(call.Response.Code), orNone(string(call.Cause)), orNone(string(call.Scenarios))})
	}
	return all
}

// table prints rows in columns. With --follow the columns have fixed widths,
// because the later calls are still unknown; the widths fit most calls.
func (r *requestsCmd) table(rows []row) error {
	widths := row{}
	if r.follow {
		widths = row{"2006-01-02 15:04:05", "ACCOUNT-000", "upgrade-partner-subscriptions", "STATUS", "INVALID_UPSELL_CAMPAIGN", "scenario", ""}
	}
	var t table
	for _, cells := range rows {
		for i := range cells {
			cells[i] = fmt.Sprintf("%-*s", len(widths[i]), cells[i])
		}
		t.add(cells[:]...)
	}
	return t.write(r.program.stdout)
}
