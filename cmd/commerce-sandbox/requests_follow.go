package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

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
func (r *request) listFollowed(calls client.Entries) error {
	var err error
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
	data, err := dataOf(client.EntryLines{ListedCalls: calls.ListedCalls})
	if err == nil {
		err = r.writeText(r.program.stderr, r.notes, data)
	}
	return err
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
		data, err := dataOf(call)
		if err == nil {
			err = r.program.writeAs(r.format, data)
		}
		return err
	}
	var line string
	data, err := dataOf(client.EntryLines{Requests: []client.EntryLine{lineOf(call)}})
	if err == nil {
		line, err = r.render(callRows, data)
	}
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
