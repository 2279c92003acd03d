package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// runFollow lists the recorded calls and then further calls as they end. It opens
// the stream before it lists, so no call is missing. Interrupting it is no error.
func (r *requestsCmd) runFollow(ctx context.Context, of *client.Account) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // closes a stream without a reader
	stream, err := r.client().Stream(ctx, client.StreamOptions{Accounts: []string{of.Code}, Query: queryOf(r.filter)})
	if err != nil {
		return err
	}
	calls, err := of.Requests(ctx, r.filter)
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

// queryOf returns the filter in the query language, as a stream takes it.
func queryOf(f client.Filter) string {
	var terms []string
	if f.Query != "" {
		terms = append(terms, f.Query) // first, so errors name its columns
	}
	add := func(name, value string) {
		if value != "" {
			terms = append(terms, name+":"+value)
		}
	}
	add("operation", f.Operation)
	add("code", f.Code)
	add("scenario", f.Scenario)
	if f.Status != nil {
		terms = append(terms, fmt.Sprint("status:", *f.Status))
	}
	return strings.Join(terms, " ")
}

// followOn prints the calls of a stream, without the listed ones, and reports lost
// ones. The end of the stream is an error, and so is the end of the account.
func (r *requestsCmd) followOn(stream iter.Seq2[client.Event, error], listed []client.Entry) error {
	for event, err := range stream {
		if err == nil {
			err = r.event(event, listed)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// errAccountDeleted ends the list of an account's calls.
var errAccountDeleted = errors.New("the account was deleted")

// event prints an event, if it is about calls.
func (r *requestsCmd) event(event client.Event, listed []client.Entry) error {
	switch data := event.Data.(type) {
	case client.Entry:
		if !slices.ContainsFunc(listed, func(known client.Entry) bool { return known.ID == data.ID }) {
			return r.print(data)
		}
	case client.HeldEvent:
		return r.note("%s is under way: held by scenario %s\n", data.Call, data.Scenario)
	case client.EndedEvent:
		return r.note("%s was under way: its account was %s\n", data.Call, data.How)
	case client.AccountEvent:
		if data.Change == client.ChangeDeleted {
			return errAccountDeleted
		}
	case client.Missed:
		if data.Calls > 0 {
			return r.note("%d calls were dropped from the journal before they could be read\n", data.Calls)
		}
	}
	return nil
}

// note prints what is no call beside the calls.
func (r *requestsCmd) note(format string, values ...any) error {
	_, err := fmt.Fprintf(r.program.stderr, format, values...)
	return err
}
