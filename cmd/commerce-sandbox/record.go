package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// recordColumns are the columns of lists by the kind of their records.
var recordColumns = map[client.Kind][]string{
	client.Orders:        {"reference", "date", "status", "approval", "customer", "name", "total", "handles"},
	client.Customers:     {"reference", "external", "name", "email", "country", "language", "handles"},
	client.Campaigns:     {"code", "name", "standing", "discount", "primary", "recommended", "handles"},
	client.Subscriptions: {"reference", "customer", "partner", "order", "product", "quantity", "expiration", "enabled", "handles"},
	client.Products:      {"code", "name", "prices", "months", "handles"},
	client.Partners:      {"code", "name", "currency", "margin", "handles"},
}

// record is the parent of the commands about the records of an account.
func (p *program) record() *cobra.Command {
	c := &cobra.Command{
		Use:     "record",
		GroupID: groupRemote,
		Short:   "List the records of an account, show, change or delete one",
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.recordList(), p.recordShow(), p.recordSet(), p.recordDelete())
	return c
}

// recordCmd is a command about one record.
type recordCmd struct {
	remote
	dry    bool
	format format
}

// recordUsage describes the arguments for one record.
const recordUsage = "a kind such as orders, and an id or a handle such as @order-complete"

// check verifies the arguments: a kind and a record, and at least so many more.
func (r *recordCmd) check(more int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < 2+more || more == 0 && len(args) > 2 {
			what := recordUsage
			if more > 0 {
				what += ", and FIELD=VALUE for each change"
			}
			return fmt.Errorf("record %s needs %s, got %q", c.Name(), what, strings.Join(args, " "))
		}
		return checkKind(&args[0])
	}
}

// checkKind replaces a kind by its plural, or names the right kind.
func checkKind(kind *string) error {
	known := slices.Sorted(maps.Keys(recordColumns))
	if one := client.Kind(*kind + "s"); slices.Contains(known, one) {
		*kind = string(one)
	}
	if slices.Contains(known, client.Kind(*kind)) {
		return nil
	}
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = string(k)
	}
	if near := sandbox.Nearest(*kind, names); len(near) > 0 {
		return fmt.Errorf("unknown kind of record %q; did you mean %s?", *kind, near[0])
	}
	return fmt.Errorf("unknown kind of record %q; known: %s", *kind, strings.Join(names, ", "))
}

// kinds completes the first argument.
func kinds(c *cobra.Command, args []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return firstArgument(words(slices.Sorted(maps.Keys(recordColumns))...))(c, args, text)
}

func (p *program) recordShow() *cobra.Command {
	r := &recordCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:               "show KIND ID",
		Short:             "Show a record field by field, as the interface names them",
		Example:           examples(name+" record show orders @order-complete", name+" record show customer 410008 --format json"),
		Args:              r.check(0),
		ValidArgsFunction: kinds,
		RunE: func(c *cobra.Command, args []string) error {
			account, err := r.account(c.Context())
			if err != nil {
				return err
			}
			return r.show(c, account, args)
		},
	}
	r.define(c, r.accountFlag(firstAccount), formatFlag(&r.format))
	return c
}

// show writes a record as it is now.
func (r *recordCmd) show(c *cobra.Command, account *client.Account, args []string) error {
	var body json.RawMessage
	if err := account.Record(c.Context(), client.Kind(args[0]), args[1], &body); err != nil {
		return wrongName(err)
	}
	if r.format == asJSON {
		return r.program.writeJSON(body)
	}
	fields, err := flattenRecord(body)
	if err != nil {
		return err
	}
	var t table
	for _, f := range fields {
		t.add(f.label, f.text)
	}
	return t.write(r.program.stdout)
}

func (p *program) recordDelete() *cobra.Command {
	r := &recordCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:               "delete KIND ID",
		Short:             "Delete a record with what belongs to it",
		Example:           examples(name+" record delete orders @order-complete --dry-run", name+" record delete campaigns @campaign-enabled"),
		Args:              r.check(0),
		ValidArgsFunction: kinds,
		RunE:              r.delete,
	}
	r.define(c, r.accountFlag(firstAccount), formatFlag(&r.format),
		flag{name: "dry-run", usage: "print what would go, and delete nothing", set: toggle(&r.dry)})
	return c
}

func (r *recordCmd) delete(c *cobra.Command, args []string) error {
	account, err := r.account(c.Context())
	if err != nil {
		return err
	}
	remove, did := account.DeleteRecord, "deleted"
	if r.dry {
		remove, did = account.PreviewDeleteRecord, "would be deleted"
	}
	gone, err := remove(c.Context(), client.Kind(args[0]), args[1])
	if err != nil {
		return wrongName(err)
	}
	if r.format == asJSON {
		return r.program.writeJSON(gone)
	}
	r.printGone(did, gone)
	return nil
}

// printGone prints what a deletion removed and changed.
func (r *recordCmd) printGone(did string, gone client.Deletion) {
	fmt.Fprintf(r.program.stdout, "%s: %s\n", did, listNames(gone.Removed))
	if gone.Forms > 0 {
		fmt.Fprintf(r.program.stdout, "with %s\n", count(gone.Forms, "uploaded form"))
	}
	if len(gone.Changed) > 0 {
		fmt.Fprintf(r.program.stdout, "changed: %s\n", listNames(gone.Changed))
	}
}

func listNames(records []client.RecordName) string {
	var shown []string
	for _, r := range records {
		shown = append(shown, r.Kind+" "+r.ID)
	}
	return visible(strings.Join(shown, ", "))
}
