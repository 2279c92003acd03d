package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// explainCmd is the command explain with its flags.
type explainCmd struct {
	remote
	format format
}

// latest selects the last call. No id is equal to it.
const latest = "latest"

func (p *program) explain() *cobra.Command {
	e := &explainCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "explain ID|" + latest,
		GroupID: groupRemote,
		Short:   "Explain one call: its request, checks, answer and changes",
		Example: examples(name+" explain DEMO-3", name+" explain "+latest+" --account DEMO"),
		Args:    oneArgument("the id of a call, which the header X-Sandbox-Request of its answer has, or " + latest),
		RunE:    e.run,
	}
	e.define(c, e.accountFlag(firstAccount), formatFlag(&e.format))
	return c
}

func (e *explainCmd) run(c *cobra.Command, args []string) error {
	id, err := e.find(c.Context(), args[0])
	if err != nil {
		return err
	}
	if e.format == asJSON {
		call, err := e.client().Request(c.Context(), id)
		if err != nil {
			return err
		}
		return e.program.writeJSON(call)
	}
	text, err := e.client().Explain(c.Context(), id)
	if err != nil {
		return err
	}
	_, err = io.WriteString(e.program.stdout, text)
	return err
}

// find returns the id of a call: itself, or that of the latest call.
func (e *explainCmd) find(ctx context.Context, id string) (string, error) {
	if id != latest {
		return id, nil
	}
	account, err := e.account(ctx)
	if err != nil {
		return "", err
	}
	call, err := account.Latest(ctx)
	return call.ID, errors.Join(err, e.reportLater(ctx, call))
}

// reportLater reports a call without an account if it is later than the account's
// last one, because the user may mean it.
func (e *explainCmd) reportLater(ctx context.Context, last client.Entry) error {
	others, err := e.client().Account(client.NoAccount).Requests(ctx, client.Filter{Limit: 1})
	if err != nil || len(others.Requests) == 0 || !others.Requests[0].WallTime.After(last.WallTime) {
		return err
	}
	other := others.Requests[0]
	_, err = fmt.Fprintf(e.program.stderr, "A later call belongs to no account: %s explain %s shows it\n", name, other.ID)
	return err
}
