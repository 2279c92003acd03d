package main

import (
	"errors"
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
	text := r.format == asText
	var err error
	switch {
	case !text && !r.follow:
		return r.program.print(r.format, calls)
	case text && !r.follow:
		err = r.table(append([]row{head()}, rows(shown)...))
		shown = nil
	case text:
		err = r.table([]row{head()})
	}
	for _, call := range shown {
		err = errors.Join(err, r.print(call))
	}
	if err != nil || !text {
		return err
	}
	return r.printOthers(calls)
}

// head is the first row of a table.
func head() row {
	return row{"TIME (UTC)", "ID", "OPERATION", "STATUS", "CODE", "CAUSE", "SCENARIO"}
}

// printOthers prints how many calls are not listed, and those under way.
func (r *requestsCmd) printOthers(calls client.Entries) error {
	var err error
	if older := calls.Total - len(calls.Requests); older > 0 {
		_, err = fmt.Fprintf(r.program.stderr, "%s before these; --limit shows more\n", count(older, "call"))
	}
	if calls.Dropped > 0 && err == nil {
		_, err = fmt.Fprintf(r.program.stderr, "%s not kept, because the journal was full\n", count(int(calls.Dropped), "call"))
	}
	for _, call := range calls.UnderWay {
		if err == nil {
			_, err = fmt.Fprintf(r.program.stderr, "%s is under way: %s\n", call.ID, call.Text)
		}
	}
	return err
}

// print prints one call on a line, and below it why it was refused.
func (r *requestsCmd) print(call client.Entry) error {
	if r.format == asText {
		err := r.table(rows([]client.Entry{call}))
		if err == nil && call.Refused() && call.Why != "" {
			_, err = fmt.Fprintln(r.program.stdout, r.program.colour("    "+visible(inLine(call.Why)), call.Cause))
		}
		return err
	}
	if r.format.isTemplate() {
		return r.program.print(r.format, call)
	}
	line, err := encodeJSON(call)
	if err == nil {
		_, err = r.program.stdout.Write(line)
	}
	return err
}

// row is a call in a table.
type row [7]string

func rows(calls []client.Entry) []row {
	var all []row
	for _, call := range calls {
		operation := call.Operation
		if operation == "" {
			line := call.Line()
			operation = orNone(strings.TrimSpace(line.Method + " " + line.URI))
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

// inLine returns a text for a line of at most 2 KB. It shortens a longer one.
func inLine(text string) string {
	const maxText = 1_900
	if len(text) <= maxText {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(text[:maxText], ""), len(text))
}
