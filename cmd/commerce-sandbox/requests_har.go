package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// runHAR writes the calls that match to an archive. The number of calls is
// limited only where the command line says so.
func (r *requestsCmd) runHAR(c *cobra.Command) error {
	ctx, filter := c.Context(), r.filter
	if !c.Flags().Changed("limit") {
		filter.Limit = 0
	}
	write := func(w io.Writer) error { return r.client().WriteHARWithoutAccount(ctx, filter, w) }
	list := r.client().RequestLinesWithoutAccount
	if r.code != client.NoAccount {
		account, err := r.account(ctx)
		if err != nil {
			return err
		}
		write = func(w io.Writer) error { return account.WriteHAR(ctx, filter, w) }
		list = account.RequestLines
	}
	if err := r.program.writeFile(r.har, write); err != nil {
		return err
	}
	matched, err := list(ctx, client.Filter{Query: filter.Query, Operation: filter.Operation, Status: filter.Status, Code: filter.Code, Scenario: filter.Scenario, Limit: 1})
	if err != nil {
		return err
	}
	return r.expect(matched.Total, matched.Dropped)
}
