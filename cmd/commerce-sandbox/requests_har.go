package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// runHAR writes the matching calls to an archive. The number of calls is limited
// only where the command line says so.
func (r *requestsCmd) runHAR(c *cobra.Command) error {
	ctx, filter := c.Context(), r.filter
	if !c.Flags().Changed("limit") {
		filter.Limit = 0
	}
	calls, err := r.calls(ctx)
	if err != nil {
		return err
	}
	if err := r.program.writeFile(r.har, func(w io.Writer) error { return calls.WriteHAR(ctx, filter, w) }); err != nil {
		return err
	}
	matched, err := calls.RequestLines(ctx, client.Filter{Query: filter.Query, Operation: filter.Operation, Status: filter.Status, Code: filter.Code, Scenario: filter.Scenario, Limit: 1})
	if err != nil {
		return err
	}
	return r.expect(client.Entries{ListedCalls: matched.ListedCalls})
}
