package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// diffCmd is the command diff with its flags.
type diffCmd struct {
	remote
	limit  int
	format format
}

func (p *program) diff() *cobra.Command {
	d := &diffCmd{remote: p.remote(), limit: 100}
	c := &cobra.Command{
		Use:     "diff FROM [TO]",
		GroupID: groupRemote,
		Short:   "Show how the records of an account differ from a snapshot or from another account (exit code 1 if they do)",
		Example: examples(name+" diff before-migration", name+" diff before-migration after-migration", name+" diff account:OTHER --format json"),
		Args:    d.check,
		RunE:    d.run,
	}
	d.define(c, d.accountFlag(firstAccount), formatFlag(&d.format),
		flag{name: "limit", value: "N", preset: "100", usage: "how many records are shown, at most 1000", set: number(&d.limit, 1)})
	return c
}

func (d *diffCmd) check(_ *cobra.Command, args []string) error {
	if len(args) == 1 || len(args) == 2 {
		return nil
	}
	return fmt.Errorf("diff needs the name of a snapshot, or account:CODE, and may have another one, got %q", strings.Join(args, " "))
}

func (d *diffCmd) run(c *cobra.Command, args []string) error {
	account, err := d.account(c.Context())
	if err != nil {
		return err
	}
	found, err := account.Differences(c.Context(), args[0], strings.Join(args[1:], ""), d.limit)
	if err != nil {
		return wrongName(err)
	}
	if d.format == asJSON {
		err = d.program.writeJSON(found)
	} else {
		err = d.write(found)
	}
	if err == nil && found.Total > 0 {
		err = errors.New("the records differ")
	}
	return err
}

func (d *diffCmd) write(found client.Differences) error {
	var b strings.Builder
	for _, r := range found.Records {
		fmt.Fprintf(&b, "%s %s %s\n", r.Change, r.Kind, r.ID)
		for _, f := range r.Fields {
			fmt.Fprintf(&b, "  %s: %s -> %s\n", f.Path, valueOf(f.A), valueOf(f.B))
		}
	}
	switch shown := len(found.Records); {
	case found.Total == 0:
		fmt.Fprintf(&b, "%s and %s have the same records\n", found.From, found.To)
	case shown < found.Total:
		fmt.Fprintf(&b, "%d of %s; --limit shows more\n", shown, count(found.Total, "difference"))
	}
	_, err := fmt.Fprint(d.program.stdout, visible(b.String()))
	return err
}

// valueOf returns a value of a record, or none.
func valueOf(value *string) string {
	if value == nil {
		return "none"
	}
	return *value
}
