package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// end prints how the run ended, and returns the exit code of the command as an error, or
// why the run fails, nil when neither did.
func (r *runCmd) end(ctx context.Context, code int) error {
	found, err := r.reportRun(ctx, code)
	if err == nil {
		err = r.explain(ctx, found)
	}
	switch failed := failedRun(found); {
	case code != 0:
		if err != nil {
			fmt.Fprintf(r.program.stderr, "%s: no verdict: %v\n", name, err)
		}
		return exitCode(code)
	case err != nil:
		return err
	case !r.noVerdict:
		return failed
	}
	return nil
}

// reportRun gets the run of a command from the sandbox, writes its report and prints it.
func (r *runCmd) reportRun(ctx context.Context, code int) (client.Run, error) {
	found, err := r.client().Run(ctx, r.name)
	if code != 0 {
		found.Failures = append(found.Failures, fmt.Sprintf("the command ended with exit code %d", code))
	}
	if found.Calls == 0 && found.Dropped == 0 && !r.noCallsOK {
		found.Failures = append(found.Failures, noCalls)
	}
	require(&found, r.least)
	if err == nil {
		err = compareWith(&found, r.before)
	}
	text := func(f client.Format) (string, error) { return sandbox.RunText(found, f) }
	if err == nil && r.report != "" {
		coverage := func(f client.Format) (string, error) { return sandbox.CoverageText(found.Coverage, f) }
		err = errors.Join(writeReports(r.report, "coverage", []client.Format{client.AsJSON}, coverage), writeReports(r.report, "run", runFormats(), text))
	}
	if err == nil {
		var shown string
		shown, err = text(client.AsText)
		_, _ = fmt.Fprint(r.program.stderr, "\n"+shown)
	}
	return found, err
}

// noCalls fails a run whose verdict says nothing.
const noCalls = "the command made no call of the interface to an account of the run; does it read COMMERCE_REST and COMMERCE_VENDOR_CODE?"

// maxExplained is how many accounts of a run are explained.
const maxExplained = 5

// explain prints why calls were refused: the calls of the account of the command, of
// no account, and of the other remaining accounts with a failing verdict. It also
// names called accounts outside the run.
func (r *runCmd) explain(ctx context.Context, found client.Run) error {
	seen, explained := map[string]bool{}, 0
	for _, a := range found.Accounts {
		if a.Deleted != nil || a.Verdict.Passed && a.VendorCode != r.code || explained == maxExplained {
			continue
		}
		explained++
		refused, err := r.client().Account(a.VendorCode).RefusedCalls(ctx, 0)
		if err != nil {
			return err
		}
		for _, call := range refused {
			if seen[call.ID] {
				continue
			}
			seen[call.ID] = true
			if !r.shared {
				call.Page = "" // the sandbox ends
			}
			fmt.Fprintf(r.program.stderr, "\n%s", call.String())
		}
	}
	if r.shared {
		return nil
	}
	others, err := r.client().FindAccounts(ctx, client.AccountFilter{Query: "calls:>0 -run:" + r.name})
	for _, a := range others.Accounts {
		fmt.Fprintf(r.program.stderr, "\n%s: account %s got %s, which the verdict leaves out, because it does not belong to the run\n", name, a.VendorCode, count(int(a.Calls), "call"))
	}
	return err
}
