package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// end prints how the run ended, and returns the exit code of the command as an error, or
// why the run fails, nil when neither did.
func (r *runCmd) end(ctx context.Context, code int) error {
	found, err := r.client().Run(ctx, r.name)
	if err == nil {
		err = compareWith(&found, r.before)
	}
	if err == nil && r.report != "" {
		err = writeRunReport(r.report, found)
	}
	if err == nil {
		_, _ = fmt.Fprintln(r.program.stderr)
		err = found.Write(r.program.stderr, client.RunText)
	}
	if err == nil {
		err = r.explain(ctx, found)
	}
	switch failed := failedRun(found, r.least); {
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

// mostExplained is how many accounts of a run are explained.
const mostExplained = 5

// explain prints why calls were refused: those of the account of the command, of no
// account, and of the other accounts whose verdict fails and that are still there. It
// says which accounts were called beside them.
func (r *runCmd) explain(ctx context.Context, found client.Run) error {
	seen, explained := map[string]bool{}, 0
	for _, a := range found.Accounts {
		if a.Deleted != nil || a.Verdict.Passed && a.VendorCode != r.code || explained == mostExplained {
			continue
		}
		explained++
		refused, err := r.client().Account(a.VendorCode).RefusedCalls(ctx, 0)
		if err != nil {
			return err
		}
		for _, call := range refused {
			if !seen[call.ID] {
				seen[call.ID] = true
				fmt.Fprintf(r.program.stderr, "\n%s", call.String())
			}
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

// writeRunReport writes a run into a folder, which it makes.
func writeRunReport(folder string, run client.Run) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	files := map[string]func(io.Writer) error{
		"coverage.json": func(w io.Writer) error { return run.Coverage.Write(w, client.CoverageJSON) },
	}
	for name, format := range map[string]client.RunFormat{
		"run.json": client.RunJSON, "run.txt": client.RunText, "run.xml": client.RunJUnit, "run.md": client.RunMarkdown,
	} {
		files[name] = func(w io.Writer) error { return run.Write(w, format) }
	}
	var faults []error
	for name, write := range files {
		faults = append(faults, writeOne(filepath.Join(folder, name), write))
	}
	return errors.Join(faults...)
}

func writeOne(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}
